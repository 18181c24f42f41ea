import { Type, type Static } from 'typebox'
import {
  Address,
  get,
  Id,
  ListQuery,
  Many,
  Nullable,
  One,
  Pagination,
  PersonId,
  post,
  Timestamp,
  Text,
} from '#contract/kit/endpoint.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'

/** Keys that let their holder see some lead list, or add to it: enough for the look-ups that those screens use. */
export const ANY_LEAD_LIST = [
  'marketing_leads_list',
  'all_leads_list',
  'assigned_leads_list',
  'valid_leads_list',
  'registration_leads_list',
  'marketing_leads_add',
] as const satisfies readonly PermissionKey[]

export const CurrentUser = Type.Object({
  user_name: Type.String(),
  email: Type.String(),
  /** 1 shows the role Admin, anything else User. */
  is_primary: Type.Integer(),
  user_id: Type.Integer(),
  company_id: Type.Integer(),
  company_name: Type.String(),
  logo_url: Nullable(Type.String()),
})
export type CurrentUser = Static<typeof CurrentUser>

/** No count of a person's leads goes further. */
export const MOST_COUNTED = 1_000

/** What a person has to do already, and whether they are there to do it. */
export const Load = Type.Object({
  /** Leads without a verdict, and valid ones without an outcome. */
  open: Type.Integer(),
  /** Of these, those past their target. */
  overdue: Type.Integer(),
  /** Why the rotation gives them none now, where it is because they are not at work, and until when. */
  absence: Nullable(Type.Object({ kind: Type.Enum(['away', 'off_shift', 'paused']), until: Nullable(Timestamp) })),
})
export type Load = Static<typeof Load>

export const Staff = Type.Object({
  /** `sid` in the assignment calls. */
  id: Type.Integer(),
  name: Type.String(),
  email: Type.String(),
  department: Nullable(Type.String()),
  designation: Nullable(Type.String()),
  /** Where it was wanted. */
  load: Type.Optional(Load),
})
export type Staff = Static<typeof Staff>

/** The first 100 by name, and how many there are. */
export const StaffList = Type.Object({ success: Type.Boolean(), data: Type.Array(Staff), pagination: Pagination })

export const ProductRef = Type.Object({
  id: Type.Integer(),
  code: Type.String(),
  name: Type.String(),
  category: Nullable(Type.String()),
  unit: Nullable(Type.String()),
})
export type ProductRef = Static<typeof ProductRef>
const ProductList = Type.Object({ success: Type.Boolean(), data: Type.Array(ProductRef), pagination: Pagination })

const search = { search: Type.Optional(Type.String({ maxLength: 200 })) }
const staffSearch = {
  ...search,
  /** `load`: with the load of each, the least loaded first and those who are away last; takes a permission to assign leads. */
  order: Type.Optional(Type.Enum(['name', 'load'])),
}

