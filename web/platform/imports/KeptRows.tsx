import { useSearchParams } from 'react-router'
import { useList } from '#web/kit/data/api.ts'
import { Pager } from '#web/kit/list/Pager.tsx'
import { When } from '#web/kit/look/When.tsx'
import { capitalised } from '#web/platform/changes/change-words.ts'
import type { ImportArea } from './import-area.ts'

/** Rows that reverting has left, with who worked on them. */
export const KeptRows = ({ area, id }: { area: ImportArea; id: number }) => {
  const { kept } = area.calls
  const [params] = useSearchParams()
  const page = Number(params.get('page')) || 1
  const answer = useList({ ...kept, path: kept.path.replace(':id', String(id)) }, { page })
  const rows = answer.data
  const title = `${capitalised(area.noun.many)} that stayed`
  return (
    <section className="import-rows" aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {rows?.data.map((row) => {
          const { label, name } = area.keptAs(row)
          return (
            <li key={row.id} className="import-row">
              <span className="import-row-no">{label}</span>
              <span className="import-row-who">{name}</span>
              <span className="import-row-why">
                <span>
                  Worked on by {row.touched_by?.name ?? 'somebody'} <When at={row.touched_at} />
                </span>
              </span>
            </li>
          )
        })}
      </ul>
      {rows && <Pager pagination={rows.pagination} linkTo={(next) => `?import=${id}&page=${next}`} />}
    </section>
  )
}
