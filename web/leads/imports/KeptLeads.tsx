import { useSearchParams } from 'react-router'
import { leadImports } from '#contract/leads/imports.ts'
import { useList } from '#web/kit/data/api.ts'
import { Pager } from '#web/kit/list/Pager.tsx'
import { When } from '#web/kit/look/When.tsx'

/** Leads that reverting has left, with who worked on them. */
export const KeptLeads = ({ id }: { id: number }) => {
  const [params] = useSearchParams()
  const page = Number(params.get('page')) || 1
  const answer = useList({ ...leadImports.kept, path: leadImports.kept.path.replace(':id', String(id)) }, { page })
  const rows = answer.data
  return (
    <section className="import-rows" aria-label="Leads that stayed">
      <h2>Leads that stayed</h2>
      <ul>
        {rows?.data.map(({ id: lead, lead_no, name, touched_at, touched_by }) => (
          <li key={lead} className="import-row">
            <span className="import-row-no">Lead {lead_no}</span>
            <span className="import-row-who">{name}</span>
            <span className="import-row-why">
              <span>
                Worked on by {touched_by?.name ?? 'somebody'} <When at={touched_at} />
              </span>
            </span>
          </li>
        ))}
      </ul>
      {rows && <Pager pagination={rows.pagination} linkTo={(next) => `?import=${id}&page=${next}`} />}
    </section>
  )
}
