import { CloudUploadOutlined } from '@ant-design/icons'
import { Button, Progress } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { sentenceOf } from '#web/kit/data/api.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import type { ImportArea } from './import-area.ts'
import { uploadFile } from './upload.ts'

/** Takes a file, dropped or chosen, and sends it. */
export const ChooseFile = ({ area, onUploaded }: { area: ImportArea; onUploaded: (id: number) => void }) => {
  const [sending, setSending] = useState<{ name: string; done: number }>()
  const [problem, setProblem] = useState<string>()
  const [over, setOver] = useState(false)
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])

  const send = async (file: File | undefined) => {
    if (!file || sending) return
    const controller = new AbortController()
    abort.current = controller
    setProblem(undefined)
    setSending({ name: file.name, done: 0 })
    try {
      const { id } = await uploadFile(area, file, (done) => setSending({ name: file.name, done }), controller.signal)
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
          void send(event.dataTransfer.files[0])
        }}
      >
        <input
          type="file"
          className="sr-only"
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          aria-describedby="import-drop-hint"
          onChange={(event) => {
            void send(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        <CloudUploadOutlined aria-hidden className="import-drop-icon" />
        <strong>Drop a CSV file here, or choose one</strong>
      </label>
      <p id="import-drop-hint" className="import-hint">
        From Excel: File, Save as, “CSV UTF-8”. Columns can have any names and order. You see a preview before anything
        is added, and you can undo a whole import.
      </p>
    </>
  )
}
