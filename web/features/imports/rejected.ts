import { leadImports } from '#contract/imports.ts'
import { call } from '#web/kit/api.ts'

/** What makes Excel read UTF-8 as such. */
const BEGINNING = '\ufeff'

/** Fetches all rejected rows, some at a time, and hands them over as one file. */
export const downloadRejected = async (id: number, file_name: string) => {
  const pieces = [BEGINNING]
  for (let after: number | null = 0; after !== null;) {
    const { data }: { data: { csv: string; next: number | null } } = await call(leadImports.rejected, {
      params: { id },
      query: { after },
    })
    pieces.push(data.csv)
    after = data.next
  }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob(pieces, { type: 'text/csv;charset=utf-8' }))
  link.download = `${file_name.replace(/\.\w+$/, '')} rejected.csv`
  link.click()
  URL.revokeObjectURL(link.href)
}
