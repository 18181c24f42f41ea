import { CheckCircleOutlined } from '@ant-design/icons'
import { useQueries } from '@tanstack/react-query'
import { Button } from 'antd'
import { useId } from 'react'
import { Link, useNavigate } from 'react-router'
import { vendorUpdates } from '#contract/catalogue/vendor-updates.ts'
import type { ManagerNow } from '#contract/leads/dashboard.ts'
import { QC_WAITING, qcSupport } from '#contract/leads/qc-support.ts'
import { notifications } from '#contract/platform/notifications.ts'
import { queryFor, useOne } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { useKeys } from '#web/kit/keys/keys.ts'
import { formats } from '#web/kit/look/format.ts'
import { linkToQuestions } from '#web/leads/qc-support/question-links.ts'
import { Card } from './Card.tsx'
import { momentInWords } from './since.ts'
import { leadTasks, type Task } from './tasks.ts'

/** So many of the first have a key. */
const KEYS = 5

/** What the manager should act on, the most urgent first; what has nothing in it takes one line. */
export const ToDoNow = ({ now }: { now: ManagerNow }) => {
  const navigate = useNavigate()
  const tasks = [...leadTasks(now), ...useOtherTasks()]
  const waiting = TONES.flatMap((tone) => tasks.filter((task) => task.tone === tone && task.count > 0))
  const clear = tasks.filter(({ count }) => count === 0)
  useKeys(
    'list',
    waiting.slice(0, KEYS).map(({ act, count, words, to }, at) => ({
      keys: String(at + 1),
      label: `${act}: ${formats().number(count)} ${words}`,
      run: () => void navigate(to),
    })),
  )
  return (
    <Card title="Do now" corner={<span className="second">Most urgent first</span>}>
      {waiting.length === 0 && <p className="panel-none">Nothing waits for you. Leads appear here as they come in.</p>}
      <ol className="tasks">
        {waiting.map((task, at) => (
          <TaskRow key={task.clear} task={task} at={at} />
        ))}
      </ol>
      {clear.length > 0 && (
        <p className="tasks-clear">
          <CheckCircleOutlined aria-hidden /> All clear:
          {clear.map(({ clear: label, to }) => (
            <Link key={label} to={to}>
              {label}
            </Link>
          ))}
        </p>
      )}
    </Card>
  )
}

const TONES = ['over', 'soon', 'plain'] as const

const TaskRow = ({ task: { tone, count, words, note, act, to }, at }: { task: Task; at: number }) => {
  const navigate = useNavigate()
  const number = formats().number(count)
  const id = useId()
  return (
    <li className="task">
      <Link className={`task-number task-${tone}`} to={to} aria-label={`${number} ${words}`}>
        {number}
      </Link>
      <span className="task-words">
        <strong id={id}>{words}</strong>
        {note && <span className="second">{note}</span>}
      </span>
      <Button type={at === 0 ? 'primary' : 'default'} aria-describedby={id} onClick={() => void navigate(to)}>
        {act}
        {at < KEYS && <Kbd>{at + 1}</Kbd>}
      </Button>
    </li>
  )
}

/** What waits beside leads; what did not load is not shown, as its own screen says why. */
const useOtherTasks = (): Task[] => {
  const questions = linkToQuestions({ state: [...QC_WAITING] }, 'waiting')
  const vendors = can(vendorUpdates.list)
    ? '/marketing/vendor_data_update_listing?view=pending&status=pending'
    : undefined
  const asked = { state: [...QC_WAITING], sort: 'asked_at', order: 'asc', page: 1, pageSize: 1 } as const
  const [question, vendor] = useQueries({
    queries: [
      {
        ...queryFor(qcSupport.list, { query: { ...asked, state: [...asked.state] } }),
        enabled: questions !== undefined,
      },
      {
        ...queryFor(vendorUpdates.list, { query: { status: ['pending'], page: 1, pageSize: 1 } }),
        enabled: vendors !== undefined,
      },
    ],
  })
  const mentions = useOne(notifications.unread, {}).data?.data.mentions
  const first = question.data?.data[0]
  return [
    ...(questions && question.data
      ? [
          task(question.data.pagination.total, {
            words: ['question to QC is open', 'questions to QC are open'],
            note:
              first &&
              `The oldest since ${momentInWords(first.asked_at)}${first.product ? `, about ${first.product.name}` : ''}`,
            act: 'Open',
            to: questions,
            clear: 'Questions to QC',
          }),
        ]
      : []),
    ...(vendors && vendor.data
      ? [
          task(vendor.data.pagination.total, {
            words: ['vendor update is pending', 'vendor updates are pending'],
            act: 'Review',
            to: vendors,
            clear: 'Vendor updates',
          }),
        ]
      : []),
    ...(mentions === undefined
      ? []
      : [
          task(mentions, {
            words: ['mention is unread', 'mentions are unread'],
            act: 'Read',
            to: '/marketing/notifications?view=mentions',
            clear: 'Mentions',
          }),
        ]),
  ]
}

interface Other extends Pick<Task, 'act' | 'to' | 'clear'> {
  words: readonly [one: string, many: string]
  note?: string | undefined
}

const task = (count: number, { words: [one, many], note, ...rest }: Other): Task => ({
  ...rest,
  tone: 'plain',
  count,
  words: count === 1 ? one : many,
  note,
})
