import { Button, Progress } from 'antd'
import { leadImports, type LeadImport } from '#contract/leads/imports.ts'
import { useAction } from '#web/kit/data/api.ts'
import { counted } from '#web/kit/look/format.ts'

const DOING = {
  checking: 'Checking the rows. Nothing is added yet.',
  importing: 'Adding the leads.',
  reverting: 'Removing the leads.',
} as const

/** An import that something goes through at this moment. */
export const ImportRunning = ({ found: { id, state, progress, counts, removed, kept } }: { found: LeadImport }) => {
  const cancel = useAction(leadImports.cancel, { refreshes: [leadImports.read, leadImports.list] })
  const doing = state === 'importing' || state === 'reverting' ? state : 'checking'
  const rows = doing === 'reverting' ? counted(removed + kept, 'lead') : counted(counts.rows, 'row')
  return (
    <section className="import-going" aria-label="Progress">
      <p>{DOING[doing]} You can leave this page.</p>
      <Progress percent={Math.floor(progress * 100)} aria-label={DOING[doing]} />
      <p className="import-sum" role="status">
        {rows} so far
        {doing === 'importing' && `, ${counted(counts.added, 'lead')} added`}
        {doing === 'checking' && counts.rejected > 0 && `, ${counts.rejected} rejected`}
      </p>
      {doing !== 'reverting' && (
        <Button loading={cancel.running} onClick={() => void cancel({ body: { id } })}>
          Cancel
        </Button>
      )}
    </section>
  )
}
