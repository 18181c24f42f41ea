import { globSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { toSearch } from '#contract/kit/request.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { startTestApp } from '../app.ts'
import { nameOf } from './all.ts'
import { schemaOf } from './sample.ts'

// The calls as they were asked for, letter by letter: everything else names them through the contract, and would follow a slip there.
// Each with what it takes, and with the sentence where one was asked for.
const CALLS: readonly [call: string, takes?: string, failure?: string][] = [
  ['POST /api/v1/permissions/', 'product_code token'],
  ['POST /api/v1/token/verify/', 'token', 'Token verification failed'],
  ['POST /api/decrypt/', 'encrypt_id'],
  ['GET /api/v1/broadcast/', 'tab_id session_id after_id'],
  ['POST /api/v1/broadcast/clear/', 'session_id tab_id'],
  ['GET /api/v1/designations/', 'page per_page department_id'],
  ['POST /api/v1/auth/sign-in/', 'email password'],
  ['POST /api/v1/auth/refresh/'],
  ['POST /api/v1/auth/sign-out/'],
  ['GET /api/v1/auth/companies/'],
  ['POST /api/v1/auth/switch-company/', 'company_id'],
  ['POST /intake/:form_key/enquiry', 'form_key'],
  ['GET /marketing/fetch-current-user'],
  ['GET /marketing/departments'],
  ['GET /marketing/lead-products/:id'],
  ['POST /marketing/get_company_by_domain', 'domain'],
  [
    'GET /marketing/marketing_leads_list',
    'page pageSize search from_date to_date source enquiry_status status assigned_qa sales_person',
    'Failed to fetch leads',
  ],
  ['GET /marketing/get_marketing_department', 'leadId'],
  ['GET /marketing/marketing_staff'],
  ['GET /marketing/check_lead_assigned'],
  ['POST /marketing/assign_leads', 'leadIds staffId'],
  ['GET /marketing/lead_history/:id'],
  ['GET /marketing/check_current_assignment/:id'],
  ['GET /marketing/all_leads', 'page pageSize search fromDate toDate', 'Failed to fetch leads'],
  ['POST /marketing/assign_to_me', 'leadIds'],
  ['GET /marketing/assigned_leads', 'page pageSize search from_date to_date', 'Failed to fetch leads'],
  ['GET /marketing/valid_leads', 'page pageSize search from_date to_date', 'Failed to fetch leads'],
  ['GET /marketing/rrgistration_assigned_leads', '', 'Failed to fetch leads'],
  ['POST /marketing/add_inprogress_status', 'enquiryId status', 'Network error: Failed to update status'],
  [
    'POST /marketing/add_invalid_status',
    'enquiryId company country zipCode city state address email phone website comments status products',
    'Network error: Failed to update status',
  ],
  [
    'POST /marketing/add_valid_status',
    'enquiryId company country zipCode city state address email phone website comments status products',
    'Network error: Failed to update status',
  ],
  ['POST /marketing/registration_valid_status', 'enquiryId', 'Network error: Failed to update status'],
  ['POST /marketing/add_leads', '', 'Failed to add lead'],
  ['GET /marketing/sales_member_dashboard_data', 'page size sort order search from_date to_date'],
  ['GET /marketing/get_all_countries'],
  ['GET /marketing/product_search', 'query', 'Search failed'],
  ['GET /marketing/get_valided_lead/:id', 'id', 'Failed to fetch leads data'],
  ['GET /marketing/get_valided_lead_fo_not_valid/:id', 'id', 'Failed to fetch leads data'],
  ['POST /marketing/dataFetch_validmodal', 'enquiryId', 'Failed to fetch leads data'],
  ['GET /marketing/restrict_domain_list', 'page limit search', 'Failed to fetch data'],
  ['POST /marketing/add_domain_for_restrict', 'domainName', 'Failed to add domain'],
  ['PUT /marketing/update_domain/:id', 'domainName'],
  ['DELETE /marketing/delete_domain/:id', 'id', 'Failed to delete domain'],
  ['PUT /marketing/update_restrict_domain_status/:id', 'status', 'Network error: Failed to update status'],
  ['POST /marketing/get_source_details', 'from_date to_date source search'],
  ['GET /marketing/products'],
  ['GET /marketing/auto_product_search', 'search_keyword', 'Search failed'],
  ['POST /marketing/update_enquiry_leads', 'enquiryId'],
  ['POST /marketing/update_enquiry_leads_with_products', 'enquiryId products'],
  ['POST /marketing/delete_product_item', 'itemId', 'Failed to delete product item due to a network error'],
  ['POST /marketing/delete_leads', 'enquiryId', 'Network error while deleting lead'],
  ['POST /marketing/addComments', 'leadId comment'],
  ['GET /marketing/get_salerep_autoassign_list', 'fromDate toDate search page pageSize'],
  ['GET /marketing/all-staff', 'search'],
  ['POST /marketing/add_auto_assign_salesrep', 'sid'],
  ['POST /marketing/delete_auto_assign_salesrep', 'id'],
  ['POST /marketing/update_auto_assign_salesrep', 'id status', 'Network error: Failed to update status'],
  ['GET /marketing/country-calling-code/:country', 'country'],
  ['GET /marketing/get_qa_autoassign_list', 'current pageSize sortField sortOrder searchText fromDate toDate'],
  ['POST /marketing/add_auto_assign_QA', 'sid'],
  ['PUT /marketing/update_qa_autoassign_status/:id', 'status', 'Network error: Failed to update status'],
  ['DELETE /marketing/delete_qa_autoassign/:id', 'id'],
]

const app = await startTestApp()
afterAll(() => app.stop())

const described = async () => {
  const endpoints = new Map<string, Endpoint>()
  for (const file of globSync('contract/*/*.ts', { exclude: ['**/*.test.ts'] })) {
    const module: Record<string, Record<string, Endpoint>> = await import(`../../../${file}`)
    for (const contract of Object.values(module))
      for (const endpoint of Object.values(Object(contract)) as Endpoint[])
        if (endpoint?.method && endpoint.path) endpoints.set(nameOf(endpoint), endpoint)
  }
  return endpoints
}

/** What a call can be given, by the names that go over the wire. */
const wireNames = ({ params, query, body, wire }: Endpoint) => {
  const names = (part: Endpoint['body']) => (part ? Object.keys(schemaOf(part).properties ?? {}) : [])
  const inQuery = names(query).map((name) => toSearch({ [name]: 1 }, wire).split('=')[0])
  return [...names(params), ...inQuery, ...names(body)]
}

test('every call that was asked for is there: its method, its path, what it takes, and its sentence', async () => {
  const endpoints = await described()

  const wrong = CALLS.flatMap(([call, takes = '', failure]) => {
    const endpoint = endpoints.get(call)
    if (!endpoint) return [`${call} is not there`]
    const names = wireNames(endpoint)
    const missing = takes.split(' ').filter((name) => name && !names.includes(name))
    return [
      ...missing.map((name) => `${call} does not take ${name}`),
      ...(failure && endpoint.failure !== failure ? [`${call} says “${endpoint.failure}”`] : []),
    ]
  })
  expect(wrong).toEqual([])
})

test('the server answers at each of these paths itself', async () => {
  const unanswered: string[] = []
  for (const [call] of CALLS) {
    const [method = '', path = ''] = call.split(' ')
    const { status, json } = await app.send(method, path.replace(/:\w+/, '1'), method === 'GET' ? undefined : {})
    if (status === 405 || (status === 404 && !path.startsWith('/intake/')) || json === undefined)
      unanswered.push(`${call}: ${status}`)
  }
  expect(unanswered).toEqual([])
})

test('a person as the token tells of them, and as the look-up does, has the fields that were asked for', async () => {
  const ada = await app.signIn({ name: 'Ada' })

  const profile = await app.send('POST', '/api/v1/token/verify/', { token: ada.token })
  const user = await ada.send('GET', '/marketing/fetch-current-user')

  expect(Object.keys(profile.json).toSorted()).toEqual(
    'FS_type company_base_currency company_id company_name countryid currency currency_symbol date_format email firstname is_admin is_superuser lastname logo_url profile_image timezone user_id'.split(
      ' ',
    ),
  )
  expect(Object.keys(user.json.data).toSorted()).toEqual(
    'company_id company_name email is_primary logo_url user_id user_name'.split(' '),
  )
})
