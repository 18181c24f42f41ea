import { afterAll, describe, expect, test } from 'vitest'
import { LEAD_SORTS } from '#contract/leads/lead-sorts.ts'
import { startTestApp } from '#server/test/app.ts'
import { putLead } from '#server/test/journey.ts'
import { asking, everything, LISTS, owners } from '#server/test/lead-lists.ts'

const app = await startTestApp()
afterAll(() => app.stop())

describe.each(LISTS)('$name', ({ url, status }) => {
  const { ids, badField } = asking(url)

  test('L2: it sorts by what it shows, both ways, and by nothing else', async () => {
    const ada = await app.signIn(everything)
    const b = await putLead(app, ada, { ...owners(status, ada), name: 'Berta' })
    const a = await putLead(app, ada, { ...owners(status, ada), name: 'Anna' })
    const c = await putLead(app, ada, { ...owners(status, ada), name: 'Cleo', company: null })

    expect(await ids(ada, 'sort=name&order=asc')).toEqual([a, b, c])
    expect(await ids(ada, 'sort=name&order=desc')).toEqual([c, b, a])
    expect((await ids(ada, 'sort=company&order=asc')).at(-1)).toBe(c)
    for (const sort of LEAD_SORTS)
      expect((await ids(ada, `sort=${sort}&order=asc`)).toSorted()).toEqual([b, a, c].toSorted())
    for (const sort of [
      'password_hash',
      '(select pg_sleep(5))',
      'constructor',
      '__proto__',
      'id desc,x',
      'email_domain',
      'company_id',
    ])
      expect(await badField(ada, `sort=${encodeURIComponent(sort)}`)).toEqual([400, 'sort'])
    for (const order of ['desc;--', 'DESC', 'up'])
      expect(await badField(ada, `order=${encodeURIComponent(order)}`)).toEqual([400, 'order'])
  })

  test('names and companies are sorted as words: upper and lower case alike, accents beside their letter', async () => {
    const ada = await app.signIn(everything)
    const words = ['Zoe', 'Özdemir', 'adidas', 'Berta', 'Ottmar', 'Anna']
    for (const word of words) await putLead(app, ada, { ...owners(status, ada), name: word, company: word })
    const sorted = ['adidas', 'Anna', 'Berta', 'Ottmar', 'Özdemir', 'Zoe']

    for (const sort of ['name', 'company'])
      for (const [order, expected] of [
        ['asc', sorted],
        ['desc', sorted.toReversed()],
      ] as const) {
        const { json } = await ada.send('GET', `${url}?sort=${sort}&order=${order}`)
        expect(json.data.map((lead: Record<string, unknown>) => lead[sort])).toEqual(expected)
      }
  })

  test('L3: a search finds the text itself: wildcards, quotes, backslashes and unseen marks stand for themselves', async () => {
    const ada = await app.signIn(everything)
    const names = [
      '100% Cotton',
      '100 Cotton',
      'under_score',
      'underscore',
      String.raw`back\slash`,
      "O'Hara",
      'Zoë ÖZDEMİR',
      'left\u202eright',
      'zero\u200bwidth',
      '日本商事',
    ]
    const byName = new Map<string, number>()
    for (const name of names)
      byName.set(
        name,
        await putLead(app, ada, { ...owners(status, ada), name, email: null, company: null, phone: '+4930' }),
      )
    const search = async (text: string) => (await ids(ada, `search=${encodeURIComponent(text)}`)).toSorted()
    const these = (...found: string[]) => found.map((name) => byName.get(name)!).toSorted()

    expect(await search('0% c')).toEqual(these('100% Cotton'))
    expect(await search('00%co')).toEqual([])
    expect(await search('%%%')).toEqual([])
    expect(await search('___')).toEqual([])
    expect(await search('r_s')).toEqual(these('under_score'))
    expect(await search(String.raw`k\s`)).toEqual(these(String.raw`back\slash`))
    expect(await search("o'h")).toEqual(these("O'Hara"))
    expect(await search('ÖZDEM')).toEqual(these('Zoë ÖZDEMİR'))
    expect(await search('özdem')).toEqual(these('Zoë ÖZDEMİR'))
    expect(await search('t\u202er')).toEqual(these('left\u202eright'))
    expect(await search('trig')).toEqual([])
    expect(await search('o\u200bw')).toEqual(these('zero\u200bwidth'))
    expect(await search('日本商')).toEqual(these('日本商事'))
    expect(await search('%a'.repeat(100))).toEqual([])
    expect(await search('  cotton  ')).toEqual(these('100% Cotton', '100 Cotton'))
    expect(await search('   ')).toHaveLength(names.length)
  })

  test('L3: one or two characters search for beginnings, wildcards again for themselves', async () => {
    const ada = await app.signIn(everything)
    const xu = await putLead(app, ada, { ...owners(status, ada), name: 'Xu', company: 'Fabrik', email: null })
    const bo = await putLead(app, ada, { ...owners(status, ada), name: 'Bo Xu', company: 'XU Ltd', email: null })
    const percent = await putLead(app, ada, { ...owners(status, ada), name: '%ages', company: null, email: null })

    expect(await ids(ada, 'search=xu')).toEqual([bo, xu])
    expect(await ids(ada, 'search=x')).toEqual([bo, xu])
    expect(await ids(ada, 'search=u')).toEqual([])
    expect(await ids(ada, 'search=%25')).toEqual([percent])
    expect(await ids(ada, 'search=_')).toEqual([])
    expect(await ids(ada, 'search=%25a')).toEqual([percent])
    expect(await ids(ada, 'search=%5C')).toEqual([])
  })

  test('a search looks into name, email, company, phone, number, city, products and message, and nowhere else', async () => {
    const ada = await app.signIn(everything)
    const lead = await putLead(app, ada, {
      ...owners(status, ada),
      name: 'Noor',
      email: 'desk@mill.example',
      company: 'Weavers',
      phone: '+924211223344',
      message: 'Cashmere wanted',
      city: 'Faisalabad',
      state: 'Punjab',
      website: 'https://loom.example',
      lead_no: 777_123,
    })

    for (const text of ['noor', 'k@mill', 'eaver', '2112233', '777123', 'cashmere', 'salabad', 'hose'])
      expect([text, await ids(ada, `search=${encodeURIComponent(text)}`)]).toEqual([text, [lead]])
    for (const text of ['punjab', 'loom', 'website_form'])
      expect([text, await ids(ada, `search=${text}`)]).toEqual([text, []])
  })
})
