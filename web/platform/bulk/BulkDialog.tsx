import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Modal, Progress, Select } from 'antd'
import { useState } from 'react'
import { bulk } from '#contract/leads/bulk.ts'
import { EXPORT_COLUMN_NAMES, EXPORT_COLUMNS } from '#contract/leads/exports.ts'
import type { Lead } from '#contract/leads/lead.ts'
import { call, sentenceOf } from '#web/kit/data/api.ts'
import { counted, formats } from '#web/kit/look/format.ts'
import { DraftOffer, markOptional, tellNotDone } from '#web/kit/form/FormModal.tsx'
import type { Everything } from '#web/kit/list/list.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { randomId } from '#web/kit/data/random-id.ts'
import { useFocusBack } from '#web/kit/keys/use-focus-back.ts'
import { useDraft } from '#web/kit/form/use-draft.ts'
import { useUnmounted } from '#web/kit/form/use-unmounted.ts'
import { StaffSearch } from '#web/leads/acts/StaffSearch.tsx'
import { NAME_OF_ACT, NOTHING_SAID, readyAct, type BulkAct, type Said } from './bulk-acts.ts'
import { showJobs } from '#web/leads/jobs/job-panel.ts'
import { holdDays } from '#web/leads/words/lead-days.ts'
import { NAME_OF_LIST, type LeadListEndpoint } from '#web/leads/list/lead-lists.ts'
import { useCompanyWords } from '#web/leads/company-words/company-words.ts'
import { offeredReasons } from '#web/leads/words/lead-words.ts'
import { ONCE, useForeseen, type Outlook } from './use-foreseen.ts'
import './bulk-dialog.css'
import '#web/leads/acts/reasons.css'

interface BulkDialogProps {
  act: BulkAct
  list: LeadListEndpoint
  rows: readonly Lead[]
  all: Everything | undefined
  onClose: () => void
  onBegun: () => void
}

/** What is kept of a form that was not sent. It is offered, as the leads may be others; choices are made again at a press. */
type Words = Pick<Said, 'note' | 'comment'>

/** Shown in red, outlined: in the dark no solid red is readable. */
const LOSES: ReadonlySet<string> = new Set(['remove', 'invalidate'])

/** Which leads, what is to be done, what would become of them: then it is begun, and goes on behind the screen. */
export const BulkDialog = ({ act, list, rows, all, onClose, onBegun }: BulkDialogProps) => {
  useFocusBack()
  const [said, setSaid] = useState<Said>(NOTHING_SAID)
  const draft = useDraft<Words>(`bulk-${act}`)
  const gone = useUnmounted()
  const [beginning, setBeginning] = useState(false)
  const [refused, setRefused] = useState<string>()
  // Each dialog freezes its own selection: what the list shows now, whatever it showed the last time.
  const [dialog] = useState(() => randomId())
  const chosen = useQuery({
    queryKey: ['bulk-selection', dialog],
    queryFn: () => call(bulk.select, { body: { list: NAME_OF_LIST[list.permission], ...leadsOf(rows, all) } }),
    ...ONCE,
  })
  const selection = chosen.data?.data
  const ready = selection && readyAct(act, selection.id, said)
  const outlook = useForeseen(dialog, ready)
  const { foreseen } = outlook
  const count = selection?.count ?? all?.count ?? rows.length
  const title = NAME_OF_ACT[act](counted(count, 'lead'))
  const able = foreseen?.length
    ? foreseen.reduce((sum, each) => sum + (each.message === null ? each.count : 0), 0)
    : count
  const unforeseen = ready?.foresee !== undefined && foreseen === undefined
  const failed = chosen.error ?? outlook.failure
  const problem = refused ?? (failed ? sentenceOf(failed) : undefined)

  const say = (more: Partial<Said>) => {
    const next = { ...said, ...more }
    setSaid(next)
    // A choice alone would put nothing in place of the words that are offered.
    if ('note' in more || 'comment' in more) draft.keep({ note: next.note, comment: next.comment })
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
              setSaid({ ...said, ...draft.found?.values })
              draft.taken()
            }}
            onDrop={draft.drop}
          />
        )}
        <Fields act={act} said={said} onSay={say} />
        <Foresight {...outlook} looking={outlook.looking || chosen.isPending} />
        <div className="modal-foot">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type={LOSES.has(act) ? 'default' : 'primary'}
            danger={LOSES.has(act)}
            htmlType="submit"
            disabled={!ready || unforeseen || able === 0}
            loading={beginning}
          >
            {NAME_OF_ACT[act](counted(able, 'lead'))}
          </Button>
        </div>
      </Form>
    </Modal>
  )
}

