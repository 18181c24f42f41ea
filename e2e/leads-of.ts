import { expect, type Page } from '@playwright/test'

/** A word that no other lead has, to search for. */
export const newMark = () => `mark${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}`

/**
 * Adds leads that the checks find nothing wrong with, and gives them to the person whose address begins so. Other tests
 * work on the same demo companies, so a test that decides leads brings its own. The page is a manager's.
 */
export const addLeadsOf = async (page: Page, person: string, count: number, mark = newMark()) => {
  const call = await callerOf(page)
  const { data: products } = await call('GET', '/marketing/products')
  const staff = await call('GET', `/marketing/all-staff?search=${person}`)
  const staffId = staff.data[0].id
  const leadIds: number[] = []
  for (let at = 0; at < count; at++) {
    const { data } = await call('POST', '/marketing/add_leads', {
      name: `Person ${nameOf(at)}`,
      email: `office@${mark}-${nameOf(at).toLowerCase()}.example`,
      phone: `+49 30 9010${String(2_000 + at)}`,
      company: `${nameOf(at)} ${mark}`,
      country: 'DE',
      products: [{ product_id: products[0].id, product_name: products[0].name, quantity: 3 }],
    })
    // Its turn may have come by itself.
    if (data.assigned_qa?.id !== staffId) leadIds.push(data.id)
  }
  if (leadIds.length > 0) await call('POST', '/marketing/assign_leads', { leadIds, staffId })
  return mark
}

/** No two alike, and none that looks like a number. */
const nameOf = (at: number) =>
  `${'ABCDEFGHIJ'[Math.floor(at / 10)]}${'abcdefghij'[at % 10]}`.replace(/./g, (letter) => letter + 'or')

/** Calls the API as the page's person does. */
export const callerOf = async (page: Page) => {
  const token = (await page.context().cookies()).find(({ name }) => name === 'accessToken')?.value ?? ''
  return async (method: 'GET' | 'POST', path: string, body?: object) => {
    const answer = await page.request.fetch(path, {
      method,
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      ...(body ? { data: body } : {}),
    })
    const json = await answer.json()
    expect([path, answer.status(), json.message]).toEqual([path, 200, json.message])
    return json
  }
}
