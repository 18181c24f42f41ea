import { notifications, type LastDigest, type OwnChoice } from '#contract/platform/notifications.ts'
import { NotificationRows } from './NotificationRows.tsx'
import { sentenceOf, useAction, useOne } from '#web/kit/data/api.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { When } from '#web/kit/look/When.tsx'

const { choices, choose, follow } = notifications

/** What the person hears of, and where. Each choice is kept at once. */
export const NotificationChoices = () => {
  const chosen = useOne(choices, {})
  const keep = useAction(choose, { refreshes: choices, done: 'Choice saved' })
  const giveUp = useAction(follow, { refreshes: choices, done: 'Using the company default' })
  const data = chosen.data?.data
  if (chosen.isError && !data)
    return (
      <Notice kind="error" title="Your settings did not load">
        {sentenceOf(chosen.error, choices.failure)}
      </Notice>
    )
  if (!data) return null
  return (
    <NotificationRows
      choices={data.choices}
      whose="yours"
      mail={data.mail}
      disabled={keep.running || giveUp.running}
      onChoose={(body) => void keep({ body })}
      onFollow={(kind) => void giveUp({ body: { kind } })}
    >
      <p className="page-subtitle">{ownWords(data.choices)}</p>
      {data.last_digest && <Last digest={data.last_digest} />}
    </NotificationRows>
  )
}

const ownWords = (choices: readonly OwnChoice[]) => {
  const own = choices.filter(({ is_own }) => is_own).length
  return own === 0
    ? 'You are using your company’s defaults.'
    : `You changed ${own} of ${choices.length}. The others are your company’s defaults.`
}

const Last = ({ digest: { at, state } }: { digest: LastDigest }) => {
  if (state === 'in_doubt')
    return (
      <Notice kind="warning" title="Your last email may not have reached you">
        The server stopped while sending the one of <When at={at} as="absolute" />. It isn’t sent again; the list has
        everything that was in it.
      </Notice>
    )
  if (state === 'failed')
    return (
      <Notice kind="warning" title="Your last email was refused">
        Your mail server refused the one of <When at={at} as="absolute" />. Ask your administrator to check your
        address.
      </Notice>
    )
  return (
    <p className="page-subtitle">
      Last email to you: <When at={at} />
    </p>
  )
}
