import { Select, Switch } from 'antd'
import {
  notifications,
  type LastDigest,
  type NotificationChoice,
  type NotificationKind,
} from '#contract/notifications.ts'
import { sentenceOf, useAction, useOne } from '#web/kit/api.ts'
import { Notice } from '#web/kit/Notice.tsx'
import { When } from '#web/kit/When.tsx'

const { choices, choose } = notifications

const KINDS: Readonly<Record<NotificationKind, { label: string; text: string }>> = {
  assigned: { label: 'Leads given to you', text: 'By a colleague or by auto-assign' },
  mentioned: { label: 'Mentions', text: 'Somebody names you in a comment' },
  verdict: { label: 'Verdicts turned over', text: 'On a lead that you hold, sell or had judged' },
  queue: { label: 'Leads wait too long', text: 'For somebody of a list that you keep' },
  acceptance: { label: 'Leads to accept', text: 'Yours that wait for you; for managers, what nobody accepts' },
  question: { label: 'Your questions to QC', text: 'Answered, reopened or closed; and yours to answer once more' },
  job: { label: 'Long work done', text: 'Something that you had started has ended' },
}
const DIGESTS = [
  { value: 'none', label: 'Not by e-mail' },
  { value: 'hourly', label: 'Every hour' },
  { value: 'daily', label: 'Every morning at 8' },
] satisfies { value: NotificationChoice['digest']; label: string }[]

/** What the person hears of, and where. Each choice is kept at once. */
export const NotificationChoices = () => {
  const chosen = useOne(choices, {})
  const keep = useAction(choose, { refreshes: choices, done: 'Choice saved' })
  const data = chosen.data?.data
  if (chosen.isError && !data)
    return (
      <Notice kind="error" title="Your choices did not load">
        {sentenceOf(chosen.error, choices.failure)}
      </Notice>
    )
  if (!data) return null
  return (
    <>
      {!data.mail && (
        <p className="page-subtitle">This server sends no e-mail. Whoever runs it can set up a mail server.</p>
      )}
      {data.last_digest && <Last digest={data.last_digest} />}
      <ul className="note-choices">
        {data.choices.map(({ kind, in_app, digest }) => (
          <li key={kind}>
            <div className="note-choice-words">
              <strong>{KINDS[kind].label}</strong>
              <span>{KINDS[kind].text}</span>
            </div>
            <label className="note-choice-app" htmlFor={`in-app-${kind}`}>
              <Switch
                id={`in-app-${kind}`}
                size="small"
                checked={in_app}
                disabled={keep.running}
                aria-label={`${KINDS[kind].label}: in the app`}
                onChange={(on) => void keep({ body: { kind, in_app: on } })}
              />
              In the app
            </label>
            <Select
              className="note-choice-mail"
              aria-label={`${KINDS[kind].label}: by e-mail`}
              value={digest}
              disabled={keep.running || !data.mail}
              options={DIGESTS}
              onChange={(value) => void keep({ body: { kind, digest: value } })}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

const Last = ({ digest: { at, state } }: { digest: LastDigest }) => {
  if (state === 'in_doubt')
    return (
      <Notice kind="warning" title="Your last e-mail may not have reached you">
        The server stopped while it sent the one of <When at={at} as="absolute" />. It is not sent again; everything
        that it told is in the list.
      </Notice>
    )
  if (state === 'failed')
    return (
      <Notice kind="warning" title="Your last e-mail was refused">
        Your mail server did not take the one of <When at={at} as="absolute" />. Ask whoever runs Leadroom to check your
        address.
      </Notice>
    )
  return (
    <p className="page-subtitle">
      The last e-mail to you: <When at={at} />
    </p>
  )
}
