import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { AREAS, type Area } from '#contract/areas.ts'
import { changes } from '#contract/platform/changes.ts'
import { features } from '#server/app/features.ts'
import { startTestApp } from '#server/test/app.ts'
import { putLead, refusal } from '#server/test/journey.ts'
import { actsOf, UNDO_KEYS, undoing } from '#server/test/undo.ts'
import { declaredEntities, didOf, neverUndone, undoPermissionOf } from './declared.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const areas: [string, Area][] = Object.entries(AREAS)
const namesOf = (part: 'calls' | 'acts') =>
  areas.flatMap(([name, area]) => Object.keys(area[part]).map((verb) => `${name}.${verb}`))

test('every table with a history is declared by one area, and no other table is', async () => {
  const { rows } = await app.owner.query(
    `select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where t.tgname like 'history%' order by 1`,
  )
  const declared = areas.flatMap(([, { entities }]) => Object.keys(entities))

  expect(declared.toSorted()).toEqual(rows.map(({ name }) => name))
  expect(declaredEntities()).toHaveLength(declared.length)
})

test('every call of the contract is served under the name of its area', () => {
  const served = features(app.services).map(({ name }) => name)

  expect(served.toSorted()).toEqual(namesOf('calls').toSorted())
})

test('a sentence of the history begins with what was done, and has one place for its object', () => {
  const sentences = [...namesOf('calls'), ...namesOf('acts')].flatMap((name) => didOf(name) ?? [])

  expect(sentences.length).toBeGreaterThan(80)
  expect(sentences.filter((did) => !/^[A-Z][a-z]+[^*.]*(\*[^*.]*)?$/.test(did))).toEqual([])
})

test('the history says what a call, a rule and a command did; of what only reads it says nothing', () => {
  expect(didOf('assigned-leads.validate')).toBe('Validated *')
  expect(didOf('auto-assign-qa.choose')).toBe('Assigned * to QA')
  expect(didOf('people.restoreAdmin')).toBe('Made * an administrator, on the server')
  expect(['all-leads.list', 'notifications.read', 'tomorrow.act', 'constructor'].map(didOf)).toEqual([
    null,
    null,
    null,
    null,
  ])
})

test('an act is undone by its own permission, or by the one declared for it', () => {
  expect(undoPermissionOf('assigned-leads.validate')).toBe('assigned_leads_edit_status')
  expect(undoPermissionOf('assigned-leads.wake')).toBe('assigned_leads_edit_status')
  expect(undoPermissionOf('intake.enquiry')).toBe('marketing_leads_delete')
  expect(undoPermissionOf('auto-assign-sales.passOn')).toBe('valid_leads_assign')
  expect(undoPermissionOf('auto-assign-sales.remind')).toBeUndefined()
  expect(undoPermissionOf('tomorrow.act')).toBeUndefined()
})

test('of what happens to people, only their permissions and their access can be undone', () => {
  const undone = [...namesOf('calls'), ...namesOf('acts')].filter(
    (name) => /^(portal\.|people|parent)/.test(name) && undoPermissionOf(name) !== undefined,
  )

  expect(undone).toEqual(['portal.access.setPermissions', 'portal.access.setStatus'])
})

test('keys of forms, links, answers, imports and merges are never undone, and each says what to do instead', () => {
  const never = declaredEntities().flatMap((table) => neverUndone(table) ?? [])

  expect(
    declaredEntities()
      .filter((table) => neverUndone(table))
      .toSorted(),
  ).toEqual([
    'blog_preview_links',
    'contact_replies',
    'departments',
    'designations',
    'directory_merges',
    'directory_splits',
    'imports',
    'intake_keys',
    'lead_merges',
    'product_merges',
  ])
  expect(never.every((sentence) => sentence.endsWith('.'))).toBe(true)
})

test('an act that touched a table that no area declares is refused with a sentence, and nothing of it is undone', async () => {
  await app.owner.query(`
    create table vendor_notes (company_id integer not null, id bigint generated always as identity, body text, primary key (company_id, id));
    select tenant_table('vendor_notes'); select write_history_functions()`)
  const ada = await app.signIn({ can: UNDO_KEYS })
  const eve = await app.signIn({ can: [...UNDO_KEYS, 'changes_undo_others'] })
  const lead = await putLead(app, ada)
  const { newestSet } = actsOf(app)
  await app.services.tenants.write(
    ada.companyId,
    { kind: 'person', id: ada.id, channel: 'screen', act: 'lead-edits.update' },
    async ({ db, companyId }) => {
      await sql`insert into vendor_notes (company_id, body) values (${companyId}, 'Call back')`.execute(db)
      await sql`update leads set company = 'Noted' where company_id = ${companyId} and id = ${lead}`.execute(db)
    },
  )
  const set = await newestSet(ada)

  const sentence = "It changed vendor notes, which can't be undone."
  expect(await refusal(undoing(ada, set))).toMatchObject({ status: 409, code: 'not_undoable', message: sentence })
  expect((await ada.call(changes.list, { query: {} })).data[0]).toMatchObject({
    did: 'Changed *',
    not_undoable: sentence,
    touched: expect.arrayContaining([
      { entity: 'vendor_notes', noun: { one: 'vendor note', many: 'vendor notes' }, verb: 'created', rows: 1 },
    ]),
  })
  expect(await refusal(undoing(eve, set))).toMatchObject({ status: 404 })
  const stored = await app.owner.query(
    `select body, company from vendor_notes n join leads l on l.company_id = n.company_id where n.company_id = $1`,
    [ada.companyId],
  )
  expect(stored.rows).toEqual([{ body: 'Call back', company: 'Noted' }])
})
