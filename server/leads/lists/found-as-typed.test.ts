import { afterAll, expect, test } from 'vitest'
import { readMigrations } from '#server/db/migrate.ts'
import { startTestApp } from '#server/test/app.ts'
import { putLead, type LeadRow } from '#server/test/journey.ts'
import { asking, everything } from '#server/test/lead-lists.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const { ids } = asking('/marketing/marketing_leads_list')
const BARE = { name: 'Nobody', email: null, company: null, phone: null }
/** Which of the leads each of the searches finds, by name. */
const searching = async (leads: Readonly<Record<string, LeadRow>>) => {
  const [ada, eve] = [await app.signIn(everything), await app.signIn(everything)]
  const known = new Map<number, string>()
  for (const [name, lead] of Object.entries(leads)) {
    known.set(await putLead(app, ada, { ...BARE, ...lead }, []), name)
    await putLead(app, eve, { ...BARE, ...lead }, [])
  }
  const found = async (text: string) =>
    (await ids(ada, `search=${encodeURIComponent(text)}`)).map((id) => known.get(id)).toSorted()
  return { ada, found }
}
const named = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { name }]))

test('accents, case and width make no difference, in the text and in what is typed', async () => {
  const pairs = [
    ['Hällström', 'hallstrom'],
    ['Dvořák', 'DVORAK'],
    ['Łukasz', 'lukasz'],
    ['Straße', 'strasse'],
    ['İSTANBUL', 'istanbul'],
    ['O’Brien', "O'Brien"],
    ['Ｗｉｄｅ１', 'wide1'],
    ['Øresund', 'oresund'],
    ['Nguyễn Đức', 'nguyen duc'],
    ['ΟΔΥΣΣΕΎΣ', 'οδυσσευς'],
    ['Алёна', 'алена'],
    ['مُحَمَّد', 'محمد'],
    ['ｶﾞﾝﾀﾞﾑ', 'ガンダム'],
    ['Ægir', 'aegir'],
    ['e\u0301cole', 'École'],
    ['Jean–Luc', 'jean-luc'],
    ['Room ٣٤٥', 'room 345'],
  ] as const
  const { found } = await searching(named(...pairs.flat()))

  for (const pair of pairs)
    for (const text of [...pair, pair[0].toUpperCase(), pair[1].toLowerCase()])
      expect([text, await found(text)]).toEqual([text, [...pair].toSorted()])
  // Marks that make another letter stay.
  expect(await found('カンタム')).toEqual([])
})

test('all words are found, in any order and wherever they stand, products and message among them', async () => {
  const { ada, found } = await searching({
    one: {
      name: 'Yuki Tanabe',
      company: 'Aziz Textiles',
      email: 'desk@mill.example',
      city: 'Lahore',
      message: 'We want\ncashmere, soon',
    },
    two: { name: 'Tanabe Corp', company: 'Other', city: 'Karachi' },
  })
  const [{ id }] = await app.sql(ada.companyId, `select id::int from leads where name = 'Yuki Tanabe'`, [])
  const put = (text: string, values: unknown[]) => app.sql(ada.companyId, text, values)

  for (const text of [
    'textiles yuki',
    'tanabe lahore',
    'cashmere aziz',
    'want cashmere',
    'mill yuki',
    '"aziz textiles"',
  ])
    expect([text, await found(text)]).toEqual([text, ['one']])
  expect(await found('tanabe')).toEqual(['one', 'two'])
  for (const text of ['tanabe lahore karachi', '"textiles aziz"', '“tanabe yuki”', 'tanabe zzz'])
    expect([text, await found(text)]).toEqual([text, []])
  expect(await found('“yuki tanabe” lahore')).toEqual(['one'])

  // Products come, change and go.
  expect(await found('zylinder')).toEqual([])
  await put(
    `insert into lead_items (company_id, lead_id, product_name, quantity, total_quantity) values ($1, $2, 'Hydraulik-Zylinder', 1, 1)`,
    [ada.companyId, id],
  )
  expect(await found('zylinder lahore')).toEqual(['one'])
  await put(`update lead_items set product_name = 'Kugelhähne' where company_id = $1 and lead_id = $2`, [
    ada.companyId,
    id,
  ])
  expect([await found('zylinder'), await found('kugelhahne')]).toEqual([[], ['one']])
  await put('delete from lead_items where company_id = $1 and lead_id = $2', [ada.companyId, id])
  expect(await found('kugelhahne')).toEqual([])

  // So do the leads themselves.
  await put(`update leads set city = 'Besançon' where company_id = $1 and id = $2`, [ada.companyId, id])
  expect([await found('lahore'), await found('besancon')]).toEqual([[], ['one']])
  await put('update leads set deleted_at = now() where company_id = $1 and id = $2', [ada.companyId, id])
  expect(await found('besancon')).toEqual([])
  expect(await put('select count(*)::int as texts from lead_texts where id = $1', [id])).toEqual([{ texts: 0 }])
  await put('update leads set deleted_at = null where company_id = $1 and id = $2', [ada.companyId, id])
  expect(await found('besancon')).toEqual(['one'])
})

