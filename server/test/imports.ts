import { leadImports, type ImportField } from '#contract/leads/imports.ts'
import { PART_BYTES } from '#contract/platform/imports.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import type { TestApp, TestPerson } from './app.ts'
import { workOff } from './leads.ts'

export const IMPORT_KEYS = [
  'leads_import',
  'marketing_leads_list',
  'marketing_leads_comments',
  'marketing_leads_history',
  'restrict_domain_add',
] as const satisfies readonly PermissionKey[]

/** Whoever imports, of a new company. */
export const importer = (app: TestApp) => app.signIn({ can: IMPORT_KEYS })

export const HEADER = 'Name;E-Mail;Telefon;Firma;Land;Produkt;Menge'

/** The leads of the person's company, as they are stored. */
export const storedLeads = (app: TestApp, { companyId }: TestPerson, columns = 'name, email') =>
  app.sql(companyId, `select ${columns} from leads where company_id = $1 and deleted_at is null order by id`, [
    companyId,
  ])

/** Sends a file as the screen does, part by part; answers the import, ready to be matched. */
export const uploadFile = async (person: TestPerson, content: string | Uint8Array, file_name = 'leads.csv') => {
  const bytes = new Uint8Array(typeof content === 'string' ? Buffer.from(content) : content)
  const { data: begun } = await person.call(leadImports.begin, { body: { file_name, bytes: bytes.length } })
  for (let no = 0; no * PART_BYTES < bytes.length; no++)
    await person.call(leadImports.part, {
      params: { id: begun.id, no },
      bytes: bytes.slice(no * PART_BYTES, (no + 1) * PART_BYTES),
    })
  return (await person.call(leadImports.finish, { body: begun })).data
}

/** The import after its dry run; the columns hold what was guessed, unless it is said otherwise. */
export const checkFile = async (
  app: TestApp,
  person: TestPerson,
  content: string | Uint8Array,
  fields?: (ImportField | null)[],
) => {
  const { id, columns } = await uploadFile(person, content)
  await person.call(leadImports.check, { body: { id, fields: fields ?? columns.map(({ field }) => field) } })
  await workOff(app)
  return (await person.call(leadImports.read, { params: { id } })).data
}

/** The same, imported. */
export const importFile = async (app: TestApp, person: TestPerson, content: string | Uint8Array) => {
  const { id } = await checkFile(app, person, content)
  await person.call(leadImports.start, { body: { id } })
  await workOff(app)
  return (await person.call(leadImports.read, { params: { id } })).data
}
