import { Link, useSearchParams } from 'react-router'
import { leadImports } from '#contract/leads/imports.ts'
import { STATE } from './import-words.ts'
import { useList } from '#web/kit/data/api.ts'
import { counted } from '#web/kit/look/format.ts'
import { Pager } from '#web/kit/list/Pager.tsx'
import { StatusTag } from '#web/kit/look/StatusTag.tsx'
import { When } from '#web/kit/look/When.tsx'

/** The imports of the company, the newest first. */
export const EarlierImports = () => {
  const [params] = useSearchParams()
  const answer = useList(leadImports.list, { page: Number(params.get('page')) || 1, pageSize: 10 })
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
                {counts.rows > 0 && `${counted(counts.added, 'lead')} of ${counted(counts.rows, 'row')}, `}
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
