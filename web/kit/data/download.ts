/** What makes Excel read UTF-8 as such. */
const BEGINNING = '\ufeff'

/** Hands CSV over to the person as a file of that name. */
export const downloadCsv = (fileName: string, pieces: readonly string[]) =>
  downloadFile(fileName, new Blob([BEGINNING, ...pieces], { type: 'text/csv;charset=utf-8' }))

/** Hands a file over to the person. */
export const downloadFile = (fileName: string, file: Blob) => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = fileName
  link.click()
  // The browser may still be reading it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