test('two characters are a word where words are not set apart, and the beginning of one elsewhere', async () => {
  const { found } = await searching(named('山田太郎', '佐藤花子', '김철수', 'Xu Bo', 'Luxor'))

  for (const text of ['太郎', '山田', '太', '太郎 山田', '山田　太郎'])
    expect([text, await found(text)]).toEqual([text, ['山田太郎']])
  expect(await found('철수')).toEqual(['김철수'])
  for (const text of ['xu', 'bo', 'bo xu', 'x']) expect([text, await found(text)]).toEqual([text, ['Xu Bo']])
  for (const text of ['or', 'u']) expect([text, await found(text)]).toEqual([text, []])
})

test('a phone number is found however it is written', async () => {
  const { found } = await searching({
    read: { phone: '+49301234567', phone_sent: '030 1234567' },
    other: { phone: '+49309999999', phone_sent: '030 9999999' },
    unread: { name: 'Nina', phone_sent: '0711/12 34-56' },
  })

  for (const text of [
    '030 1234567',
    '+49 30 12-34-567',
    '0049301234567',
    '+49 (0)30 1234567',
    '(030) 123.45.67',
    '1234567',
  ])
    expect([text, await found(text)]).toEqual([text, ['read']])
  for (const text of ['0711 123456', '0711123456', '711-12 34 56', '11-12 34', 'nina 0711 123456'])
    expect([text, await found(text)]).toEqual([text, ['unread']])
})

test('a lead is found by its number, and a domain of another script as it is typed and as it is stored', async () => {
  const { found } = await searching({
    exact: { lead_no: 991_801 },
    longer: { lead_no: 9_918_017 },
    said: { message: 'See drawing No. 991801 of May' },
    domain: { email: 'info@xn--mller-kva.example' },
  })

  for (const text of ['No. 991801', 'no 991801', '№ 991801', '#991801', 'No.991801', 'nobody No. 991801'])
    expect([text, await found(text)]).toEqual([text, ['exact', 'said']])
  expect(await found('991801')).toEqual(['exact', 'longer', 'said'])
  for (const text of ['müller.example', 'info@müller.example', 'MÜLLER.ex', 'xn--mller-kva.example', 'müller'])
    expect([text, await found(text)]).toEqual([text, ['domain']])
})

test('wildcards stand for themselves in every width, and marks alone find nothing', async () => {
  const { found } = await searching(named('100％ Wolle', '100 Wolle', 'a_b', 'aXb'))

  for (const text of ['100%', '100％', '0% w', '００％'])
    expect([text, await found(text)]).toEqual([text, ['100％ Wolle']])
  expect([await found('％％'), await found('％'), await found('1％w')]).toEqual([[], [], []])
  expect(await found('a＿b')).toEqual(['a_b'])
  for (const text of ['\u0301', '""', '"', '“ ”']) expect([text, await found(text)]).toEqual([text, []])
})

test('a common word has its exact total and its page, in any order of the list', async () => {
  const ada = await app.signIn(everything)
  await app.sql(
    ada.companyId,
    `insert into leads (company_id, name, source, city, created_at)
     select $1, 'Common ' || lpad(n::text, 4, '0'), 'email', 'Gdańsk', now() - n * interval '1 minute' from generate_series(1, 700) n`,
    [ada.companyId],
  )
  const list = async (query: string) => {
    const { json } = await ada.send('GET', `/marketing/marketing_leads_list?${query}`)
    return { total: json.pagination.total, names: json.data.map(({ name }: { name: string }) => name) }
  }
  const upTo = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, at) => `Common ${String(first + at).padStart(4, '0')}`)

  expect(await list('search=common%20gdansk')).toEqual({ total: 700, names: upTo(1, 20) })
  expect(await list('search=gdansk&page=3')).toEqual({ total: 700, names: upTo(41, 60) })
  expect(await list('search=gd&page=35')).toEqual({ total: 700, names: upTo(681, 700) })
  expect(await list('search=gd&page=36')).toEqual({ total: 700, names: [] })
  expect(await list('search=gdansk&sort=name&order=desc')).toEqual({ total: 700, names: upTo(681, 700).toReversed() })
  expect(await list('search=gdansk&source=phone')).toEqual({ total: 0, names: [] })
  expect(await list('search=gdansk%20common%20001')).toEqual({ total: 11, names: [...upTo(1, 1), ...upTo(10, 19)] })
})

test('leads of before get the same texts as later ones, and only those that have none', async () => {
  const texts = async () => (await app.owner.query('select * from lead_texts order by company_id, id')).rows
  const written = await texts()
  const [kept, ...gone] = written
  await app.owner.query('delete from lead_texts where id <> $1', [kept.id])
  await app.owner.query(`update lead_texts set text = ' kept '`)
  const files = await readMigrations()
  const [made = ''] = files.find(({ name }) => name.startsWith('0806_'))?.sql.match(/create procedure[\s\S]*/) ?? []

  // With what has joined the texts since.
  await app.owner.query(made.replace('city, message)', 'city, message, job_title, tags)'))
  await app.owner.query('call fill_lead_texts()')
  expect(await texts()).toEqual([{ ...kept, text: ' kept ' }, ...gone])
  expect(gone.length).toBeGreaterThan(700)
})
