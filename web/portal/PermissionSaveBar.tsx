import { Button } from 'antd'
import { permissionLabel } from '#contract/platform/permission-words.ts'
import { LeaveGuard } from '#web/kit/grid/LeaveGuard.tsx'
import { KeyNames } from '#web/kit/keys/KeyNames.tsx'
import { counted } from '#web/kit/look/format.ts'
import type { usePermissionEdits } from './use-permission-edits.ts'

const MOST_NAMED = 3

/** Under the table while something is not saved: what it is, and the button that saves it. */
export const PermissionSaveBar = ({ draft }: { draft: ReturnType<typeof usePermissionEdits> }) => {
  const { edits, discard, save, isSaving } = draft
  if (edits.size === 0) return null
  const words = [...edits].map(([key, granted]) => `${permissionLabel(key)} ${granted ? 'granted' : 'removed'}`)
  const named = words.slice(0, MOST_NAMED).join(', ')
  return (
    <section className="grants-foot" aria-label="Unsaved changes">
      <p role="status" className="cut">
        <strong>{counted(edits.size, 'change')} not saved</strong>{' '}
        {words.length > MOST_NAMED ? `${named} and ${words.length - MOST_NAMED} more` : named}
      </p>
      <Button onClick={discard}>Discard</Button>
      <Button type="primary" loading={isSaving} aria-keyshortcuts="Control+S" onClick={save}>
        Save {counted(edits.size, 'change')} <KeyNames keys="ctrl+s" />
      </Button>
      <LeaveGuard what={counted(edits.size, 'unsaved change')} />
    </section>
  )
}
