import { DEFAULT_PAGE_SIZE, PAGE_SIZES, type Endpoint } from '#contract/kit/endpoint.ts'
import { isSort, type Sorts } from '#contract/kit/sorts.ts'
import { idIn } from './id-in.ts'

/** A list's state as its address carries it: canonical names, text or lists of text, defaults left out. */
export type ListParams = Readonly<Record<string, string | readonly string[]>>

export interface ListSpec {
  endpoint: Endpoint
  /** Fields that the list may be sorted by; anything else in the address is dropped. */
  sorts: Sorts
  defaultSort?: { sort: string; order: 'asc' | 'desc' } | undefined
  /** Names of the page's own beside the list's: the open row, the view. */
  own?: readonly string[] | undefined
  /** Keys of the built-in views; a saved one goes by its id. */
  views?: readonly string[] | undefined
}

/** What the address says, with everything unknown or malformed dropped. */
export const readParams = (search: URLSearchParams, spec: ListSpec): ListParams => {
  const kept = namesOf(spec).map((name) => [name, valueOf(search.getAll(name), name, spec)] as const)
  return Object.fromEntries(kept.filter(([, value]) => value !== undefined)) as ListParams
}

/** The address for a state: names in a fixed order, multi-values repeat the key, defaults left out. */
export const writeParams = (
  params: Readonly<Record<string, string | readonly string[] | undefined>>,
  spec: ListSpec,
) => {
  const search = new URLSearchParams()
  for (const name of namesOf(spec))
    for (const value of [params[name] ?? []].flat())
      if (value !== '' && !isDefault(name, value, spec)) search.append(name, value)
  return search
}

/** A change of the filters, the search or the sort starts again at page 1; a change of the page, the columns or the page's own names does not. */
export const changeParams = (
  params: ListParams,
  change: Readonly<Record<string, string | readonly string[] | undefined>>,
  spec: ListSpec,
) => {
  const keepsPage = Object.keys(change).every((name) => ['page', COLUMNS].includes(name) || spec.own?.includes(name))
  return { ...params, ...(!keepsPage && { page: undefined }), ...change }
}

/** What the endpoint is asked for: the state with its defaults, numbers as numbers, without the page's own names. */
export const queryOf = (params: ListParams, spec: ListSpec): Record<string, unknown> => {
  const asked = Object.entries(params).filter(([name]) => name in propertiesOf(spec.endpoint))
  return {
    page: 1,
    pageSize: DEFAULT_PAGE_SIZE,
    ...spec.defaultSort,
    ...Object.fromEntries(asked.map(([name, value]) => [name, asNumbers(value, schemaOf(name, spec.endpoint))])),
  }
}

/** The names by which the list is narrowed, as opposed to paged and sorted. */
export const filterNames = ({ endpoint }: Pick<ListSpec, 'endpoint'>) =>
  Object.keys(propertiesOf(endpoint)).filter((name) => !PAGING.includes(name))

const PAGING = ['page', 'pageSize', 'sort', 'order']

/** The columns that the address turns from what the view has; `none` where it turns back all that the view has turned. */
export const COLUMNS = 'columns'
export const NO_COLUMNS = 'none'

/** What a view keeps of a list's state: filters, search and order. */
export const viewParams = (params: ListParams, spec: ListSpec): ListParams =>
  Object.fromEntries(Object.entries(params).filter(([name]) => [...filterNames(spec), 'sort', 'order'].includes(name)))

/** Whether the list is narrowed by this and by nothing else, whatever its order. */
export const isNarrowedBy = (params: ListParams, narrowing: ListParams, spec: ListSpec) =>
  filterNames(spec).every((name) => String(params[name] ?? '') === String(narrowing[name] ?? ''))

/** Whether both narrow and order the list alike; the order in which values were picked says nothing. */
export const sameView = (one: ListParams, other: ListParams, spec: ListSpec) => {
  const told = (params: ListParams) =>
    [...writeParams(viewParams(params, spec), spec)]
      .map(([name, value]) => `${name}=${value}`)
      .toSorted()
      .join('&')
  return told(one) === told(other)
}

// ── What the contract's schema allows ────────────────────────────────────────

