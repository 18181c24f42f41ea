import { sheetsOfOds } from './ods.ts'
import { answerWith } from './sheet-table.ts'

answerWith(
  async (file) => sheetsOfOds(new Uint8Array(await file.arrayBuffer())),
  'This spreadsheet can’t be read. Save it as .ods again without a password, or as CSV UTF-8.',
)
