import { notifications, type LastDigest } from '#contract/leads/notifications.ts'
import { YOUR_NEWS } from './notification-words.ts'
import { NotificationRows } from './NotificationRows.tsx'
import { sentenceOf, useAction, useOne } from '#web/kit/data/api.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { When } from '#web/kit/look/When.tsx'

const { choices, choose, follow } = notifications

/** What the person hears of, and where. Each choice is kept at once. */
export const NotificationChoices = () => {
  const chosen = useOne(choices, {})
  const keep = useAction(choose, { refreshes: choices, done: 'Choice saved' })
  const giveUp = useAction(follow, { refreshes: choices, done: 'It is as the company has it' })
  const data = chosen.data?.data
  if (chosen.isError && !data)
    return (
      <Notice kind="error" title="Your choices did not load">
        {sentenceOf(chosen.error, choices.failure)}
      </Notice>
    )
  if (!data) return null
  return (
    <NotificationRows
      choices={data.choices}
      words={YOUR_NEWS}
      mail={data.mail}
      disabled={keep.running || giveUp.running}
      onChoose={(body) => void keep({ body })}
      onFollow={(kind) => void giveUp({ body: { kind } })}
    >
      <p className="page-subtitle">Until you choose for yourself, it is as your company has it.</p>
      {data.last_digest && <Last digest={data.last_digest} />}
    </NotificationRows>
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
