import { CloudUploadOutlined } from '@ant-design/icons'
import { Button, Progress } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { sentenceOf } from '#web/kit/data/api.ts'
import { late } from '#web/kit/feedback/late.tsx'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import type { ImportArea } from './import-area.ts'
import { uploadFile } from './upload.ts'
import { isWorkbook, keepNumbers, openWorkbook, type ColumnNumbers, type Workbook } from './workbook.ts'

const ChooseSheet = late(() => import('./ChooseSheet.tsx').then(({ ChooseSheet }) => ChooseSheet))

/** Takes a file, dropped or chosen, and sends it. */
export const ChooseFile = ({ area, onUploaded }: { area: ImportArea; onUploaded: (id: number) => void }) => {
  const [sending, setSending] = useState<{ name: string; done: number }>()
  const [problem, setProblem] = useState<string>()
  const [over, setOver] = useState(false)
  const [book, setBook] = useState<Workbook>()
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])

  const choose = async (file: File | undefined) => {
    if (!file || sending) return
    if (!isWorkbook(file)) return send(file)
    setProblem(undefined)
    try {
      const opened = await openWorkbook(file)
      const filled = opened.sheets.flatMap(({ rows }, at) => (rows > 0 ? at : []))
      if (filled.length > 1) setBook(opened)
      else await sendSheet(opened, filled[0] ?? 0)
    } catch (failure) {
      setProblem(sentenceOf(failure, 'The workbook was not read. Try again.'))
    }
  }
  const sendSheet = async (opened: Workbook, sheet: number) => {
    try {
      const { file, columns } = await opened.table(sheet)
      setBook(undefined)
      await send(file, columns)
    } catch (failure) {
      setProblem(sentenceOf(failure, 'The workbook was not read. Try again.'))
    } finally {
      opened.close()
    }
  }
  const send = async (file: File, numbers?: readonly ColumnNumbers[]) => {
    const controller = new AbortController()
    abort.current = controller
    setProblem(undefined)
    setSending({ name: file.name, done: 0 })
    try {
      const { id } = await uploadFile(area, file, (done) => setSending({ name: file.name, done }), controller.signal)
      if (numbers) keepNumbers(id, numbers)
      onUploaded(id)
    } catch (failure) {
      if (!controller.signal.aborted) setProblem(sentenceOf(failure, 'The file was not uploaded. Try again.'))
    } finally {
      setSending(undefined)
    }
  }

  if (sending)
    return (
      <section className="import-going" aria-label="Upload">
        <p>Uploading {sending.name}. Leaving this page stops it.</p>
        <Progress percent={Math.floor(sending.done * 100)} aria-label="Uploaded" />
        <Button onClick={() => abort.current?.abort()}>Cancel</Button>
      </section>
    )
  if (book)
    return (
      <>
        {problem && <Notice kind="error" title={problem} />}
        <ChooseSheet
          book={book}
          onChosen={(sheet) => void sendSheet(book, sheet)}
          onCancel={() => {
            book.close()
            setBook(undefined)
          }}
        />
      </>
    )
  return (
    <>
      {problem && <Notice kind="error" title={problem} />}
      <label
        className={over ? 'import-drop import-drop-over' : 'import-drop'}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          void choose(event.dataTransfer.files[0])
        }}
      >
        <input
          type="file"
          className="sr-only"
          accept=".csv,.txt,.tsv,.xlsx,.ods,.vcf,text/csv,text/plain,text/vcard"
          aria-describedby="import-drop-hint"
          onChange={(event) => {
            void choose(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        <CloudUploadOutlined aria-hidden className="import-drop-icon" />
        <strong>Drop a CSV, Excel, OpenDocument or vCard file here, or choose one</strong>
      </label>
      <p id="import-drop-hint" className="import-hint">
        Excel (.xlsx), OpenDocument (.ods) and vCard (.vcf) files up to 50 MB; larger ones as “CSV UTF-8”. Columns can
        have any names and order. You see a preview before anything is added, and you can undo a whole import.
      </p>
    </>
  )
}
