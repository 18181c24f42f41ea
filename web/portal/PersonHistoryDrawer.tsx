import { Button, Drawer } from 'antd'
import { permissionLabel } from '#contract/platform/permission-words.ts'
import { access, type Person, type PersonChange } from '#contract/portal/access.ts'
import { sentenceOf, useOne } from '#web/kit/data/api.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { useFocusBack } from '#web/kit/keys/use-focus-back.ts'
import { When } from '#web/kit/look/When.tsx'

/** What was changed about a person's access, newest first. */
export const PersonHistoryDrawer = ({ person, onClose }: { person: Person; onClose: () => void }) => {
  useFocusBack()
  const { data, error, refetch } = useOne(access.history, { params: { id: person.id } })
  return (
    <Drawer open size={560} title={`History of ${person.name}`} onClose={onClose}>
      {error && (
        <Notice
          kind="error"
          title="The history did not load"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {sentenceOf(error, access.history.failure)}
        </Notice>
      )}
      {data?.data.length === 0 && <p>No changes yet.</p>}
      <ul className="person-history" aria-busy={!data && !error}>
        {data?.data.map((change) => (
          <li key={change.id}>
            <h3>{change.did?.replace('*', () => person.name) ?? `Changed ${person.name}`}</h3>
            <Keys label="Granted" keys={change.granted} />
            <Keys label="Removed" keys={change.removed} />
            <p className="page-subtitle">
              {change.by} · <When at={change.at} />
            </p>
          </li>
        ))}
      </ul>
    </Drawer>
  )
}

const Keys = ({ label, keys }: { label: string; keys: PersonChange['granted'] }) =>
  keys.length > 0 && (
    <p>
      <strong>{label}:</strong> {keys.map(permissionLabel).join(', ')}
    </p>
  )
