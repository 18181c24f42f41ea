import type { ImportCalls } from '#contract/platform/import-calls.ts'
import { call } from '#web/kit/data/api.ts'
import { downloadCsv } from '#web/kit/data/download.ts'

/** Fetches all rejected rows, some at a time, and hands them over as one file. */
export const downloadRejected = async (rejected: ImportCalls['rejected'], id: number, file_name: string) => {
  const pieces: string[] = []
  for (let after: number | null = 0; after !== null;) {
    const { data }: { data: { csv: string; next: number | null } } = await call(rejected, {
      params: { id },
      query: { after },
    })
    pieces.push(data.csv)
    after = data.next
  }
  downloadCsv(`${file_name.replace(/\.\w+$/, '')} rejected.csv`, pieces)
}
