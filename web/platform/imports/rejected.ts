import type { ImportCalls } from '#contract/platform/import-calls.ts'
import { call } from '#web/kit/data/api.ts'
import { downloadCsv } from '#web/kit/data/download.ts'

/** Which rows, and what their file is called. */
interface Wanted {
  outcome: 'rejected' | 'duplicate'
  called: string
}

/** Fetches all rows of an outcome, some at a time, and hands them over as one file. */
export const downloadRows = async (
  rejected: ImportCalls['rejected'],
  id: number,
  file_name: string,
  { outcome, called }: Wanted,
) => {
  const pieces: string[] = []
  for (let after: number | null = 0; after !== null;) {
    const { data }: { data: { csv: string; next: number | null } } = await call(rejected, {
      params: { id },
      query: { after, outcome },
    })
    pieces.push(data.csv)
    after = data.next
  }
  downloadCsv(`${file_name.replace(/\.\w+$/, '')} ${called}.csv`, pieces)
}
