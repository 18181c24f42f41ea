import { useQueries } from '@tanstack/react-query'
import { Link } from 'react-router'
import { allLeads } from '#contract/leads/all-leads.ts'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { QC_WAITING, qcSupport } from '#contract/leads/qc-support.ts'
import { notifications } from '#contract/platform/notifications.ts'
import { queryFor, useOne } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { counted } from '#web/kit/look/format.ts'
import { linkToHeld, linkToLeads } from '#web/leads/list/lead-links.ts'
import { outlookSentence } from '#web/leads/list/outlook-words.ts'
import { linkToQuestions } from '#web/leads/qc-support/question-links.ts'
import { Card, CardBones } from './Card.tsx'

/** What waits for the person beside their queue; each number is the total of the list that it opens. */
export const AlsoForYou = ({ me }: { me: number }) => {
  const mentions = useOne(notifications.unread, {})
  const outlook = useOne(allLeads.outlook, {}, { enabled: can(allLeads.outlook) }).data?.data
  const waiting = { state: [...QC_WAITING] }
  const asked = [
    {
      say: (n: number) => `${counted(n, 'lead')} ${n === 1 ? 'has' : 'have'} no owner`,
      note: outlook ? outlookSentence(outlook) : 'See who is next in line, or take one',
      to: linkToLeads('unassigned', {}),
      list: allLeads.list,
      query: {},
    },
    {
      say: (n: number) => `${counted(n, 'lead')} on hold`,
      note: 'Each returns to your queue on its day',
      to: linkToHeld('assigned', me, { status: ['on_hold'] }),
      list: assignedLeads.list,
      query: { status: ['on_hold'], assigned_qa: [me] },
    },
    {
      say: (n: number) => `${counted(n, 'question')} to QC`,
      note: 'Not answered yet',
      to: linkToQuestions(waiting, 'waiting'),
      list: qcSupport.list,
      query: waiting,
    },
  ].filter(({ to, list }) => to !== undefined && can(list.permission))
  const answers = useQueries({
    queries: asked.map(({ list, query }) => queryFor(list, { query: { ...query, page: 1, pageSize: 1 } })),
  })
  const unread = mentions.data?.data.mentions ?? 0
  const rows = [
    ...(unread > 0
      ? [
          {
            words: counted(unread, 'new mention'),
            note: 'A colleague wrote to you',
            to: '/marketing/notifications?view=mentions',
          },
        ]
      : []),
    ...asked.flatMap(({ say, note, to = '' }, at) => {
      const total = answers[at]?.data?.pagination.total ?? 0
      return total > 0 ? [{ words: say(total), note, to }] : []
    }),
  ]
  const pending = mentions.isPending || answers.some(({ isPending }) => isPending)
  return (
    <Card title="Also for you">
      {pending ? (
        <CardBones />
      ) : rows.length === 0 ? (
        <p className="panel-none">Nothing else waits for you.</p>
      ) : (
        <ul>
          {rows.map(({ words, note, to }) => (
            <li key={words}>
              <Link className="follow-row" to={to}>
                <span className="queue-name">
                  <strong className="cut">{words}</strong>
                  <span className="second also-note">{note}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
