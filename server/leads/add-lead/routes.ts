import { addLead } from '#contract/leads/add-lead.ts'
import { createLead } from '#server/leads/intake/intake.ts'
import { checkOffered } from '#server/leads/company-words/choices.ts'
import { writtenLead } from '#server/leads/lists/rows.ts'
import { implement } from '#server/kit/implement.ts'

export const addLeadRoutes = implement('add-lead', addLead, {
  async add({ tenant, caller, body: { source = 'manual', ...enquiry } }) {
    await checkOffered(tenant, 'source', source)
    const { id } = await createLead(tenant, enquiry, { source, createdBy: caller.personId })
    return { data: await writtenLead(tenant, caller, id), message: 'Lead added' }
  },
})
