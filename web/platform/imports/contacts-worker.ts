import { answerWith } from './sheet-table.ts'
import { contactTable } from './vcard.ts'

answerWith(async (file) => {
  const data = contactTable(new Uint8Array(await file.arrayBuffer()))
  return [{ sheet: 'Contacts', data }]
}, 'This vCard file can’t be read. Export the contacts again, or as CSV.')
