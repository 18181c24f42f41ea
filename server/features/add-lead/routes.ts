import { addLead } from '#contract/add-lead.ts'
import { takeIn } from '#server/domain/intake.ts'
import { checkOffered } from '#server/domain/choices.ts'
import { writtenLead } from '#server/domain/leads/rows.ts'
import { implement } from '#server/kit/implement.ts'

export const addLeadRoutes = implement('add-lead', addLead, {
  async add({ tenant, caller, body: { source = 'manual', ...enquiry } }) {
    await checkOffered(tenant, 'source', source)
    const { id } = await takeIn(tenant, enquiry, { source, createdBy: caller.personId })
    return { data: await writtenLead(tenant, caller, id), message: 'Lead added' }
  },
})
