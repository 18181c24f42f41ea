import { DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { leadImports, type LeadImport } from '#contract/leads/imports.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { sentenceOf, useAction } from '#web/kit/data/api.ts'
import { counted, formats } from '#web/kit/look/format.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { can } from '#web/kit/data/session.ts'
import { toast } from '#web/kit/feedback/toast.ts'
import { DiscardButton } from './DiscardButton.tsx'
import { ImportRows } from './ImportRows.tsx'
import { KeptLeads } from './KeptLeads.tsx'
import { downloadRejected } from './rejected.ts'
import { RevertButton } from './RevertButton.tsx'

/** What an import would do, or has done, with every row that was not simply added. */
export const ImportResult = ({ found, onGone }: { found: LeadImport; onGone: () => void }) => {
  const { id, state, counts, removed, kept, file_gone } = found
  const refreshes = [leadImports.read, leadImports.list, marketingLeads.list]
  const start = useAction(leadImports.start, { refreshes })
  const reread = useAction(leadImports.reread, { refreshes })
  const ready = state === 'ready'
  return (
    <>
      {state === 'reverted' && (
        <Notice kind="info" title={`Reverted: ${counted(removed, 'lead')} removed`}>
          {kept > 0 && `${counted(kept, 'lead')} stayed, because someone has worked on them since.`}
        </Notice>
      )}
      {state === 'revert_stopped' && (
        <Notice kind="warning" title={`Reverting stopped after ${counted(removed, 'lead')}`}>
          {kept > 0 && `${counted(kept, 'lead')} stayed, because someone has worked on them since. `}
          The rest were not reverted. Continue to revert them too.
        </Notice>
      )}
      {state === 'stopped' && (
        <Notice kind="warning" title={`Stopped after ${counted(counts.rows, 'row')}`}>
          {file_gone
            ? 'It can’t continue: its file was deleted 30 days after it stopped. Choose the file again for the rest, or revert the import.'
            : 'Continue where it stopped, or revert the import.'}
        </Notice>
      )}
      <Sums found={found} />
      <div className="import-foot">
        {ready && <DiscardButton found={found} onGone={onGone} />}
        {ready && (
          <Button loading={reread.running} onClick={() => void reread({ body: { id } })}>
            Back to the columns
          </Button>
        )}
        {counts.rejected > 0 && can(leadImports.rejected) && <RejectedButton found={found} />}
        {(state === 'imported' || state === 'stopped' || state === 'revert_stopped') && (
          <RevertButton found={found} refreshes={refreshes} />
        )}
        {state === 'imported' && (
          <Link to={`/marketing/marketing_leads_list?source=${found.source}`} className="link-button" tabIndex={-1}>
            <Button type="primary">See the leads</Button>
          </Link>
        )}
        {(ready || (state === 'stopped' && !file_gone)) && (
          <Button
            type="primary"
            disabled={ready && counts.added === 0}
            loading={start.running}
            onClick={() => void start({ body: { id } })}
          >
            {ready ? `Import ${counted(counts.added, 'lead')}` : 'Continue'}
          </Button>
        )}
      </div>
      {state === 'reverted' && kept > 0 && <KeptLeads id={id} />}
      <ImportRows found={found} />
    </>
  )
}

const Sums = ({ found: { counts, state } }: { found: LeadImport }) => {
  const future = state === 'ready'
  const left = counts.duplicates - counts.duplicates_added
  const sums = [
    { label: future ? 'will be added' : 'added', value: counts.added, shown: true },
    {
      label: `${left === 1 ? 'duplicate' : 'duplicates'} ${future ? 'will be left out' : 'left out'}`,
      value: left,
      shown: left > 0,
    },
    { label: 'duplicates among those added', value: counts.duplicates_added, shown: counts.duplicates_added > 0 },
    { label: 'of them quarantined by a restricted domain', value: counts.held, shown: counts.held > 0 },
    { label: 'of them invalid because of a restricted domain', value: counts.invalid, shown: counts.invalid > 0 },
    { label: 'of them without their phone number', value: counts.noted, shown: counts.noted > 0 },
    { label: future ? 'will be rejected' : 'rejected', value: counts.rejected, shown: true },
  ]
  return (
    <dl className="import-sums" aria-label={`Of ${counted(counts.rows, 'row')}`}>
      {sums.map(
        ({ label, value, shown }) =>
          shown && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{formats().number(value)}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

const RejectedButton = ({ found: { id, file_name, counts } }: { found: LeadImport }) => {
  const [loading, setLoading] = useState(false)
  const download = async () => {
    setLoading(true)
    try {
      await downloadRejected(id, file_name)
    } catch (failure) {
      toast.failed(sentenceOf(failure, leadImports.rejected.failure), { retry: () => void download() })
    } finally {
      setLoading(false)
    }
  }
  return (
    <Button icon={<DownloadOutlined aria-hidden />} loading={loading} onClick={() => void download()}>
      Download {counted(counts.rejected, 'rejected row')}
    </Button>
  )
}
