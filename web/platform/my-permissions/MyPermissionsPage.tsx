import { Segmented } from 'antd'
import { useSearchParams } from 'react-router'
import { myPermissions } from '#contract/platform/my-permissions.ts'
import { permissionLabel } from '#contract/platform/permission-words.ts'
import { PERMISSION_GROUPS, PERMISSION_KEYS } from '#contract/kit/permissions.ts'
import { sentenceOf, useOne } from '#web/kit/data/api.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { Page } from '#web/kit/look/Page.tsx'
import { granterWords } from '#web/kit/feedback/permission-words.ts'
import { can } from '#web/kit/data/session.ts'
import { StatusTag } from '#web/kit/look/StatusTag.tsx'
import './my-permissions.css'

const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'granted', label: 'Granted' },
  { value: 'missing', label: 'Not granted' },
]

/** Every permission: granted or not, and who can grant the others. */
export default function MyPermissionsPage() {
  const [params, setParams] = useSearchParams()
  const { data, error } = useOne(myPermissions.granters, {})
  const granters = new Map(data?.data.map((each) => [each.key, each]))
  const show = params.get('show') ?? 'all'
  const granted = PERMISSION_KEYS.filter((key) => can(key)).length
  const groups = Object.entries(PERMISSION_GROUPS)
    .map(([group, keys]) => ({
      group,
      keys: keys.filter((key) => show === 'all' || can(key) === (show === 'granted')),
    }))
    .filter(({ keys }) => keys.length > 0)
  return (
    <Page
      title="My permissions"
      width={720}
      subtitle={`You have ${granted} of ${PERMISSION_KEYS.length} permissions in this company.`}
      actions={
        <Segmented
          aria-label="Which permissions"
          options={FILTERS}
          value={show}
          onChange={(value) => setParams(value === 'all' ? {} : { show: value }, { replace: true })}
        />
      }
    >
      {error && (
        <Notice kind="error" title="The people who can grant permissions did not load">
          {sentenceOf(error, myPermissions.granters.failure)}
        </Notice>
      )}
      {groups.length === 0 && <p>{show === 'granted' ? 'You have no permissions.' : 'You have every permission.'}</p>}
      {groups.map(({ group, keys }) => (
        <section className="section" key={group}>
          <h2>{group}</h2>
          <ul className="settings">
            {keys.map((key) => {
              const found = granters.get(key)
              return (
                <li key={key}>
                  <div>
                    <h3>{permissionLabel(key)}</h3>
                    <p>
                      <code>{key}</code>
                      {!can(key) && found && <span className="granters">{granterWords(found)}</span>}
                    </p>
                  </div>
                  <StatusTag tone={can(key) ? 'success' : 'neutral'}>{can(key) ? 'Granted' : 'Not granted'}</StatusTag>
                </li>
              )
            })}
          </ul>
        </section>
      ))}
    </Page>
  )
}
