import { sheetOf } from './sheet-of.ts'
import type { FromSpreadsheet, ToSpreadsheet } from './spreadsheet.ts'

self.addEventListener('message', ({ data }: MessageEvent<ToSpreadsheet>) => void answer(data))

const answer = async ({ csv }: ToSpreadsheet) => {
  try {
    reply({ xlsx: await sheetOf(await csv.text()) })
  } catch (failure) {
    reply({ problem: String(failure) })
  }
}

const reply = (message: FromSpreadsheet) => self.postMessage(message, {})
