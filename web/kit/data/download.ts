/** What makes Excel read UTF-8 as such. */
const BEGINNING = '\ufeff'

/** Hands CSV over to the person as a file of that name. */
export const downloadCsv = (fileName: string, pieces: readonly string[]) => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([BEGINNING, ...pieces], { type: 'text/csv;charset=utf-8' }))
  link.download = fileName
  link.click()
  URL.revokeObjectURL(link.href)
}
