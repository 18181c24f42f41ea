import { leadImports, type LeadImport } from '#contract/leads/imports.ts'
import { useAction } from '#web/kit/data/api.ts'
import { ConfirmButton } from '#web/kit/feedback/Confirm.tsx'

/** Forgets a file before anything of it was imported. */
export const DiscardButton = ({
  found: { id, file_name },
  onGone,
}: {
  found: Pick<LeadImport, 'id' | 'file_name'>
  onGone: () => void
}) => {
  const discard = useAction(leadImports.discard, {
    done: 'File removed',
    undo: false,
    refreshes: leadImports.list,
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
