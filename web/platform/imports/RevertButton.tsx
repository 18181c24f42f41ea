import type { Endpoint } from '#contract/kit/endpoint.ts'
import type { AnyImport } from '#contract/platform/import-calls.ts'
import { useAction } from '#web/kit/data/api.ts'
import { ConfirmButton } from '#web/kit/feedback/Confirm.tsx'
import { counted } from '#web/kit/look/format.ts'
import type { ImportArea } from './import-area.ts'

interface RevertButtonProps {
  area: ImportArea
  found: AnyImport
  refreshes: readonly Endpoint[]
}

/** Takes an import back, once; or what is left of it, where that was stopped. */
export const RevertButton = ({ area: { calls, noun, words }, found, refreshes }: RevertButtonProps) => {
  const { state, counts, removed, kept } = found
  const revert = useAction(calls.revert, { refreshes })
  const added = counted(Math.max(counts.added - removed - kept, 0), noun.one, noun.many)
  return (
    <ConfirmButton
      danger
      label={state === 'revert_stopped' ? 'Continue reverting' : 'Revert import'}
      title={`Revert the import of ${found.file_name}?`}
      verb={`Revert ${added}`}
      running={revert.running}
      run={() => revert({ body: { id: found.id } })}
    >
      {words.revert(added)}
    </ConfirmButton>
  )
}
