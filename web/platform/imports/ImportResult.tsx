import { DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { AnyImport, ImportCalls } from '#contract/platform/import-calls.ts'
import { sentenceOf, useAction } from '#web/kit/data/api.ts'
import { counted } from '#web/kit/look/format.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { can } from '#web/kit/data/session.ts'
import { toast } from '#web/kit/feedback/toast.ts'
import { DiscardButton } from './DiscardButton.tsx'
import type { ImportArea } from './import-area.ts'
import { ImportRows } from './ImportRows.tsx'
import { ImportSums } from './ImportSums.tsx'
import { ImportWarnings } from './ImportWarnings.tsx'
import { KeptRows } from './KeptRows.tsx'
import { downloadRows } from './rejected.ts'
import { RevertButton } from './RevertButton.tsx'

interface ImportResultProps {
  area: ImportArea
  found: AnyImport
  onGone: () => void
}

/** What an import would do, or has done, with every row that was not simply added. */
export const ImportResult = ({ area, found, onGone }: ImportResultProps) => {
  const { calls, noun, lists, words } = area
  const { id, state, counts, removed, kept, file_gone } = found
  const refreshes = [calls.read, calls.list, ...lists]
  const start = useAction(calls.start, { refreshes })
  const reread = useAction(calls.reread, { refreshes })
  const ready = state === 'ready'
  const nouns = (count: number) => counted(count, noun.one, noun.many)
  return (
    <>
      {state === 'reverted' && (
        <Notice kind="info" title={`Reverted: ${nouns(removed)} ${words.reverted}`}>
          {kept > 0 && `${nouns(kept)} stayed, because someone has worked on them since.`}
        </Notice>
      )}
      {state === 'revert_stopped' && (
        <Notice kind="warning" title={`Reverting stopped after ${nouns(removed)}`}>
          {kept > 0 && `${nouns(kept)} stayed, because someone has worked on them since. `}
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
      <ImportSums area={area} found={found} />
      <ImportWarnings area={area} found={found} />
      {ready && area.Preview && <area.Preview found={found} />}
      <div className="import-foot">
        {ready && <DiscardButton calls={calls} found={found} onGone={onGone} />}
        {ready && (
          <Button loading={reread.running} onClick={() => void reread({ body: { id } })}>
            Back to the columns
          </Button>
        )}
        {counts.rejected > 0 && can(calls.rejected) && (
          <RowsButton
            calls={calls}
            found={found}
            outcome="rejected"
            label={`Download ${counted(counts.rejected, 'rejected row')}`}
            called="rejected"
          />
        )}
        {counts.duplicates > 0 && can(calls.rejected) && (
          <RowsButton
            calls={calls}
            found={found}
            outcome="duplicate"
            label={`Download ${counted(counts.duplicates, area.known.one, area.known.many)}`}
            called={area.known.many}
          />
        )}
        {(state === 'imported' || state === 'stopped' || state === 'revert_stopped') && (
          <RevertButton area={area} found={found} refreshes={refreshes} />
        )}
        {state === 'imported' && (
          <Link to={area.addedHref(found)} className="link-button" tabIndex={-1}>
            <Button type="primary">See the {noun.many}</Button>
          </Link>
        )}
        {(ready || (state === 'stopped' && !file_gone)) && (
          <Button
            type="primary"
            disabled={ready && counts.added === 0}
            loading={start.running}
            onClick={() => void start({ body: { id } })}
          >
            {ready ? `Import ${nouns(counts.added)}` : 'Continue'}
          </Button>
        )}
      </div>
      {state === 'reverted' && kept > 0 && <KeptRows area={area} id={id} />}
      <ImportRows area={area} found={found} />
    </>
  )
}

interface RowsButtonProps {
  calls: ImportCalls
  found: AnyImport
  outcome: 'rejected' | 'duplicate'
  label: string
  called: string
}

const RowsButton = ({ calls: { rejected }, found: { id, file_name }, outcome, label, called }: RowsButtonProps) => {
  const [loading, setLoading] = useState(false)
  const download = async () => {
    setLoading(true)
    try {
      await downloadRows(rejected, id, file_name, { outcome, called })
    } catch (failure) {
      toast.failed(sentenceOf(failure, rejected.failure), { retry: () => void download() })
    } finally {
      setLoading(false)
    }
  }
  return (
    <Button icon={<DownloadOutlined aria-hidden />} loading={loading} onClick={() => void download()}>
      {label}
    </Button>
  )
}
