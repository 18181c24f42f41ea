import { Button, Select } from 'antd'
import { useState } from 'react'
import { counted } from '#web/kit/look/format.ts'
import type { Workbook } from './workbook.ts'

interface ChooseSheetProps {
  book: Workbook
  onChosen: (sheet: number) => void
  onCancel: () => void
}

/** Which sheet of a workbook is imported, where several have rows. */
export const ChooseSheet = ({ book, onChosen, onCancel }: ChooseSheetProps) => {
  const filled = book.sheets.flatMap(({ name, rows }, value) =>
    rows > 0 ? { value, label: `${name} (${counted(rows, 'row')})` } : [],
  )
  const [sheet, setSheet] = useState(filled[0]?.value ?? 0)
  return (
    <section className="import-reading-fields" aria-label="Sheet">
      <label htmlFor="import-sheet">
        <span>Sheet to import</span>
        <Select id="import-sheet" autoFocus value={sheet} options={filled} onChange={setSheet} />
      </label>
      <Button onClick={onCancel}>Cancel</Button>
      <Button type="primary" onClick={() => onChosen(sheet)}>
        Use this sheet
      </Button>
    </section>
  )
}
