import { useQuery } from '@tanstack/react-query'
import { Button, Form, Modal, Progress } from 'antd'
import { useState } from 'react'
import type { Noun } from '#contract/kit/history.ts'
import type { Example } from '#contract/platform/bulk.ts'
import type { Selection } from '#contract/platform/selections.ts'
import { sentenceOf } from '#web/kit/data/api.ts'
import { counted, formats } from '#web/kit/look/format.ts'
import { reasonOfMany } from '#web/kit/look/reasons.ts'
import { DraftOffer, markOptional, tellNotDone } from '#web/kit/form/FormModal.tsx'
import { DialogFoot } from '#web/kit/form/DialogFoot.tsx'
import { FirstField } from '#web/kit/form/FirstField.tsx'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { randomId } from '#web/kit/data/random-id.ts'
import { useFocusBack } from '#web/kit/keys/use-focus-back.ts'
import { useDraft } from '#web/kit/form/use-draft.ts'
import { useUnmounted } from '#web/kit/form/use-unmounted.ts'
import { showJobs } from '#web/platform/jobs/job-panel.ts'
import type { BulkArea } from './bulk-area.ts'
import { ONCE, useForeseen, type Outlook } from './use-foreseen.ts'
import './bulk-dialog.css'
import '#web/kit/look/reasons.css'

interface BulkDialogProps<Act extends string, Values extends object> {
  area: BulkArea<Act, Values>
  act: Act
  /** How many rows there are, as far as the list knows. */
  count: number
  /** Freezes the rows. */
  select: () => Promise<{ data: Selection }>
  onClose: () => void
  onBegun: () => void
}

/** Which rows, what is to be done, what would become of them: then it is begun, and goes on behind the screen. */
export const BulkDialog = <Act extends string, Values extends object>({
  area,
  act,
  count: listed,
  select,
  onClose,
  onBegun,
}: BulkDialogProps<Act, Values>) => {
  const { noun, loses, Fields } = area
  useFocusBack()
  const [values, setValues] = useState(area.empty)
  const draft = useDraft(`bulk-${noun.one}-${act}`)
  const gone = useUnmounted()
  const [beginning, setBeginning] = useState(false)
  const [refused, setRefused] = useState<string>()
  // Each dialog freezes its own selection: what the list shows now, whatever it showed the last time.
  const [dialog] = useState(() => randomId())
  const chosen = useQuery({
    queryKey: ['bulk-selection', dialog],
    queryFn: select,
    ...ONCE,
  })
  const selection = chosen.data?.data
  const ready = selection && area.prepare(act, selection.id, values)
  const outlook = useForeseen(dialog, ready)
  const { foreseen } = outlook
  const count = selection?.count ?? listed
  const nameOf = (rows: number) => area.names[act](counted(rows, noun.one, noun.many))
  const title = nameOf(count)
  const able = foreseen?.length
    ? foreseen.reduce((sum, each) => sum + (each.message === null ? each.count : 0), 0)
    : count
  const unforeseen = ready?.foresee !== undefined && foreseen === undefined
  const failed = chosen.error ?? outlook.failure
  const problem = refused ?? (failed ? sentenceOf(failed) : undefined)

  const change = (more: Partial<Values>) => {
    const next = { ...values, ...more }
    setValues(next)
    // A choice alone would put nothing in place of the words that are offered.
    if (area.words.some((name) => name in more))
      draft.keep(Object.fromEntries(area.words.map((name) => [name, next[name]])))
  }
  const begin = async () => {
    if (!ready || beginning) return
    setBeginning(true)
    setRefused(undefined)
    try {
      await ready.run()
      draft.drop()
      onBegun()
      if (!gone.current) onClose()
      showJobs()
    } catch (failure) {
      if (gone.current) return tellNotDone(failure, { title, again: () => void begin() })
      setRefused(sentenceOf(failure))
      setBeginning(false)
    }
  }
  const mayBegin = ready !== undefined && !unforeseen && able > 0

  return (
    <Modal open title={title} onCancel={onClose} footer={null} width={520}>
      <Form layout="vertical" className="bulk-form" requiredMark={markOptional} onFinish={() => void begin()}>
        {problem && (
          <Notice
            kind="error"
            title="The job didn’t start"
            action={
              outlook.failure !== null && (
                <Button size="small" onClick={outlook.again}>
                  Check again
                </Button>
              )
            }
          >
            {problem}
          </Notice>
        )}
        {draft.found && (
          <DraftOffer
            at={draft.found.at}
            onTake={() => {
              setValues({ ...values, ...draft.found?.values })
              draft.taken()
            }}
            onDrop={draft.drop}
          />
        )}
        <FirstField>
          <Fields act={act} values={values} onChange={change} />
        </FirstField>
        <Foresight {...outlook} noun={noun} looking={outlook.looking || chosen.isPending} />
        <DialogFoot
          button={nameOf(able)}
          danger={loses.has(act)}
          disabled={!mayBegin}
          loading={beginning}
          onCancel={onClose}
        />
      </Form>
    </Modal>
  )
}

/** The first fields that would change, from what to what. */
const Examples = ({ examples }: { examples: readonly Example[] }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
  <div className="bulk-examples" tabIndex={0} role="region" aria-label="Examples">
    <table>
      <thead>
        <tr>
          <th scope="col">Example</th>
          <th scope="col">Now</th>
          <th scope="col">Then</th>
        </tr>
      </thead>
      <tbody>
        {examples.map(({ id, name, field, from, to }) => (
          <tr key={`${id} ${field}`}>
            <th scope="row">
              {name}
              <span className="second">{field}</span>
            </th>
            <td>{from ?? '–'}</td>
            <td>{to ?? '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** The dry run: how many would end how, and why some are skipped. */
const Foresight = ({
  noun,
  foreseen,
  examples,
  looking,
  progress,
}: Omit<Outlook, 'failure' | 'again'> & { noun: Noun }) => {
  const { number } = formats()
  const skipped = foreseen?.filter(({ message }) => message !== null) ?? []
  const left = skipped.reduce((sum, { count }) => sum + count, 0)
  return (
    <div className="bulk-outlook" role="status" aria-busy={looking}>
      {looking && !progress && <span className="second">Checking each {noun.one}</span>}
      {looking && progress && (
        <>
          <span className="second">
            Checking each {noun.one}: {number(progress.done)} of {number(progress.total)}
          </span>
          <Progress
            percent={progress.total ? Math.floor((100 * progress.done) / progress.total) : 0}
            showInfo={false}
            size="small"
            aria-label={`Checked ${noun.many}`}
          />
        </>
      )}
      {!looking && foreseen?.length !== 0 && foreseen && (
        <>
          <strong>
            {left === 0 ? `No ${noun.one} will be skipped.` : `${counted(left, noun.one, noun.many)} will be skipped:`}
          </strong>
          <ul className="reasons">
            {skipped.slice(0, 6).map(({ message, count }) => (
              <li key={message}>
                <span className="reason-count">{number(count)}</span> {reasonOfMany(message ?? '', count)}
              </li>
            ))}
            {skipped.length > 6 && <li>and {counted(skipped.length - 6, 'other reason')}</li>}
          </ul>
        </>
      )}
      {!looking && examples.length > 0 && <Examples examples={examples} />}
    </div>
  )
}
