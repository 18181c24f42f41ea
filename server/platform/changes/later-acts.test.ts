import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { allLeads } from '#contract/leads/all-leads.ts'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { leadImports } from '#contract/leads/imports.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { leadEdits } from '#contract/leads/lead-edits.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { PERMISSION_KEYS } from '#contract/kit/permissions.ts'
import { restrictedDomains } from '#contract/leads/restricted-domains.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { HEADER, importFile } from '#server/test/imports.ts'
import { fingerprint, putLead, refusal, storedLead } from '#server/test/journey.ts'
import { putOnList, REP_KEYS, workOff } from '#server/test/leads.ts'
import { merge } from '#server/test/merges.ts'
import { actsOf, UNDO_KEYS, undoing, withoutVersion } from '#server/test/undo.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const { newestSet, madeBy, stored, asAct } = actsOf(app)

/** A lead that asks for ten of one product, and how its products are changed. */
const leadWithProducts = async () => {
  const ada = await app.signIn({ can: [...UNDO_KEYS, 'marketing_leads_edit', 'marketing_leads_delete'] })
  const lead = await putLead(app, ada, {}, [{ product_name: 'Hose', quantity: 10 }])
  const edit = (products: { product_name: string; quantity: number }[]) =>
    ada.call(leadEdits.updateWithProducts, { body: { enquiryId: lead, products } })
  return { ada, lead, edit }
}

const linesOf = async (person: TestPerson) =>
  (await stored('lead_items', person)).map(({ product_name, quantity }) => `${product_name} ${quantity}`).sort()

