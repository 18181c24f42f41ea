/**
 * What a column of a file can hold. Several columns may hold the same: parts of a name, an address and a message are
 * joined, products pair with the quantities in their order, of everything else the first that says something counts.
 */
export const IMPORT_FIELDS = [
  'name',
  'first_name',
  'last_name',
  'email',
  'phone',
  'company',
  'website',
  'country',
  'state',
  'city',
  'zipCode',
  'address',
  'message',
  'product',
  'quantity',
  'utm_source',
  'utm_medium',
  'utm_campaign',
] as const
export type ImportField = (typeof IMPORT_FIELDS)[number]

export const IMPORT_ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export type ImportEncoding = (typeof IMPORT_ENCODINGS)[number]
export const IMPORT_SEPARATORS = [',', ';', '\t', '|'] as const
export type ImportSeparator = (typeof IMPORT_SEPARATORS)[number]
