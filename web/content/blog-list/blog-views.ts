import type { View } from '#web/kit/list/list.ts'

export const BLOG_VIEWS: readonly View[] = [
  { key: 'all', label: 'All', params: {} },
  {
    key: 'mine',
    label: 'Mine',
    params: { mine: 'yes' },
    empty: { title: 'None of yours', text: 'Posts that you wrote or changed last appear here.' },
  },
  {
    key: 'review',
    label: 'Waiting for review',
    params: { work: ['in_review'] },
    empty: { title: 'Nothing waits for a review', text: 'Posts appear here when a colleague asks for one.' },
  },
  {
    key: 'scheduled',
    label: 'Scheduled',
    params: { work: ['scheduled'] },
    empty: { title: 'Nothing is scheduled', text: 'Posts and changes appear here until they go live.' },
  },
  {
    key: 'changes',
    label: 'Published with changes',
    params: { changes: ['draft', 'in_review', 'scheduled'] },
    empty: {
      title: 'No changes waiting',
      text: 'Published posts with changes that readers don’t see yet appear here.',
    },
  },
  {
    key: 'to_fix',
    label: 'To fix',
    params: { findings: 'blocking' },
    empty: { title: 'Nothing to fix', text: 'Posts appear here while something keeps them from being published.' },
  },
  {
    key: 'archived',
    label: 'Archived',
    params: { status: ['archived'] },
    empty: { title: 'Nothing is archived', text: 'Posts that you take off the blog for good appear here.' },
  },
]
