import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { howMany } from '../../../scripts/scope.mjs'
import { startTestApp, type Sent, type TestPerson } from '../app.ts'
import { contradictions } from '../checker.ts'
import { figure } from '../figures.ts'
import { LIST_KEYS, putLead, workOffTogether } from '../journey.ts'
import { MANAGER_KEYS, openForm, putOnList } from '../leads.ts'
import { SEED } from '../random.ts'

const KEYS = [
  ...new Set([
    ...MANAGER_KEYS,
    ...LIST_KEYS,
    'marketing_leads_comments',
    'valid_leads_comments',
    'valid_leads_view_validated_details',
    'restrict_domain_list',
    'restrict_domain_add',
  ] as const),
]

const app = await startTestApp({ INTAKE_PER_MINUTE: '999999' })
afterAll(() => app.stop())

interface Side {
  /** In every text that belongs to this company, and to no other. */
  mark: string
  person: TestPerson
  form: string
  ids: number[]
}

const side = async (mark: string): Promise<Side> => {
  const person = await app.signIn({ can: KEYS, name: `${mark} Person` })
  await putOnList(app, person, 'qa')
  await putOnList(app, person, 'sales')
  const ids: number[] = []
  for (const status of ['new', 'assigned', 'in-progress', 'valid', 'invalid'])
    for (let at = 0; at < 4; at++)
      ids.push(
        await putLead(
          app,
          person,
          {
            status,
            ...(status === 'new' ? {} : { assigned_qa: person.id }),
            name: `${mark} ${status} ${at}`,
            email: `x${at}@${mark}.example`,
            company: `${mark} Ltd`,
            message: mark,
          },
          [{ product_name: `${mark} hose`, quantity: 1 }],
        ),
      )
  return { mark, person, form: await openForm(app, person, `${mark}-form`), ids }
}

/** What one side may do, to its own leads and to the other's. */
const CALLS: readonly ((mine: Side, id: number, other: Side) => Promise<Sent>)[] = [
  ...['marketing_leads_list', 'all_leads', 'assigned_leads', 'valid_leads', 'rrgistration_assigned_leads'].flatMap(
    (list) => [
      ({ person }: Side) => person.send('GET', `/marketing/${list}?pageSize=100`),
      ({ person }: Side, _: number, other: Side) => person.send('GET', `/marketing/${list}?search=${other.mark}`),
      ({ person }: Side, _: number, other: Side) =>
        person.send('GET', `/marketing/${list}?assigned_qa=${other.person.id},none&sort=name&order=asc`),
    ],
  ),
  ...[
    'lead',
    'lead-products',
    'lead_history',
    'lead_comments',
    'check_current_assignment',
    'get_valided_lead',
    'get_valided_lead_fo_not_valid',
  ].map(
    (path) =>
      ({ person }: Side, id: number) =>
        person.send('GET', `/marketing/${path}/${id}`),
  ),
  ({ person }, id) => person.send('GET', `/marketing/check_lead_assigned?leadId=${id}`),
  ({ person }, _, other) =>
    person.send('POST', '/marketing/get_company_by_domain', { domain: `${other.mark}.example` }),
  ({ person }) => person.send('GET', '/marketing/marketing_staff'),
  ({ person }) => person.send('GET', '/marketing/lead_filter_options'),
  ({ person }) => person.send('GET', '/marketing/restrict_domain_list'),
  ({ person }, enquiryId) => person.send('POST', '/marketing/dataFetch_validmodal', { enquiryId }),
  ({ person }, id) => person.send('POST', '/marketing/assign_to_me', { leadIds: [id] }),
  ({ person }, id, other) =>
    person.send('POST', '/marketing/assign_leads', { leadIds: [id], staffId: other.person.id }),
  ({ person }, id) =>
    person.send(
      'POST',
      '/marketing/assign_leads',
      { leadIds: [id], staffId: person.id },
      { 'idempotency-key': `assign-${id}` },
    ),
  ({ person, mark }, leadId) => person.send('POST', '/marketing/addComments', { leadId, comment: `${mark} says` }),
  ({ person }, enquiryId) => person.send('POST', '/marketing/add_inprogress_status', { enquiryId }),
  ({ person, mark }, enquiryId) =>
    person.send('POST', '/marketing/add_valid_status', { enquiryId, reason: `${mark} again` }),
  ({ person }, enquiryId) => person.send('POST', '/marketing/add_invalid_status', { enquiryId, reason: 'competitor' }),
  ({ person, mark }) =>
    person.send('POST', '/marketing/add_leads', { name: `${mark} new`, email: `new@${mark}.example`, country: 'DE' }),
  ({ form, mark }) => app.send('POST', form, { name: `${mark} sent`, email: `sent@${mark}.example` }),
  ({ form, mark }) =>
    app.send(
      'POST',
      form,
      { name: `${mark} same`, email: `same@${mark}.example` },
      { 'idempotency-key': 'the-same-key' },
    ),
]

