/** More rows than this are left to CSV: a workbook is made in the memory of the browser. */
export const MOST_WORKBOOK_ROWS = 50_000

export type ToSpreadsheet = { csv: Blob }
export type FromSpreadsheet = { xlsx: Blob } | { problem: string }

/** The rows of a CSV file as an Excel workbook, made in a worker; each cell is a text, so that zeros and plus signs stay. */
export const workbookOf = (csv: Blob): Promise<Blob> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./spreadsheet-worker.ts', import.meta.url), { type: 'module' })
    const failed = () => reject(new Error('The workbook was not made. Download the CSV file instead.'))
    worker.addEventListener('message', ({ data }: MessageEvent<FromSpreadsheet>) => {
      worker.terminate()
      if ('xlsx' in data) resolve(data.xlsx)
      else failed()
    })
    worker.addEventListener('error', () => {
      worker.terminate()
      failed()
    })
    worker.postMessage({ csv } satisfies ToSpreadsheet, [])
  })
