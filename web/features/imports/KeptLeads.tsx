import { useState } from 'react'
import { Button } from 'antd'
import { leadImports } from '#contract/imports.ts'
import { useList } from '#web/kit/api.ts'
import { When } from '#web/kit/When.tsx'

/** Leads that reverting has left, with who worked on them. */
export const KeptLeads = ({ id }: { id: number }) => {
  const [pageSize, setPageSize] = useState(20)
  const answer = useList({ ...leadImports.kept, path: leadImports.kept.path.replace(':id', String(id)) }, { pageSize })
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
      {rows && rows.pagination.total > rows.data.length && pageSize < 100 && (
        <Button onClick={() => setPageSize(100)}>Show more</Button>
      )}
    </section>
  )
}
