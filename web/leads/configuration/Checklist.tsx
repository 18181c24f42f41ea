import { Button } from 'antd'
import { useState } from 'react'
import { checklist } from '#contract/leads/checklist.ts'
import { sentenceOf, useAction, useOne } from '#web/kit/data/api.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { can } from '#web/kit/data/session.ts'
import { ChecklistForm } from './ChecklistForm.tsx'
import { CHECKLIST } from './notification-defaults.ts'

/** What the desk asks before a lead is valid. */
export const Checklist = () => {
  const { data, isError, error, refetch } = useOne(checklist.now, {})
  const [editing, setEditing] = useState(false)
  const change = useAction(checklist.change, { done: 'The default questions are back', refreshes: CHECKLIST })
  if (isError)
    return (
      <Notice
        kind="error"
        title="The checklist did not load"
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      >
        {sentenceOf(error, checklist.now.failure)}
      </Notice>
    )
  const now = data?.data
  const isOwn = now !== undefined && now.version !== 1
  return (
    <section className="section" aria-labelledby="checklist" aria-busy={!now}>
      <div className="settings-head">
        <h2 id="checklist">Checklist</h2>
        {now && can(checklist.change) && (
          <div className="settings-acts">
            {isOwn && (
              <Button
                loading={change.running}
                onClick={() => void change({ body: { version: now.version, items: null } })}
              >
                Use default questions
              </Button>
            )}
            <Button onClick={() => setEditing(true)}>Edit questions</Button>
          </div>
        )}
      </div>
      <p className="page-subtitle">
        {now && `Version ${now.version}. `}A change makes a new version. Earlier verdicts keep theirs.
      </p>
      <ol className="settings">
        {now?.items.map(({ item, question, blocking, unless }) => (
          <li key={item}>
            <div>
              <h3>{question}</h3>
              <p>{blocking ? needsYes(now.items.find((each) => each.item === unless)) : 'Optional'}</p>
            </div>
          </li>
        ))}
      </ol>
      {editing && now && <ChecklistForm now={now} onClose={() => setEditing(false)} />}
    </section>
  )
}

const needsYes = (excuse: { question: string } | undefined) =>
  excuse
    ? `Needs a Yes before a lead is valid, but is optional while “${excuse.question}” has a Yes`
    : 'Needs a Yes before a lead is valid'
