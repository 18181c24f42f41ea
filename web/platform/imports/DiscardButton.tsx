import type { AnyImport, ImportCalls } from '#contract/platform/import-calls.ts'
import { useAction } from '#web/kit/data/api.ts'
import { ConfirmButton } from '#web/kit/feedback/Confirm.tsx'

/** Forgets a file before anything of it was imported. */
export const DiscardButton = ({
  calls,
  found: { id, file_name },
  onGone,
}: {
  calls: ImportCalls
  found: AnyImport
  onGone: () => void
}) => {
  const discard = useAction(calls.discard, {
    done: 'File removed',
    undo: false,
    refreshes: calls.list,
    then: onGone,
  })
  return (
    <ConfirmButton
      label="Remove this file"
      title={`Remove ${file_name}?`}
      verb="Remove the file"
      running={discard.running}
      run={() => discard({ body: { id } })}
    >
      Nothing from it was imported. The file and its matched columns are deleted. You can’t undo this.
    </ConfirmButton>
  )
}
