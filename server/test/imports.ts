import { leadImports, PART_BYTES, type ImportField } from '#contract/imports.ts'
import type { TestApp, TestPerson } from './app.ts'
import { workOff } from './leads.ts'

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
