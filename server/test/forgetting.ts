import { bulk } from '#contract/leads/bulk.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { leadEdits } from '#contract/leads/lead-edits.ts'
import { forgetOld } from '#server/app/forget.ts'
import { openIdentity } from '#server/db/identity/door.ts'
import type { TestApp, TestPerson } from './app.ts'
import { putLead } from './journey.ts'

/** What `deletedLead` told of somebody. */
export const PERSONAL = /Yuki|Tanabe|tanabe|Please call|923005550158/

/** Makes rows old, has what is old forgotten, and looks at what is left. */
export const forgettingOf = (app: TestApp) => {
  const forget = (
    onError: (error: unknown) => void = (error) => {
      throw error
    },
  ) => forgetOld(app.services.tenants, openIdentity(app.services.workPool), onError)
  const select = async (person: TestPerson) =>
    (await person.call(bulk.select, { body: { list: 'marketing', filter: {} } })).data.id
  const age = (person: TestPerson, table: string, column: string, id: number, days: number) =>
    app.sql(
      person.companyId,
      `update ${table} set ${column} = now() - make_interval(days => $2) - interval '1 minute' where id = $1`,
      [id, days],
    )
  /** A lead that people have worked with, deleted so long ago. */
  const deletedLead = async (person: TestPerson, days: number) => {
    const id = await putLead(app, person, { name: 'Yuki Tanabe', message: 'Please call', phone: '+923005550158' })
    await person.call(leadDetails.comment, { body: { leadId: id, comment: 'Yuki is on holiday' } })
    await person.call(leadEdits.update, {
      body: {
        enquiryId: id,
        name: 'Yuki T. Tanabe',
        email: 'tanabe@mill.example',
        further: [{ kind: 'email', value: 'y.tanabe@mill.example' }],
      },
    })
    await person.call(leadEdits.remove, { body: { enquiryId: id } })
    await age(person, 'leads', 'deleted_at', id, days)
    return id
  }
  /** All that is stored of a lead, in it and in its history, as one text. */
  const allOf = async (id: number): Promise<string> =>
    JSON.stringify(
      (
        await app.owner.query(
          `select to_jsonb(l) as lead, (select jsonb_agg(body) from lead_comments c where c.lead_id = l.id) as comments,
            (select jsonb_agg(v.fields) from changes c join change_values v on v.company_id = c.company_id and v.digest = c.personal
             where c.root = 'leads' and c.root_id = l.id) as history from leads l where l.id = $1`,
          [id],
        )
      ).rows,
    )
  return { forget, select, age, deletedLead, allOf }
}
