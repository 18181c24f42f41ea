import { Button } from 'antd'
import { useState } from 'react'
import { downloadCsv, downloadFile } from '#web/kit/data/download.ts'
import { workbookOf } from '#web/kit/data/spreadsheet.ts'
import { toast } from '#web/kit/feedback/toast.ts'
import { capitalised } from '#web/platform/changes/change-words.ts'
import type { ImportArea } from './import-area.ts'

/** A file with the header that is understood and a row as an example. */
export const TemplateButtons = ({ noun, template }: Required<Pick<ImportArea, 'noun' | 'template'>>) => {
  const [making, setMaking] = useState(false)
  const name = `${capitalised(noun.one)} template`
  const csv = [template.map(([header]) => header), template.map(([, example]) => example)].map(
    (cells) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`,
  )
  const downloadWorkbook = async () => {
    setMaking(true)
    try {
      downloadFile(`${name}.xlsx`, await workbookOf(new Blob(csv)))
    } catch {
      toast.failed('The template was not made. Download it as CSV.')
    } finally {
      setMaking(false)
    }
  }
  return (
    <p className="import-template">
      <span>Start with a template:</span>
      <Button size="small" onClick={() => downloadCsv(`${name}.csv`, csv)}>
        Download CSV template
      </Button>
      <Button size="small" loading={making} onClick={() => void downloadWorkbook()}>
        Download Excel template
      </Button>
    </p>
  )
}
