import { Button } from 'antd'
import { useSearchParams } from 'react-router'
import { leadImports, type LeadImport } from '#contract/leads/imports.ts'
import { sentenceOf, useWatched } from '#web/kit/data/api.ts'
import { NoPermission } from '#web/kit/list/ListStates.tsx'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { Page } from '#web/kit/look/Page.tsx'
import { can } from '#web/kit/data/session.ts'
import { ChooseFile } from './ChooseFile.tsx'
import { EarlierImports } from './EarlierImports.tsx'
import { FileReading } from './FileReading.tsx'
import { ImportResult } from './ImportResult.tsx'
import { ImportRunning } from './ImportRunning.tsx'
import { MatchColumns } from './MatchColumns.tsx'
import './imports.css'

const TITLE = 'Import Leads'

/** Leads out of a file: choose it, match its columns, see what would happen, import. The address says which import. */
export default function ImportLeadsPage() {
  const [params, setParams] = useSearchParams()
  const id = Number(params.get('import'))
  const open = (next: number | undefined) => setParams(next === undefined ? {} : { import: String(next) })
  if (!can(leadImports.list))
    return (
      <Page title={TITLE}>
        <NoPermission noun={['import', 'imports']} permission={leadImports.list.permission} />
      </Page>
    )
  if (id > 0) return <OneImport id={id} onClose={() => open(undefined)} />
  return (
    <Page title={TITLE} width={960} subtitle="Step 1 of 4: choose a CSV file with a row for each lead.">
      <ChooseFile onUploaded={open} />
      <EarlierImports />
    </Page>
  )
}

const OneImport = ({ id, onClose }: { id: number; onClose: () => void }) => {
  const answer = useWatched(leadImports.read, { params: { id } }, ({ data }) => isGoing(data))
  const found = answer.data?.data
  return (
    <Page
      title={TITLE}
      width={960}
      subtitle={found && `${stepOf(found)} · ${found.file_name}`}
      actions={<Button onClick={onClose}>All imports</Button>}
    >
      {answer.isError && !found && (
        <Notice
          kind="error"
          title={sentenceOf(answer.error, leadImports.read.failure)}
          action={<Button onClick={onClose}>Choose a file</Button>}
        />
      )}
      {found?.problem && <Notice kind="error" title={found.problem} />}
      {found && <Step found={found} onClose={onClose} />}
    </Page>
  )
}

const isGoing = ({ state }: LeadImport) => state === 'checking' || state === 'importing' || state === 'reverting'

const STEPS: Partial<Record<LeadImport['state'], string>> = {
  mapping: 'Step 2 of 4: match the columns',
  checking: 'Step 3 of 4: checking',
  ready: 'Step 3 of 4: preview',
  importing: 'Step 4 of 4: import',
  stopped: 'Stopped',
  revert_stopped: 'Reverting stopped',
}
const stepOf = ({ state }: LeadImport) => STEPS[state] ?? 'Done'

const Step = ({ found, onClose }: { found: LeadImport; onClose: () => void }) => {
  if (found.state === 'mapping')
    return (
      <>
        <FileReading found={found} />
        <MatchColumns key={`${found.separator}${found.encoding}${found.header}`} found={found} onGone={onClose} />
      </>
    )
  if (isGoing(found)) return <ImportRunning found={found} />
  return <ImportResult found={found} onGone={onClose} />
}
