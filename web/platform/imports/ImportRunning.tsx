import { Button, Progress } from 'antd'
import type { AnyImport } from '#contract/platform/import-calls.ts'
import { useAction } from '#web/kit/data/api.ts'
import { counted } from '#web/kit/look/format.ts'
import type { ImportArea } from './import-area.ts'

interface ImportRunningProps {
  area: ImportArea
  found: AnyImport
}

/** An import that something goes through at this moment. */
export const ImportRunning = ({
  area: { calls, noun, words: said, known },
  found: { id, state, progress, counts, removed, kept },
}: ImportRunningProps) => {
  const cancel = useAction(calls.cancel, { refreshes: [calls.read, calls.list] })
  const doing = state === 'importing' || state === 'reverting' ? state : 'checking'
  const words = {
    checking: 'Checking the rows. Nothing is added yet.',
    importing: `${said.adding} the ${noun.many}.`,
    reverting: `${said.reverting} the ${noun.many}.`,
  }[doing]
  const nouns = (count: number) => counted(count, noun.one, noun.many)
  const rows = doing === 'reverting' ? nouns(removed + kept) : counted(counts.rows, 'row')
  return (
    <section className="import-going" aria-label="Progress">
      <p>{words} You can leave this page.</p>
      <Progress percent={Math.floor(progress * 100)} aria-label={words} />
      <p className="import-sum" role="status">
        {rows} so far
        {doing === 'importing' &&
          `, ${nouns(counts.added - (known.other?.apart ? counts.duplicates_added : 0))} ${said.added}`}
        {doing === 'checking' && counts.rejected > 0 && `, ${counts.rejected} rejected`}
      </p>
      {doing !== 'reverting' && (
        <Button loading={cancel.running} onClick={() => void cancel({ body: { id } })}>
          Cancel
        </Button>
      )}
    </section>
  )
}
