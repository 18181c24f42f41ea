import type { AnyImport } from '#contract/platform/import-calls.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { counted } from '#web/kit/look/format.ts'
import { ColumnName } from './ColumnName.tsx'
import type { ImportArea } from './import-area.ts'

interface ImportWarningsProps {
  area: ImportArea
  found: AnyImport
}

/** Which cells are left out of the rows that are added, with some of them. */
export const ImportWarnings = ({ area, found }: ImportWarningsProps) =>
  found.warnings.length > 0 && (
    <Notice
      kind="warning"
      title={
        found.state === 'ready'
          ? 'These cells will be left out. Their rows will be added without them.'
          : 'These cells were left out. Their rows were added without them.'
      }
    >
      <ul className="import-warnings" aria-label="Cells left out">
        {found.warnings.map(({ column, cells, samples }, at) => (
          <li key={at}>
            <ColumnName area={area} found={found} column={column} />: {counted(cells, 'cell')}
            {samples.length > 0 && `, such as ${samples.map((sample) => `“${sample}”`).join(', ')}`}
          </li>
        ))}
      </ul>
    </Notice>
  )
