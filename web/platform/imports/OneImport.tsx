import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import type { AnyImport } from '#contract/platform/import-calls.ts'
import type { ImportState } from '#contract/platform/imports.ts'
import { refresh, sentenceOf, useWatched } from '#web/kit/data/api.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { Page } from '#web/kit/look/Page.tsx'
import { FileReading } from './FileReading.tsx'
import type { ImportArea } from './import-area.ts'
import { ImportResult } from './ImportResult.tsx'
import { ImportRunning } from './ImportRunning.tsx'
import { MatchColumns } from './MatchColumns.tsx'

interface OneImportProps {
  area: ImportArea
  id: number
  onClose: () => void
}

/** An import after its file was sent: the step that it is at. */
export const OneImport = ({ area, id, onClose }: OneImportProps) => {
  const { read } = area.calls
  const answer = useWatched(read, { params: { id } }, ({ data }) => isGoing(data))
  const found = answer.data?.data
  useEnded(found !== undefined && isGoing(found), () => void refresh([area.calls.list, ...area.lists]))
  return (
    <Page
      title={area.title}
      width={960}
      subtitle={found && `${stepOf(found)} · ${found.file_name}`}
      actions={<Button onClick={onClose}>All imports</Button>}
    >
      {answer.isError && !found && (
        <Notice
          kind="error"
          title={sentenceOf(answer.error, read.failure)}
          action={<Button onClick={onClose}>Choose a file</Button>}
        />
      )}
      {found?.problem && <Notice kind="error" title={found.problem} />}
      {found && <Step area={area} found={found} onClose={onClose} />}
    </Page>
  )
}

/** Runs once something has stopped that was going on. */
const useEnded = (going: boolean, run: () => void) => {
  const before = useRef(going)
  useEffect(() => {
    if (before.current && !going) run()
    before.current = going
  })
}

const isGoing = ({ state }: AnyImport) => state === 'checking' || state === 'importing' || state === 'reverting'

const STEPS: Partial<Record<ImportState, string>> = {
  mapping: 'Step 2 of 4: match the columns',
  checking: 'Step 3 of 4: checking',
  ready: 'Step 3 of 4: preview',
  importing: 'Step 4 of 4: import',
  stopped: 'Stopped',
  revert_stopped: 'Reverting stopped',
}
const stepOf = ({ state }: AnyImport) => STEPS[state] ?? 'Done'

interface StepProps extends Omit<OneImportProps, 'id'> {
  found: AnyImport
}

const Step = ({ area: ofAll, found, onClose }: StepProps) => {
  const area = { ...ofAll, ...ofAll.ofImport?.(found) }
  if (found.state === 'mapping')
    return (
      <>
        <FileReading calls={area.calls} found={found} />
        <MatchColumns
          key={`${found.separator}${found.encoding}${found.header}${found.first_row}`}
          area={area}
          found={found}
          onGone={onClose}
        />
      </>
    )
  if (isGoing(found)) return <ImportRunning area={area} found={found} />
  return <ImportResult area={area} found={found} onGone={onClose} />
}
