import { mailings, type Mailing } from '#contract/content/mailings.ts'
import { useAction } from '#web/kit/data/api.ts'
import { formats } from '#web/kit/look/format.ts'
import { focusMailing } from './focus-mailing.ts'
import { MAILING_READS } from './mailing-reads.ts'
import { doneOf } from './mailing-words.ts'

/** What people decide about a mailing. Nothing of it can be undone. */
export const useMailingActs = ({ id, post_title, state }: Pick<Mailing, 'id' | 'post_title' | 'state'>) => {
  const of = { refreshes: MAILING_READS, undo: false, then: () => focusMailing(id) } as const
  const cancel = useAction(mailings.cancel, {
    ...of,
    done: ({ data }) =>
      state === 'held' ? `Cancelled ${post_title}. Nothing was sent.` : `Cancelled ${post_title}. ${sentWords(data)}`,
  })
  const pause = useAction(mailings.pause, { ...of, done: `Paused ${post_title}` })
  const resume = useAction(mailings.resume, { ...of, done: `Continued ${post_title}` })
  const releaseNow = useAction(mailings.releaseNow, { ...of, done: `Sending ${post_title}` })
  const input = { params: { id } }
  return {
    running: cancel.running || pause.running || resume.running || releaseNow.running,
    cancel: (done?: () => void) => cancel(input, done),
    pause: () => pause(input),
    resume: () => resume(input),
    releaseNow: () => releaseNow(input),
  }
}

/** `1,204 of 4,210 had been sent.` */
export const sentWords = ({ counts, total }: Pick<Mailing, 'counts' | 'total'>) => {
  const { number } = formats()
  return `${number(counts.sent + counts.in_doubt)} of ${number(total)} had been sent.`
}

export const restOf = ({ counts, total }: Pick<Mailing, 'counts' | 'total'>) => total - doneOf(counts)
