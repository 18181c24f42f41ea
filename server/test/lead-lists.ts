import { expect } from 'vitest'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import type { TestPerson } from './app.ts'
import { LIST_KEYS } from './journey.ts'

/** The lists whose leads have a status each, with what their days are called on the wire. */
export const LISTS = [
  {
    name: 'Leads',
    url: '/marketing/marketing_leads_list',
    from: 'from_date',
    to: 'to_date',
    status: 'new',
    key: 'marketing_leads_list',
  },
  {
    name: 'Unassigned',
    url: '/marketing/all_leads',
    from: 'fromDate',
    to: 'toDate',
    status: 'new',
    key: 'all_leads_list',
  },
  {
    name: 'Assigned',
    url: '/marketing/assigned_leads',
    from: 'from_date',
    to: 'to_date',
    status: 'assigned',
    key: 'assigned_leads_list',
  },
  {
    name: 'Valid',
    url: '/marketing/valid_leads',
    from: 'from_date',
    to: 'to_date',
    status: 'valid',
    key: 'valid_leads_list',
  },
] as const

/** Sees every row of every list. */
export const everything = { can: [...LIST_KEYS, 'marketing_leads_reassign', 'valid_leads_assign'] } satisfies {
  can: PermissionKey[]
}

/** What makes a lead one of a list's. */
export const owners = (status: string, qa: TestPerson, rep?: TestPerson) => ({
  status,
  ...(status === 'new' ? {} : { assigned_qa: qa.id }),
  ...(rep ? { sales_person: rep.id } : {}),
})

/** Asks a list at its address. */
export const asking = (url: string) => {
  const ids = async (person: TestPerson, query = ''): Promise<number[]> => {
    const { status, json, text } = await person.send('GET', `${url}?${query}`)
    if (status !== 200) throw new Error(`${status} ${text}`)
    expect(json.pagination.total).toBe(json.data.length)
    return json.data.map(({ id }: { id: number }) => id)
  }
  const badField = async (person: TestPerson, query: string) => {
    const { status, json } = await person.send('GET', `${url}?${query}`)
    return [status, json.errors?.[0]?.field]
  }
  return { ids, badField }
}