test('T9: in the calls of two companies in turn no answer holds a byte of the other’s', async () => {
  const [a, b] = [await side('alpharow'), await side('bravorow')]
  let calls = 0
  const call = fc.record({
    first: fc.boolean(),
    call: fc.nat(CALLS.length - 1),
    foreign: fc.boolean(),
    lead: fc.nat(19),
  })

  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 20, maxLength: 20 }), async (batch) => {
      const answers = await Promise.all(
        batch.map(async ({ first, call, foreign, lead }) => {
          const [mine, other] = first ? [a, b] : [b, a]
          const sent = await CALLS[call]!(mine, (foreign ? other : mine).ids[lead]!, other)
          return { mine, other, sent }
        }),
      )
      for (const { other, sent } of answers) {
        calls++
        expect(sent.status).not.toBe(500)
        expect(sent.text).not.toContain(other.mark)
        expect(JSON.stringify(sent.headers)).not.toContain(other.mark)
      }
    }),
    { seed: SEED, numRuns: howMany(10, 50), endOnFailure: true },
  )
  await workOffTogether(app, 2)

  for (const [mine, other] of [
    [a, b],
    [b, a],
  ] as const)
    for (const table of [
      'leads',
      'lead_items',
      'lead_verdicts',
      'lead_comments',
      'changes',
      'change_values',
      'idempotency_keys',
      'assignment_decisions',
    ]) {
      const { rows } = await app.owner.query(
        `select count(*)::int from ${table} t where company_id = $1 and t::text ilike $2`,
        [mine.person.companyId, `%${other.mark}%`],
      )
      expect([table, rows]).toEqual([table, [{ count: 0 }]])
    }
  expect(await contradictions(app.owner)).toEqual([])
  figure(`T9: ${calls} calls of two companies, 20 at a time, no foreign byte (seed ${SEED})`)
})

test('T10: one company’s numbers are the same before and after another has twice as much', async () => {
  const [a, b] = [await side('charlierow'), await side('deltarow')]
  const { person } = a
  const numbers = async () => {
    const answers = [
      ...(await Promise.all(
        ['marketing_leads_list', 'all_leads', 'assigned_leads', 'valid_leads', 'rrgistration_assigned_leads'].flatMap(
          (list) =>
            ['', '&search=charlierow', '&search=row', '&status=new,valid'].map((filter) =>
              person.send('GET', `/marketing/${list}?pageSize=1${filter}`),
            ),
        ),
      )),
      await person.send('POST', '/marketing/dataFetch_validmodal', { enquiryId: a.ids[0] }),
      await person.send('POST', '/marketing/get_company_by_domain', { domain: 'charlierow.example' }),
      await person.send('GET', '/marketing/lead_filter_options'),
      await person.send('GET', '/marketing/marketing_staff'),
    ]
    return answers.map(({ status, json }) => [status, json?.pagination?.total, json?.data])
  }
  const before = await numbers()

  await app.sql(
    b.person.companyId,
    `insert into leads (company_id, name, email, company, country, source, status, assigned_qa, reason_code)
     select company_id, name, email, company, country, source, status, assigned_qa, reason_code from leads where company_id = $1`,
    [b.person.companyId],
  )
  // The same people's address and domain in the other company, too.
  await putLead(app, b.person, { email: 'x0@charlierow.example', name: 'charlierow new 0', company: 'charlierow Ltd' })

  expect(await numbers()).toEqual(before)
})

test('T8: work that names no company, or one that is not there, writes nothing and ends', async () => {
  const { rows: before } = await app.owner.query('select count(*)::int from changes')
  await app.owner.query(
    `insert into identity.due (company_id, kind) values (999999, 'assign'), (-1, 'assign'), (999999, 'duplicates')`,
  )

  await workOffTogether(app, 1)

  expect((await app.owner.query('select count(*)::int from changes')).rows).toEqual(before)
  expect(
    (await app.owner.query('select count(*)::int from assignment_lists where company_id in (999999, -1)')).rows,
  ).toEqual([{ count: 0 }])
})
