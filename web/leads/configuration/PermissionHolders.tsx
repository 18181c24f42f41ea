import { Button } from 'antd'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { configuration } from '#contract/leads/configuration.ts'
import { permissionLabel } from '#contract/platform/permission-words.ts'
import { PERMISSION_GROUPS } from '#contract/kit/permissions.ts'
import { sentenceOf, useOne } from '#web/kit/data/api.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { can } from '#web/kit/data/session.ts'
import { personPath } from '#web/platform/people/person-path.ts'
import { SectionHistory } from './SectionHistory.tsx'

/** Who holds which key, to be read; rights are given under People. */
export const PermissionHolders = () => {
  const { data, isError, error, refetch } = useOne(configuration.holders, {})
  if (isError)
    return (
      <Notice
        kind="error"
        title="The permissions did not load"
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      >
        {sentenceOf(error, configuration.holders.failure)}
      </Notice>
    )
  const held = new Map(data?.data.map((each) => [each.key, each]))
  return (
    <>
      <p className="page-subtitle">
        The people with each permission.{' '}
        {can('people_manage') ? (
          <>
            <Link to="/app/people">Change them under People</Link>. Open a name to see that person, or to view as them.
          </>
        ) : (
          'They are granted under People.'
        )}
      </p>
      {Object.entries(PERMISSION_GROUPS).map(([group, keys]) => (
        <section className="section" key={group}>
          <h2>{group}</h2>
          <ul className="settings" aria-busy={!data}>
            {keys.map((key) => {
              const { people = [], total = 0 } = held.get(key) ?? {}
              return (
                <li key={key}>
                  <div>
                    <h3>
                      {permissionLabel(key)} <code className="permission-key">{key}</code>
                    </h3>
                    <p>
                      {people.map(({ id, name }, at) => (
                        <Fragment key={id}>
                          {at > 0 && ', '}
                          {can('people_manage') ? <Link to={personPath(id)}>{name}</Link> : name}
                        </Fragment>
                      ))}
                      {data && people.length === 0 && 'Nobody'}
                      {total > people.length && `, and ${total - people.length} more`}
                    </p>
                  </div>
                </li>
              )
            })}
          </ul>
        </section>
      ))}
      <SectionHistory section="permissions" keptBy="people_manage" />
    </>
  )
}