interface Schema {
  type?: string
  enum?: readonly unknown[]
  const?: unknown
  items?: Schema
  anyOf?: readonly Schema[]
  pattern?: string
  minimum?: number
  maximum?: number
  maxLength?: number
  maxItems?: number
}

/** Values of single columns, which the columns on screen ask for: no address has them. */
const VALUES = 'values'

const schemasOf = ({ query, filters, body }: Endpoint) =>
  ((filters ? body : query)?.properties ?? {}) as Record<string, Schema>
const propertiesOf = (endpoint: Endpoint) => {
  const { [VALUES]: _, ...properties } = schemasOf(endpoint)
  return properties
}
/** How many such values a list answers at once. */
export const mostValues = (endpoint: Endpoint): number => schemasOf(endpoint)[VALUES]?.maxItems ?? 0
const schemaOf = (name: string, endpoint: Endpoint) => propertiesOf(endpoint)[name] ?? {}

/** `view` first, then as the contract has them, the columns and the page's own last. */
const namesOf = ({ endpoint, own = [], views }: ListSpec) => [
  ...(views ? ['view'] : []),
  ...Object.keys(propertiesOf(endpoint)).filter((name) => !own.includes(name)),
  COLUMNS,
  ...own,
]

const valueOf = (values: readonly string[], name: string, spec: ListSpec): string | readonly string[] | undefined => {
  if (name === 'view') return values.find((value) => spec.views?.includes(value) || idIn(value) !== undefined)
  if (name === COLUMNS) return columnKeys(values)
  if (spec.own?.includes(name)) return values.find((value) => value.length > 0 && value.length <= 200)
  if (name === 'sort') return values.find((value) => isSort(spec.sorts, value))
  if (name === 'pageSize') return values.find((value) => PAGE_SIZES.some((size) => String(size) === value))
  const schema = schemaOf(name, spec.endpoint)
  if (schema.type !== 'array')
    return values.map((value) => (name === 'search' ? value.trim() : value)).find((value) => allows(schema, value))
  const allowed = [...new Set(values.flatMap((value) => value.split(',')))].filter((value) =>
    allows(schema.items ?? {}, value),
  )
  return allowed.length > 0 ? allowed : undefined
}

const columnKeys = (values: readonly string[]) => {
  const keys = [...new Set(values.flatMap((value) => value.split(',')))].filter((key) =>
    /^[a-z][a-z0-9_.:]{0,59}$/.test(key),
  )
  return keys.length > 0 ? keys.slice(0, 60) : undefined
}

const allows = (schema: Schema, value: string): boolean => {
  if (schema.anyOf) return schema.anyOf.some((one) => allows(one, value))
  if (schema.enum) return schema.enum.includes(value)
  if (schema.const !== undefined) return schema.const === value
  if (schema.type === 'integer')
    return (
      /^\d{1,15}$/.test(value) &&
      Number(value) >= (schema.minimum ?? 0) &&
      Number(value) <= (schema.maximum ?? Infinity)
    )
  if (value === '' || value.length > (schema.maxLength ?? 200)) return false
  return schema.pattern === undefined || (new RegExp(schema.pattern).test(value) && !isUnrealDay(value))
}

/** Written like a day, as 31 February can be. */
const isUnrealDay = (value: string) => {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return false
  const day = new Date(`${value}T00:00:00Z`)
  return Number.isNaN(day.getTime()) || !day.toISOString().startsWith(value)
}

const asNumbers = (value: string | readonly string[], schema: Schema): unknown => {
  if (typeof value !== 'string') return value.map((one) => asNumbers(one, schema.items ?? {}))
  const isNumber = [schema, ...(schema.anyOf ?? [])].some(({ type }) => type === 'integer')
  return isNumber && /^\d+$/.test(value) ? Number(value) : value
}

const isDefault = (name: string, value: string, { defaultSort }: ListSpec) =>
  (name === 'page' && value === '1') ||
  (name === 'pageSize' && value === String(DEFAULT_PAGE_SIZE)) ||
  (name === 'sort' && value === defaultSort?.sort) ||
  (name === 'order' && value === defaultSort?.order)
