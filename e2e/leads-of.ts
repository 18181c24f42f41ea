import { expect, type Page } from '@playwright/test'

/** A word that no other lead has, to search for. */
export const newMark = () => `mark${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}`

/**
 * Brings leads that the checks find nothing wrong with, through a form of their own, and gives them to the person whose address
 * begins so. They ask for a product of the catalogue, or for something in other words; those of several calls differ `from` one on. Other tests work on the same demo companies, so a test that decides leads brings its own. The page is a manager's.
 */
export const addLeadsOf = async (
  page: Page,
  person: string,
  count: number,
  mark = newMark(),
  { asksFor, from = 0 }: { asksFor?: string; from?: number } = {},
) => {
  const call = callerOf(page)
  const { data: products } = await call('GET', '/marketing/products')
  const product = asksFor === undefined ? products[0] : { name: asksFor }
  const { data: opened } = await call('POST', '/marketing/add_intake_form', {
    name: `Form ${newMark()}`,
    allowed_origins: [],
  })
  const staffId = await idOf(page, person)
  for (let at = from; at < from + count; at++) {
    const company = `${nameOf(at)} ${mark}`
    const sent = await asked(page, 'POST', `/intake/${opened.key}/enquiry`, {
      name: `Person ${nameOf(at)}`,
      email: `person@${mark}-${nameOf(at).toLowerCase()}.example`,
      phone: `+49 30 9${numberOf(mark)}${String(at).padStart(2, '0')}`,
      company,
      country: 'DE',
      message: `Please quote for 3 ${product.name}, delivered to Berlin.`,
      products: [{ product_id: product.id, product_name: product.name, quantity: 3 }],
    })
    expect([sent.status, sent.message]).toEqual([202, expect.stringContaining('Thank you')])
    const { data: found } = await call('GET', `/marketing/marketing_leads_list?search=${encodeURIComponent(company)}`)
    const lead = found.find(({ lead_no }: { lead_no: number }) => String(lead_no) === sent.json.data.reference)
    await giveTo(page, lead.id, staffId)
  }
  return mark
}

/** Leads that were just found valid, given to a sales person, so that nobody has contacted them yet. The page is a manager's. */
export const addValidLeadsOf = async (page: Page, person: string, count: number, mark = newMark()) => {
  const call = callerOf(page)
  await addLeadsOf(page, 'manager@halden', count, mark)
  const { data } = await call('GET', `/marketing/marketing_leads_list?search=${mark}&pageSize=50`)
  const ids: number[] = data.map(({ id }: { id: number }) => id)
  const staffId = await idOf(page, person)
  for (const id of ids) {
    await call('POST', '/marketing/add_valid_status', { enquiryId: id, status: 'valid', start: true })
    await giveTo(page, id, staffId)
  }
  return ids
}

export const idOf = async (page: Page, person: string): Promise<number> => {
  const staff = await callerOf(page)('GET', `/marketing/all-staff?search=${person}`)
  return staff.data[0].id
}

/** Whether it is theirs already is for the server to say: at any moment a lead may find its person by itself. */
export const giveTo = async (page: Page, leadId: number, staffId: number) => {
  const { path, status, message } = await asked(page, 'POST', '/marketing/assign_leads', { leadIds: [leadId], staffId })
  expect([path, status, message]).toEqual(
    status === 409 ? [path, 409, expect.stringMatching(/already owns this lead$/)] : [path, 200, message],
  )
}

/** Leads of several calls share no phone, which would make them duplicates. */
const numberOf = (mark: string) => 10_000 + (Number.parseInt(mark.slice(-6), 36) % 90_000)

/** No two alike, and none that looks like a number. */
const nameOf = (at: number) =>
  `${'ABCDEFGHIJ'[Math.floor(at / 10)]}${'abcdefghij'[at % 10]}`.replace(/./g, (letter) => letter + 'or')

type Method = 'GET' | 'POST' | 'PUT'

/** Calls the API as the page's person does. */
export const callerOf = (page: Page) => async (method: Method, path: string, body?: object) => {
  const { status, message, json } = await asked(page, method, path, body)
  expect([path, status, message]).toEqual([path, 200, message])
  return json
}

/** A server that is busy for a moment has done nothing, and is asked again. */
const asked = async (page: Page, method: Method, path: string, body?: object) => {
  for (let left = 5; ; left--) {
    const answer = await askedOnce(page, method, path, body)
    if (answer.status !== 503 || left === 0) return answer
    await page.waitForTimeout(1_000)
  }
}

const askedOnce = async (page: Page, method: Method, path: string, body?: object) => {
  const token = (await page.context().cookies()).find(({ name }) => name === 'accessToken')?.value ?? ''
  const answer = await page.request.fetch(path, {
    method,
    headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
    ...(body ? { data: body } : {}),
  })
  const json = await answer.json()
  return { path, status: answer.status(), message: String(json.message), json }
}
