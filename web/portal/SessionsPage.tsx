import { Button } from 'antd'
import { session as portal } from '#contract/portal/session.ts'
import { sentenceOf, useAction, useOne } from '#web/kit/data/api.ts'
import { ConfirmButton } from '#web/kit/feedback/Confirm.tsx'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { Page } from '#web/kit/look/Page.tsx'
import { StatusTag } from '#web/kit/look/StatusTag.tsx'
import { When } from '#web/kit/look/When.tsx'
import './portal.css'

/** Where the person is signed in. */
export default function SessionsPage() {
  const { data, isError, error, refetch } = useOne(portal.sessions, {})
  const end = useAction(portal.endSession, { done: 'Session ended', undo: false, refreshes: portal.sessions })
  return (
    <Page
      title="Sessions"
      subtitle="Browsers where you are signed in. Sign out any you don’t recognise, then change your password."
      width={720}
    >
      {isError && (
        <Notice
          kind="error"
          title="Sessions did not load"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {sentenceOf(error, portal.sessions.failure)}
        </Notice>
      )}
      <ul className="rows">
        {(data?.data ?? []).map(({ id, current, company_name, user_agent, address, created_at, last_seen_at }) => (
          <li key={id} className="row">
            <span className="row-main">
              <strong>{browserOf(user_agent)}</strong>
              <span className="second">
                {company_name} · {address} · signed in <When at={created_at} /> · last seen <When at={last_seen_at} />
              </span>
            </span>
            {current ? (
              <StatusTag tone="success">This one</StatusTag>
            ) : (
              <ConfirmButton
                label="End session"
                title={`End the session of ${browserOf(user_agent)}?`}
                verb="End session"
                running={end.running}
                run={(done) => end({ body: { id } }, done)}
              >
                It is signed out at once. You can’t undo this.
              </ConfirmButton>
            )}
          </li>
        ))}
      </ul>
    </Page>
  )
}

/** `Firefox on Linux`, as far as the browser's own words tell. */
const browserOf = (agent: string) => {
  const browser = /Edg\//.test(agent) ? 'Edge' : (/Firefox|Chrome|Safari/.exec(agent)?.[0] ?? 'Browser')
  const system = /Windows|Android|iPhone|iPad|Mac OS|Linux/.exec(agent)?.[0]
  return system ? `${browser} on ${system.replace('Mac OS', 'macOS')}` : browser
}
