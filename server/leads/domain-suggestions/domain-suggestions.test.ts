import { afterAll, expect, test } from 'vitest'
import { allowedDomains } from '#contract/leads/allowed-domains.ts'
import { changes } from '#contract/platform/changes.ts'
import { domainSuggestions } from '#contract/leads/domain-suggestions.ts'
import { restrictedDomains } from '#contract/leads/restricted-domains.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { addDomain } from '#server/test/restricted-domains.ts'

const { list, dismiss } = domainSuggestions
const KEYS = ['restrict_domain_list', 'restrict_domain_add'] as const

const app = await startTestApp()
afterAll(() => app.stop())

const admin = () => app.signIn({ can: KEYS })
/** Leads that were thrown away, as many as there are reasons. */
const thrownAway = async (person: TestPerson, domain: string, ...reasons: string[]) => {
  for (const [at, reason] of reasons.entries())
    await app.sql(
      person.companyId,
      `insert into leads (company_id, name, email, source, status, reason_code) values ($1, 'Bob', $2, 'website_form', 'invalid', $3)`,
      [person.companyId, `p${at}@${domain}`, reason],
    )
}
const SPAM = ['spam_or_bot', 'spam_or_bot', 'spam_or_bot']
const suggested = async (person: TestPerson) => (await person.call(list, {})).data.map(({ domainName }) => domainName)

test('a domain of several leads that were thrown away is suggested with their reasons, those of most leads first', async () => {
  const [ada, eve] = [await admin(), await admin()]
  await thrownAway(ada, 'spam.example', 'competitor', 'spam_or_bot', 'spam_or_bot')
  await thrownAway(ada, 'worse.example', ...SPAM, 'test_submission')
  await thrownAway(ada, 'seldom.example', 'spam_or_bot', 'spam_or_bot')
  await thrownAway(ada, 'unlucky.example', 'unreachable', 'duplicate', 'other', 'not_our_product')
  await thrownAway(eve, 'spam.example', 'spam_or_bot')

  const { data } = await ada.call(list, {})

  expect(data).toMatchObject([
    {
      domainName: 'worse.example',
      leads: 4,
      reasons: [
        { reason: 'spam_or_bot', leads: 3 },
        { reason: 'test_submission', leads: 1 },
      ],
    },
    {
      domainName: 'spam.example',
      leads: 3,
      reasons: [
        { reason: 'spam_or_bot', leads: 2 },
        { reason: 'competitor', leads: 1 },
      ],
    },
  ])
  expect(await suggested(eve)).toEqual([])
})

test('a domain that ever had a valid lead is not suggested, nor leads of more than 180 days, nor deleted ones', async () => {
  const ada = await admin()
  for (const domain of ['sold.example', 'was.example', 'old.example', 'gone.example', 'spam.example'])
    await thrownAway(ada, domain, ...SPAM)
  const run = (statement: string, ...values: unknown[]) => app.sql(ada.companyId, statement, [ada.companyId, ...values])
  await run(
    `insert into leads (company_id, name, email, source, status, validated_at, assigned_qa, created_at)
      values ($1, 'Ann', 'ann@sold.example', 'website_form', 'valid', now(), $2, now() - interval '2 years')`,
    ada.id,
  )
  await run(
    `with verdict as (insert into lead_verdicts (company_id, lead_id, verdict)
        select company_id, id, 'valid' from leads where company_id = $1 and email = 'p0@was.example' returning lead_id, id)
      update leads l set verdict_id = v.id from verdict v where l.company_id = $1 and l.id = v.lead_id`,
  )
  await run(
    `update leads set status_at = now() - interval '181 days' where company_id = $1 and email_domain = 'old.example'`,
  )
  await run(`update leads set deleted_at = now() where company_id = $1 and email_domain = 'gone.example'`)

  expect(await suggested(ada)).toEqual(['spam.example'])
})

test('mail for anyone, public suffixes, the own domain, and what is restricted or allowed already are never suggested', async () => {
  const ada = await admin()
  await app.owner.query(`update identity.companies set domain = 'ours.example' where id = $1`, [ada.companyId])
  for (const domain of [
    'gmail.com',
    'co.uk',
    'ours.example',
    'x.ours.example',
    'held.example',
    'x.held.example',
    'good.example',
    'spam.example',
  ])
    await thrownAway(ada, domain, ...SPAM)
  await ada.call(restrictedDomains.add, { body: { domainName: 'held.example' } })
  await ada.call(allowedDomains.add, { body: { domainName: 'good.example' } })

  expect(await suggested(ada)).toEqual(['spam.example'])
})

test('what lies below a restricted domain is suggested where that is about itself alone', async () => {
  const ada = await admin()
  for (const [domainName, match] of [
    ['alone.example', 'exact'],
    ['wide.example', 'subdomains'],
  ] as const) {
    await addDomain(ada, domainName, { match })
    await thrownAway(ada, `mail.${domainName}`, ...SPAM)
  }
  expect(await suggested(ada)).toEqual(['mail.alone.example'])
})

test('a suggestion that is put away is shown to nobody in the company, until that is undone', async () => {
  const [ada, eve] = [await admin(), await admin()]
  const bob = await app.signIn({ colleagueOf: ada, can: KEYS })
  for (const person of [ada, eve]) await thrownAway(person, 'spam.example', ...SPAM)

  expect((await ada.call(dismiss, { body: { domainName: 'Spam.example' } })).data).toEqual({
    domainName: 'spam.example',
  })
  await ada.call(dismiss, { body: { domainName: 'spam.example' } })
  expect([await suggested(ada), await suggested(bob), await suggested(eve)]).toEqual([[], [], ['spam.example']])

  const [row] = await app.sql(
    ada.companyId,
    'select change_set from changes where company_id = $1 order by id desc limit 1',
    [ada.companyId],
  )
  await ada.call(changes.undo, { body: { changeSet: row.change_set } })
  expect(await suggested(bob)).toEqual(['spam.example'])
  expect(
    await app.sql(ada.companyId, 'select from dismissed_suggestions where company_id = $1', [ada.companyId]),
  ).toEqual([])
})

test('suggestions and putting them away need the key to restrict a domain; what is no domain is refused', async () => {
  const ada = await admin()
  const bob = await app.signIn({ colleagueOf: ada, can: ['restrict_domain_list'] })

  await expect(bob.call(list, {})).rejects.toThrow('403 You need the permission restrict_domain_add')
  await expect(bob.call(dismiss, { body: { domainName: 'x.example' } })).rejects.toThrow(
    '403 You need the permission restrict_domain_add',
  )
  await expect(ada.call(dismiss, { body: { domainName: 'spam' } })).rejects.toThrow('400 “spam” is not a domain')
  expect(
    await app.sql(ada.companyId, 'select from dismissed_suggestions where company_id = $1', [ada.companyId]),
  ).toEqual([])
})
