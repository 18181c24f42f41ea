import { useSearchParams } from 'react-router'
import { late } from '#web/kit/feedback/late.tsx'
import { NoPermission } from '#web/kit/list/ListStates.tsx'
import { Page } from '#web/kit/look/Page.tsx'
import { can } from '#web/kit/data/session.ts'
import { ChooseFile } from './ChooseFile.tsx'
import { EarlierImports } from './EarlierImports.tsx'
import type { ImportArea } from './import-area.ts'
import { TemplateButtons } from './TemplateButtons.tsx'
import './imports.css'

const OneImport = late(() => import('./OneImport.tsx').then(({ OneImport }) => OneImport))

/** Rows of an area out of a file: choose it, match its columns, see what would happen, import. The address says which import. */
export const ImportSteps = ({ area }: { area: ImportArea }) => {
  const { calls, title, noun } = area
  const [params, setParams] = useSearchParams()
  const id = Number(params.get('import'))
  const open = (next: number | undefined) => setParams(next === undefined ? {} : { import: String(next) })
  if (!can(calls.list))
    return (
      <Page title={title}>
        <NoPermission noun={['import', 'imports']} permission={calls.list.permission} />
      </Page>
    )
  if (id > 0) return <OneImport area={area} id={id} onClose={() => open(undefined)} />
  return (
    <Page
      title={title}
      width={960}
      subtitle={`Step 1 of 4: choose a CSV, Excel, OpenDocument or vCard file with a row for each ${noun.one}.`}
    >
      <ChooseFile area={area} onUploaded={open} />
      {area.template && <TemplateButtons noun={noun} template={area.template} />}
      <EarlierImports area={area} />
    </Page>
  )
}
