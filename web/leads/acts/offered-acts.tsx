import {
  CommentOutlined,
  DeleteOutlined,
  DownloadOutlined,
  PauseCircleOutlined,
  PlayCircleOutlined,
  StopOutlined,
  UserAddOutlined,
  UserSwitchOutlined,
} from '@ant-design/icons'
import { allLeads } from '#contract/leads/all-leads.ts'
import { bulk } from '#contract/leads/bulk.ts'
import { exports } from '#contract/leads/exports.ts'
import type { LeadRow } from '#contract/leads/lead.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { can } from '#web/kit/data/session.ts'
import type { BulkAction, Selection } from '#web/kit/list/list.ts'
import type { BulkAct } from '#web/leads/bulk/lead-values.ts'
import { COMMENT_KEY, type LeadListEndpoint } from '#web/leads/list/lead-lists.ts'

/** As many leads as it can be asked of who holds them. */
const MOST_HELD = 100

/** Few enough that each is commented on while one waits. */
const FEW = 20

export type LeadAct = 'assign-to-me' | BulkAct

type Run = BulkAction<LeadRow>['run']

interface Ways {
  /** As a job of its own, whatever number it is of. */
  asJob: (act: BulkAct) => Run
  /** In a dialog, for leads that are few. */
  assign: Run
  comment: Run
  /** At once. */
  assignToMe: Run
  remove: Run
}

/** Every act of the lead lists in the order of its button; `may` says whether the person may do it on this list. */
export const offeredActs = (
  list: LeadListEndpoint,
  { asJob, assign, comment, assignToMe, remove }: Ways,
): (BulkAction<LeadRow> & { act: LeadAct; may: boolean })[] => {
  const upTo = (most: number, act: BulkAct, few: Run) => (selection: Selection<LeadRow>) =>
    selection.all || selection.rows.length > most ? asJob(act)(selection) : few(selection)
  return [
    {
      act: 'assign',
      may: can(marketingLeads.assign),
      label: 'Assign',
      icon: <UserSwitchOutlined aria-hidden />,
      keys: 'a',
      takesAll: true,
      run: upTo(MOST_HELD, 'assign', assign),
    },
    {
      act: 'assign-to-me',
      may: can(allLeads.assignToMe),
      label: 'Assign to me',
      icon: <UserAddOutlined aria-hidden />,
      keys: 'm',
      run: assignToMe,
    },
    {
      act: 'comment',
      may: can(COMMENT_KEY[list.permission]) && can(leadDetails.comment),
      label: 'Comment',
      icon: <CommentOutlined aria-hidden />,
      keys: 'c',
      takesAll: true,
      run: upTo(FEW, 'comment', comment),
    },
    {
      act: 'start',
      may: can(bulk.start),
      label: 'In progress',
      icon: <PlayCircleOutlined aria-hidden />,
      takesAll: true,
      run: asJob('start'),
    },
    {
      act: 'hold',
      may: can(bulk.hold),
      label: 'Put on hold',
      icon: <PauseCircleOutlined aria-hidden />,
      takesAll: true,
      run: asJob('hold'),
    },
    {
      act: 'invalidate',
      may: can(bulk.invalidate),
      label: 'Mark invalid',
      icon: <StopOutlined aria-hidden />,
      takesAll: true,
      run: asJob('invalidate'),
    },
    {
      act: 'export',
      may: can(exports.begin),
      label: 'Export',
      icon: <DownloadOutlined aria-hidden />,
      takesAll: true,
      run: asJob('export'),
    },
    {
      act: 'remove',
      may: can(bulk.remove),
      label: 'Delete',
      icon: <DeleteOutlined aria-hidden />,
      danger: true,
      takesAll: true,
      run: upTo(FEW, 'remove', remove),
    },
  ]
}