const leadsOf = (rows: readonly Lead[], all: Everything | undefined) => {
  if (!all) return { leadIds: rows.map(({ id }) => id) }
  const { page: _page, pageSize: _size, ...filter }: Record<string, unknown> = { ...all.query }
  return { filter }
}

interface FieldsProps {
  act: BulkAct
  said: Said
  onSay: (more: Partial<Said>) => void
}

const Fields = ({ act, said, onSay }: FieldsProps) => {
  const words = useCompanyWords()
  switch (act) {
    case 'assign':
      return (
        <Form.Item label="To" htmlFor="bulk-staff" required>
          <StaffSearch id="bulk-staff" onChange={(staffId) => onSay({ staffId })} />
        </Form.Item>
      )
    case 'hold':
      return (
        <>
          <Form.Item label="Until" htmlFor="bulk-until" required>
            <Select
              id="bulk-until"
              placeholder="Choose a day"
              showSearch={{ optionFilterProp: 'label' }}
              options={holdDays()}
              onChange={(until: string) => onSay({ until })}
            />
          </Form.Item>
          <Form.Item label="Why" htmlFor="bulk-why">
            <Input.TextArea
              id="bulk-why"
              rows={2}
              maxLength={500}
              value={said.note}
              onChange={(event) => onSay({ note: event.target.value })}
            />
          </Form.Item>
        </>
      )
    case 'invalidate':
      return (
        <>
          <Form.Item label="Reason" htmlFor="bulk-reason" required>
            <Select
              id="bulk-reason"
              placeholder="Choose a reason"
              // A duplicate needs the lead that it repeats, which differs from lead to lead.
              options={offeredReasons(words).filter(({ value }) => value !== 'duplicate')}
              onChange={(reason: Said['reason']) => onSay({ reason })}
            />
          </Form.Item>
          <Form.Item
            label="Note"
            htmlFor="bulk-note"
            {...(said.reason === 'other'
              ? { required: true, extra: 'Explain briefly why these leads are invalid' }
              : {})}
          >
            <Input.TextArea
              id="bulk-note"
              rows={2}
              maxLength={2000}
              value={said.note}
              onChange={(event) => onSay({ note: event.target.value })}
            />
          </Form.Item>
        </>
      )
    case 'comment':
      return (
        <Form.Item label="Comment" htmlFor="bulk-comment" required>
          <Input.TextArea
            id="bulk-comment"
            autoFocus
            rows={3}
            maxLength={5000}
            value={said.comment}
            onChange={(event) => onSay({ comment: event.target.value })}
          />
        </Form.Item>
      )
    case 'export':
      return (
        <Form.Item
          label="Columns"
          htmlFor="bulk-columns"
          required
          extra="A CSV file in UTF-8, available to you for 24 hours"
        >
          <Select
            id="bulk-columns"
            mode="multiple"
            maxTagCount={12}
            value={[...said.columns]}
            options={EXPORT_COLUMN_NAMES.map((value) => ({ value, label: EXPORT_COLUMNS[value] }))}
            onChange={(columns: Said['columns']) => onSay({ columns })}
          />
        </Form.Item>
      )
    case 'start':
    case 'remove':
      return null
  }
}

/** "This lead is invalid …" → "are invalid …", after their number. */
const manyOf = (message: string, count: number) => message.replace(/^This lead is /, count === 1 ? 'is ' : 'are ')

/** The dry run: how many would end how, and why some are skipped. */
const Foresight = ({ foreseen, looking, progress }: Omit<Outlook, 'failure' | 'again'>) => {
  const { number } = formats()
  const skipped = foreseen?.filter(({ message }) => message !== null) ?? []
  const left = skipped.reduce((sum, { count }) => sum + count, 0)
  return (
    <div className="bulk-outlook" role="status" aria-busy={looking}>
      {looking && !progress && <span className="second">Checking each lead</span>}
      {looking && progress && (
        <>
          <span className="second">
            Checking each lead: {number(progress.done)} of {number(progress.total)}
          </span>
          <Progress
            percent={progress.total ? Math.floor((100 * progress.done) / progress.total) : 0}
            showInfo={false}
            size="small"
            aria-label="Leads checked"
          />
        </>
      )}
      {!looking && foreseen?.length !== 0 && foreseen && (
        <>
          <strong>{left === 0 ? 'No lead will be skipped.' : `${counted(left, 'lead')} will be skipped:`}</strong>
          <ul className="reasons">
            {skipped.slice(0, 6).map(({ message, count }) => (
              <li key={message}>
                <span className="reason-count">{number(count)}</span> {manyOf(message ?? '', count)}
              </li>
            ))}
            {skipped.length > 6 && <li>and {counted(skipped.length - 6, 'other reason')}</li>}
          </ul>
        </>
      )}
    </div>
  )
}