describe('what came later', () => {
  test('a value changed later is left and listed, the others come back', async () => {
    const ada = await app.signIn({ can: UNDO_KEYS })
    const { data: domain } = await ada.call(restrictedDomains.add, { body: { domainName: 'a.example', note: 'one' } })
    await app.sql(
      ada.companyId,
      `update restricted_domains set note = 'two', match = 'exact', effect = 'auto_invalid' where company_id = $1`,
      [ada.companyId],
    )
    await asAct(await newestSet(ada), 'restricted-domains.setStatus', ada)
    const changed = await newestSet(ada)
    await app.sql(ada.companyId, `update restricted_domains set note = 'three' where company_id = $1`, [ada.companyId])

    const { data, message } = await undoing(ada, changed)

    expect(data.skipped).toEqual([
      { entity: 'restricted_domains', entity_id: domain.id, field: 'note', reason: 'It was changed again later.' },
    ])
    expect(message).toBe('Undone in part: later changes stay')
    expect(await stored('restricted_domains', ada)).toMatchObject([
      { note: 'three', match: 'subdomains', effect: 'quarantine' },
    ])
  })

  test('products that were changed again later come back beside the later ones, and the lead asks for all that it has then', async () => {
    const { ada, lead, edit } = await leadWithProducts()
    const changed = await madeBy(ada, edit([{ product_name: 'Pump', quantity: 3 }]))
    await edit([
      { product_name: 'Pump', quantity: 3 },
      { product_name: 'Clamp', quantity: 5 },
    ])

    const { data, message } = await undoing(ada, changed)

    expect([data.skipped, message]).toEqual([[], 'Undone'])
    expect(await linesOf(ada)).toEqual(['Clamp 5', 'Hose 10'])
    const { total_quantity, products_version, version } = await storedLead(app, lead)
    expect([total_quantity, products_version]).toEqual([15, version])
  })

  test('the products of a lead that was deleted later stay, until it is there again', async () => {
    const { ada, lead, edit } = await leadWithProducts()
    const changed = await madeBy(ada, edit([{ product_name: 'Pump', quantity: 3 }]))
    await ada.call(leadEdits.remove, { body: { enquiryId: lead } })
    const untouched = await fingerprint(app)

    expect(await refusal(undoing(ada, changed))).toMatchObject({
      status: 409,
      code: 'nothing_to_undo',
      message: 'Nothing is left to undo. It was deleted later.',
    })
    expect(await fingerprint(app)).toBe(untouched)

    await ada.call(leadEdits.restore, { body: { enquiryId: lead } })
    await undoing(ada, changed)
    expect(await linesOf(ada)).toEqual(['Hose 10'])
    expect((await storedLead(app, lead)).total_quantity).toBe(10)
  })

  test('a lead whose verdict is taken back asks for the products that it has now, not for those that the verdict found', async () => {
    const { ada, lead, edit } = await leadWithProducts()
    await ada.call(allLeads.assignToMe, { body: { leadIds: [lead] } })
    await ada.call(assignedLeads.start, { body: { enquiryId: lead } })
    const verdict = await madeBy(ada, ada.call(assignedLeads.validate, { body: { enquiryId: lead } }))
    await edit([{ product_name: 'Hose', quantity: 4 }])
    const found = (await storedLead(app, lead)).total_quantity

    await undoing(ada, verdict)
    const { status, total_quantity } = await storedLead(app, lead)
    expect([found, status, total_quantity]).toEqual([10, 'in-progress', 4])

    await undoing(ada, await newestSet(ada))
    expect(await storedLead(app, lead)).toMatchObject({ status: 'valid', total_quantity: 10 })
  })

  test('an act that others went on from is refused and names them; together with theirs it is undone at once', async () => {
    const ada = await app.signIn({ can: [...UNDO_KEYS, 'changes_undo_others'] })
    const qa = await app.signIn({ can: UNDO_KEYS, colleagueOf: ada, name: 'Quinn' })
    const lead = await putLead(app, ada)
    const before = withoutVersion(await storedLead(app, lead))
    const assigned = await madeBy(ada, ada.call(marketingLeads.assign, { body: { leadIds: [lead], staffId: qa.id } }))
    await qa.call(assignedLeads.start, { body: { enquiryId: lead, status: 'in-progress' } })
    const untouched = await fingerprint(app)

    const refused = await refusal(undoing(ada, assigned))
    expect(refused).toMatchObject({ status: 409, code: 'dependent_acts' })
    expect(refused.message).toBe('Quinn changed it since. Undo that first, or undo all together.')
    expect(refused.details?.['dependents']).toMatchObject([
      { act: 'assigned-leads.start', actor: { id: qa.id, name: 'Quinn' } },
    ])
    expect(await fingerprint(app)).toBe(untouched)

    const { data } = await undoing(ada, assigned, 'all')
    expect(data.with).toMatchObject([{ act: 'assigned-leads.start' }])
    expect(withoutVersion(await storedLead(app, lead))).toEqual(before)
  })

  test('taking back another’s later act needs the right to do so', async () => {
    const ada = await app.signIn({ can: UNDO_KEYS })
    const qa = await app.signIn({ can: UNDO_KEYS, colleagueOf: ada })
    const lead = await putLead(app, ada)
    const set = await madeBy(ada, ada.call(marketingLeads.assign, { body: { leadIds: [lead], staffId: qa.id } }))
    await qa.call(assignedLeads.start, { body: { enquiryId: lead, status: 'in-progress' } })
    const untouched = await fingerprint(app)

    const refused = await refusal(undoing(ada, set, 'all'))

    expect(refused).toMatchObject({ status: 403, details: { needs: ['changes_undo_others'] } })
    expect(await fingerprint(app)).toBe(untouched)
  })

  test('neither a merge nor a reverted import is taken back with an earlier act: the undo says how that is done', async () => {
    const ada = await app.signIn({ can: PERMISSION_KEYS })
    const all = (changeSet: string) => ada.send('POST', '/marketing/undo_changes', { changeSet, dependents: 'all' })
    const [winner, loser] = [await putLead(app, ada), await putLead(app, ada)]
    const taken = await madeBy(ada, ada.call(allLeads.assignToMe, { body: { leadIds: [loser] } }))
    await merge(ada, winner, loser)
    const merged = await all(taken)
    expect([merged.status, merged.text]).toEqual([409, expect.stringContaining('Unmerge')])
    expect(await storedLead(app, loser)).toMatchObject({ deleted_at: expect.anything() })

    const { id } = await importFile(app, ada, `${HEADER}\nYuki;yuki@mill.example;;;;;\n`)
    const [{ lead }] = await app.sql(
      ada.companyId,
      `select id::int as lead from leads where company_id = $1 and email = 'yuki@mill.example'`,
      [ada.companyId],
    )
    const rule = { kind: 'rule', channel: 'auto-assign', act: 'auto-assign-qa.choose' } as const
    const byRule = await app.services.tenants.write(ada.companyId, rule, async ({ db, changeSet }) => {
      await sql`
        update leads set status = 'assigned', assigned_qa = ${ada.id}, assigned_at = now(), assigned_how = 'auto' where id = ${lead}`.execute(
        db,
      )
      await sql`delete from assignment_queue where lead_id = ${lead}`.execute(db)
      return changeSet
    })
    await ada.call(leadImports.revert, { body: { id } })
    await workOff(app)
    const reverted = await all(byRule)
    expect([reverted.status, reverted.text]).toEqual([409, expect.stringContaining('Revert import')])
    expect(await storedLead(app, lead)).toMatchObject({ deleted_at: expect.anything() })
  })

  test('the rep’s assignment rests on the verdict: named, or taken back with it as only a rule made it', async () => {
    const ada = await app.signIn({ can: UNDO_KEYS })
    const rep = await app.signIn({ can: REP_KEYS, colleagueOf: ada, name: 'Rep' })
    await putOnList(app, rep, 'sales')
    const lead = await putLead(app, ada, { status: 'in-progress', assigned_qa: ada.id })
    const other = await putLead(app, ada, { status: 'valid', assigned_qa: ada.id })
    await app.sql(ada.companyId, `insert into assignment_queue (company_id, list, lead_id) values ($1, 'sales', $2)`, [
      ada.companyId,
      other,
    ])
    const before = withoutVersion(await storedLead(app, lead))
    const set = await madeBy(ada, ada.call(assignedLeads.validate, { body: { enquiryId: lead, status: 'valid' } }))
    await workOff(app)
    expect((await storedLead(app, lead)).sales_person).toBe(rep.id)

    const refused = await refusal(undoing(ada, set))
    expect(refused.details?.['dependents']).toMatchObject([
      { act: 'auto-assign-sales.choose', actor: { kind: 'rule', name: 'Auto-assign' } },
    ])

    await undoing(ada, set, 'automatic')
    expect(withoutVersion(await storedLead(app, lead))).toEqual(before)
    // The same batch of the rule gave another lead away, which stays where it is.
    expect((await storedLead(app, other)).sales_person).toBe(rep.id)
  })

  test('of an act about many, those that moved on stay, and are listed', async () => {
    const ada = await app.signIn({ can: UNDO_KEYS })
    const leads = [await putLead(app, ada), await putLead(app, ada), await putLead(app, ada)]
    const set = await madeBy(ada, ada.call(allLeads.assignToMe, { body: { leadIds: leads } }))
    await ada.call(assignedLeads.start, { body: { enquiryId: leads[1]!, status: 'in-progress' } })

    const { data } = await undoing(ada, set)

    expect(data).toMatchObject({ undone: 2, skipped: [{ entity: 'leads', entity_id: leads[1] }] })
    expect(await Promise.all(leads.map(async (id) => (await storedLead(app, id)).status))).toEqual([
      'new',
      'in-progress',
      'new',
    ])
  })

  test('nobody is given a lead back who could not be given it today', async () => {
    const ada = await app.signIn({ can: UNDO_KEYS })
    const old = await app.signIn({ can: UNDO_KEYS, colleagueOf: ada, name: 'Olga' })
    const lead = await putLead(app, ada, { status: 'assigned', assigned_qa: old.id })
    const set = await madeBy(ada, ada.call(marketingLeads.assign, { body: { leadIds: [lead], staffId: ada.id } }))
    await app.sql(ada.companyId, `update identity.memberships set status = 'deactivated' where id = $1`, [old.id])

    const refused = await refusal(undoing(ada, set))

    expect(refused).toMatchObject({ status: 409, code: 'nothing_to_undo' })
    expect(refused.message).toContain('Olga is deactivated and can’t take leads.')
    expect((await storedLead(app, lead)).assigned_qa).toBe(ada.id)
  })

  test('what is there again by another way is told, not thrown', async () => {
    const ada = await app.signIn({ can: UNDO_KEYS })
    const { data: domain } = await ada.call(restrictedDomains.add, { body: { domainName: 'twice.example' } })
    const gone = await madeBy(ada, ada.call(restrictedDomains.remove, { params: { id: domain.id } }))
    await ada.call(restrictedDomains.add, { body: { domainName: 'twice.example' } })

    expect(await refusal(undoing(ada, gone))).toMatchObject({ status: 409, code: 'not_undoable' })
  })

  test('personal values that were erased since stay erased', async () => {
    const ada = await app.signIn({ can: UNDO_KEYS })
    const lead = await putLead(app, ada)
    const { data: comment } = await ada.call(leadDetails.comment, { body: { leadId: lead, comment: 'Hello' } })
    await ada.call(leadDetails.editComment, { params: { id: comment.id }, body: { comment: 'Bye', pinned: true } })
    const set = await newestSet(ada)
    await app.sql(
      ada.companyId,
      `update change_values v set fields = null from changes c where c.personal = v.digest and c.change_set = $1`,
      [set],
    )

    const { data } = await undoing(ada, set)

    expect(data.skipped).toMatchObject([{ reason: 'Its earlier personal values were erased.' }])
    expect(await stored('lead_comments', ada)).toMatchObject([{ body: 'Bye', pinned: false }])
  })
})
