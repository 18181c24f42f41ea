import { Link, useSearchParams } from 'react-router'
import { useList } from '#web/kit/data/api.ts'
import { counted } from '#web/kit/look/format.ts'
import { Pager } from '#web/kit/list/Pager.tsx'
import { StatusTag } from '#web/kit/look/StatusTag.tsx'
import { When } from '#web/kit/look/When.tsx'
import type { ImportArea } from './import-area.ts'
import { STATE } from './import-words.ts'

/** The imports of the area, the newest first. */
export const EarlierImports = ({ area: { calls, noun } }: { area: ImportArea }) => {
  const [params] = useSearchParams()
  const answer = useList(calls.list, { page: Number(params.get('page')) || 1, pageSize: 10 })
  const imports = answer.data
  if (!imports?.data.length) return null
  return (
    <section className="import-rows" aria-label="Past imports">
      <h2>Past imports</h2>
      <ul>
        {imports.data.map(({ id, file_name, state, counts, created_by, created_at }) => (
          <li key={id} className="import-row">
            <StatusTag tone={STATE[state].tone}>{STATE[state].label}</StatusTag>
            <Link to={`?import=${id}`} className="import-row-who">
              {file_name}
            </Link>
            <span className="import-row-why">
              <span>
                {counts.rows > 0 && `${counted(counts.added, noun.one, noun.many)} of ${counted(counts.rows, 'row')}, `}
                {created_by.name}, <When at={created_at} />
              </span>
            </span>
          </li>
        ))}
      </ul>
      <Pager pagination={imports.pagination} linkTo={(page) => `?page=${page}`} />
    </section>
  )
}
