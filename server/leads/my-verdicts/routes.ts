import { myVerdicts } from '#contract/leads/my-verdicts.ts'
import { coalesced, implement } from '#server/kit/implement.ts'
import { asked, leadList } from '#server/leads/lists/list.ts'
import { verdictsOn } from './queries.ts'

export const myVerdictRoutes = implement('my-verdicts', myVerdicts, {
  list: coalesced(
    ({ caller, query: { from_date, to_date, verdict, changed, handled, ...query } }) => ({
      ...asked(caller, 'decided', query),
      verdicts: {
        person: caller.personId,
        time_zone: caller.timeZone,
        ...(from_date !== undefined && { from_date }),
        ...(to_date !== undefined && { to_date }),
        ...(verdict && { verdict }),
        ...(changed && { changed }),
        ...(handled && { handled }),
      },
    }),
    async (tenant, page) => {
      const { data, pagination } = await leadList(tenant, page)
      const verdicts = await verdictsOn(
        tenant,
        page.verdicts.person,
        data.map(({ id }) => id),
      )
      const rows = data.flatMap((lead) => {
        const own_verdict = verdicts.get(lead.id)
        return own_verdict ? [{ ...lead, own_verdict }] : []
      })
      return { data: rows, pagination }
    },
  ),
})
