import type { AnyImport } from '#contract/platform/import-calls.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { counted } from '#web/kit/look/format.ts'

/** Which cells are left out of the rows that are added, with some of them. */
export const ImportWarnings = ({ found: { warnings, state } }: { found: AnyImport }) =>
  warnings.length > 0 && (
    <Notice
      kind="warning"
      title={
        state === 'ready'
          ? 'These cells will be left out. Their rows will be added without them.'
          : 'These cells were left out. Their rows were added without them.'
      }
    >
      <ul className="import-warnings" aria-label="Cells left out">
        {warnings.map(({ column, cells, samples }, at) => (
          <li key={at}>
            <strong>{column}</strong>: {counted(cells, 'cell')}
            {samples.length > 0 && `, such as ${samples.map((sample) => `“${sample}”`).join(', ')}`}
          </li>
        ))}
      </ul>
    </Notice>
  )
