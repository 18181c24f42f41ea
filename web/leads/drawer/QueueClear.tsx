import { CheckCircleOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { allLeads } from '#contract/leads/all-leads.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import type { LeadRow } from '#contract/leads/lead.ts'
import { useList } from '#web/kit/data/api.ts'
import { formats } from '#web/kit/look/format.ts'
import { State } from '#web/kit/list/ListStates.tsx'
import { can, session } from '#web/kit/data/session.ts'
import '#web/leads/desk/desk.css'

/** The newest verdicts that are looked through for today's. */
const MOST = 100

/** Nothing is left to judge in this list. */
export const QueueClear = ({ onClose }: { onClose: () => void }) => {
  const navigate = useNavigate()
  const me = session.get().user?.id
  const mayCount = can(marketingLeads.list) && me !== undefined
  const newest = useList(
    marketingLeads.list,
    {
      page: 1,
      pageSize: MOST,
      status: ['valid', 'invalid'],
      ...(me !== undefined && { assigned_qa: [me] }),
      sort: 'validated_at',
      order: 'desc',
      values: ['validated_at', 'validated_by'],
    },
    { enabled: mayCount },
  ).data?.data
  const count = newest?.filter((lead) => decidedToday(lead, me)).length
  return (
    <div className="desk">
      <State
        icon={<CheckCircleOutlined aria-hidden />}
        title={count === undefined ? 'Queue clear' : `Queue clear, ${count}${count === MOST ? '+' : ''} decided today`}
        actions={
          <>
            <Button onClick={onClose}>Back to the list</Button>
            {can('view_all_leads_menu') && can(allLeads.list) && can(assignedLeads.validate) && (
              <Button type="primary" onClick={() => void navigate('/marketing/all_leads')}>
                Open Unassigned Leads
              </Button>
            )}
          </>
        }
      >
        No leads waiting in this list. Find new ones in Unassigned Leads.
      </State>
    </div>
  )
}

const decidedToday = ({ validated_at = null, validated_by }: LeadRow, me: number | undefined) => {
  const { day, date } = formats()
  return validated_at !== null && validated_by?.id === me && date(validated_at) === formats().writeDay(day())
}
