import { ownDrafts } from '#web/kit/form/use-draft.ts'
import { ApiError } from '#web/kit/data/api.ts'

export type ToWorker = { file: File } | { sheet: number }
export type FromWorker =
  | { problem: string }
  | { sheets: { name: string; rows: number }[] }
  | { csv: Blob; columns: ColumnNumbers[] }

/** Of the cells of a column that say something, how many are numbers: those have lost the zeros at their beginning. */
export interface ColumnNumbers {
  numbers: number
  filled: number
}

export interface Workbook {
  sheets: readonly { name: string; rows: number }[]
  /** The sheet as a CSV file, called as the workbook. */
  table(sheet: number): Promise<{ file: File; columns: ColumnNumbers[] }>
  close(): void
}

const LARGEST_WORKBOOK = 50 * 1024 * 1024
const MOST_ROWS = 200_000

/** Files that the browser turns into a table before they are sent. */
export const isWorkbook = ({ name }: Pick<File, 'name'>) => /\.(?:xlsx|ods|vcf|vcard)$/i.test(name)
const isContacts = (name: string) => /\.(?:vcf|vcard)$/i.test(name)

const workerFor = (name: string) => {
  if (isContacts(name)) return new Worker(new URL('./contacts-worker.ts', import.meta.url), { type: 'module' })
  return /\.ods$/i.test(name)
    ? new Worker(new URL('./ods-worker.ts', import.meta.url), { type: 'module' })
    : new Worker(new URL('./workbook-worker.ts', import.meta.url), { type: 'module' })
}

/** Unpacks a workbook in a worker of its own: the page stays alive, and the server never opens one. */
export const openWorkbook = async (file: File): Promise<Workbook> => {
  if (file.size > LARGEST_WORKBOOK)
    throw refused('This file is larger than 50 MB. Save it as CSV UTF-8, and choose that file.')
  const worker = workerFor(file.name)
  const ask = (asked: ToWorker) =>
    new Promise<Exclude<FromWorker, { problem: string }>>((resolve, reject) => {
      const once = { once: true }
      worker.addEventListener(
        'message',
        ({ data }: MessageEvent<FromWorker>) => ('problem' in data ? reject(refused(data.problem)) : resolve(data)),
        once,
      )
      worker.addEventListener('error', () => reject(refused(BROKEN)), once)
      worker.postMessage(asked, [])
    })
  try {
    const opened = await ask({ file })
    return {
      sheets: 'sheets' in opened ? opened.sheets : [],
      async table(sheet) {
        if ('sheets' in opened && (opened.sheets[sheet]?.rows ?? 0) > MOST_ROWS + 1)
          throw refused('This sheet has more than 200,000 rows. Save it as CSV UTF-8, and choose that file.')
        const answer = await ask({ sheet })
        if (!('csv' in answer)) throw refused('This sheet can’t be read. Choose another.')
        return { file: new File([answer.csv], file.name), columns: answer.columns }
      },
      close: () => worker.terminate(),
    }
  } catch (failure) {
    worker.terminate()
    throw failure
  }
}

const BROKEN = 'This workbook can’t be read. Save it as CSV UTF-8, and choose that file.'
const refused = (message: string) => new ApiError(message, { status: 400, code: 'bad_request' })

const draftOf = (importId: number) => `import-${importId}-numbers`

/** Remembers in this tab which columns of an import's workbook have numbers. */
export const keepNumbers = (importId: number, columns: readonly ColumnNumbers[]) =>
  ownDrafts().keep(draftOf(importId), { columns })

export const numbersOf = (importId: number): readonly ColumnNumbers[] => {
  const columns = ownDrafts().read(draftOf(importId))?.values['columns']
  return Array.isArray(columns) ? (columns as ColumnNumbers[]) : []
}