export const lookups = {
  currentUser: get('/marketing/fetch-current-user', {
    summary: 'The signed-in user and their company',
    permission: 'signed-in',
    reply: One(CurrentUser),
    failure: 'Failed to fetch data',
  }),
  countries: get('/marketing/get_all_countries', {
    summary: 'All countries, with their calling codes',
    permission: 'signed-in',
    reply: One(
      Type.Array(Type.Object({ code: Type.String(), name: Type.String(), calling_code: Nullable(Type.String()) })),
    ),
    failure: 'Failed to fetch data',
  }),
  callingCode: get('/marketing/country-calling-code/:country', {
    summary: 'The calling code of a country',
    permission: 'signed-in',
    params: Type.Object({ country: Text(60) }),
    reply: Type.Object({ success: Type.Boolean(), calling_code: Type.String() }),
    failure: 'Failed to fetch data',
  }),
  products: get('/marketing/products', {
    summary: 'Products of the catalogue by name or code',
    permission: [...ANY_LEAD_LIST, 'products_list'],
    query: Type.Object({
      ...search,
      page: ListQuery({}).properties.page,
      pageSize: ListQuery({}).properties.pageSize,
      /** Those that are chosen already, whether or not they are offered: answered instead. */
      product_ids: Many(Id),
    }),
    reply: ProductList,
    failure: 'Failed to fetch data',
  }),
  productSearch: get('/marketing/product_search', {
    summary: 'The same as `products`, under the name other screens use',
    permission: ANY_LEAD_LIST,
    query: Type.Object({ query: Type.Optional(Type.String({ maxLength: 200 })) }),
    reply: ProductList,
    failure: 'Search failed',
  }),
  autoProductSearch: get('/marketing/auto_product_search', {
    summary: 'Products of the catalogue while typing, from 3 characters',
    permission: [...ANY_LEAD_LIST, 'products_list'],
    query: Type.Object({ search_keyword: Type.String({ minLength: 3, maxLength: 200 }) }),
    reply: ProductList,
    failure: 'Search failed',
  }),
  productSuggestions: get('/marketing/product_suggestions', {
    summary: 'The products that a name may mean which is not in the catalogue, the likeliest first',
    permission: [...ANY_LEAD_LIST, 'products_list'],
    query: Type.Object({ text: Type.String({ minLength: 1, maxLength: 300 }) }),
    reply: One(
      Type.Array(
        Type.Object({
          product: ProductRef,
          /** How alike they are, 0 to 1. */
          score: Type.Number(),
          /** Its code stands in the name, or it is called alike. */
          why: Type.Enum(['code', 'alike']),
        }),
      ),
    ),
    failure: 'Search failed',
  }),
  productCategories: get('/marketing/product_categories', {
    summary: 'The categories of the catalogue: the first 200 by name',
    permission: ['qa_auto_assign_list', 'salesrep_auto_assign_list'],
    reply: One(Type.Array(Type.String())),
    failure: 'Failed to fetch data',
  }),
  companyByDomain: post('/marketing/get_company_by_domain', {
    summary: 'The company of an email domain, by the directory or by earlier leads',
    permission: ANY_LEAD_LIST,
    effect: 'read',
    body: Type.Object({ domain: Address }),
    reply: One(
      Nullable(
        Type.Object({
          company: Type.String(),
          domain: Type.String(),
          website: Nullable(Type.String()),
          country: Nullable(Type.String()),
          state: Nullable(Type.String()),
          city: Nullable(Type.String()),
          zipCode: Nullable(Type.String()),
          address: Nullable(Type.String()),
          /** How many leads that the caller sees carry the domain. */
          leads: Type.Integer(),
        }),
      ),
    ),
    failure: 'Search failed',
  }),
  departments: get('/marketing/departments', {
    summary: 'The company’s departments',
    permission: 'signed-in',
    reply: One(Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() }))),
    failure: 'Failed to fetch data',
  }),
  marketingDepartment: get('/marketing/get_marketing_department', {
    summary: 'People of the marketing department who can take the lead',
    permission: ANY_LEAD_LIST,
    query: Type.Object({ leadId: Type.Optional(Id), ...staffSearch }),
    reply: StaffList,
    failure: 'Failed to fetch data',
  }),
  marketingStaff: get('/marketing/marketing_staff', {
    summary: 'All staff who can take leads',
    permission: ANY_LEAD_LIST,
    query: Type.Object({
      ...staffSearch,
      designation_id: Type.Optional(PersonId),
      department_id: Type.Optional(PersonId),
    }),
    reply: StaffList,
    failure: 'Failed to fetch data',
  }),
  allStaff: get('/marketing/all-staff', {
    summary: 'All staff of the company',
    permission: [
      'salesrep_auto_assign_add',
      'qa_auto_assign_add',
      'marketing_leads_assign_to_staff',
      'marketing_leads_reassign',
      'valid_leads_assign',
    ],
    query: Type.Object(staffSearch),
    reply: StaffList,
    failure: 'Failed to fetch data',
  }),
  filterOptions: get('/marketing/lead_filter_options', {
    summary: 'People to filter a list of leads by: its current and former owners',
    permission: ANY_LEAD_LIST,
    query: Type.Object({
      ...search,
      /** Those who are chosen already, whoever they are: answered instead. */
      ids: Many(PersonId),
    }),
    reply: One(
      Type.Object({
        assigned_qa: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
        sales_person: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
      }),
    ),
    failure: 'Failed to fetch data',
  }),
}
