import type { Endpoint } from '#contract/kit/endpoint.ts'
import { leadImports, type LeadImport } from '#contract/leads/imports.ts'
import { useAction } from '#web/kit/data/api.ts'
import { ConfirmButton } from '#web/kit/feedback/Confirm.tsx'
import { counted } from '#web/kit/look/format.ts'

/** Takes an import back, once; or what is left of it, where that was stopped. */
export const RevertButton = ({ found, refreshes }: { found: LeadImport; refreshes: readonly Endpoint[] }) => {
  const { state, counts, removed, kept } = found
  const revert = useAction(leadImports.revert, { refreshes })
  const added = counted(Math.max(counts.added - removed - kept, 0), 'lead')
  return (
    <ConfirmButton
      danger
      label={state === 'revert_stopped' ? 'Continue reverting' : 'Revert import'}
      title={`Revert the import of ${found.file_name}?`}
      verb={`Revert ${added}`}
      running={revert.running}
      run={() => revert({ body: { id: found.id } })}
    >
      {added} of this import will be deleted. Leads that someone has worked on since stay, and are listed afterwards.
      You can’t undo this.
    </ConfirmButton>
  )
}
