import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { late } from '#web/kit/feedback/late.tsx'
import { TAB } from '#web/kit/list/tab-name.ts'
import { PostsTab } from '#web/insight/competitor-posts/PostsTab.tsx'
import '#web/insight/frame/insight.css'

const CompetitorsTab = late(() =>
  import('#web/insight/competitors/CompetitorsTab.tsx').then(({ CompetitorsTab }) => CompetitorsTab),
)
const SummaryTab = late(() =>
  import('#web/insight/competitor-summary/SummaryTab.tsx').then(({ SummaryTab }) => SummaryTab),
)
const TopicsTab = late(() => import('#web/insight/competitor-topics/TopicsTab.tsx').then(({ TopicsTab }) => TopicsTab))
const AlertsTab = late(() => import('#web/insight/competitor-alerts/AlertsTab.tsx').then(({ AlertsTab }) => AlertsTab))

const TABS: Readonly<Record<string, () => ReactNode>> = {
  competitors: () => <CompetitorsTab />,
  summary: () => <SummaryTab />,
  topics: () => <TopicsTab />,
  alerts: () => <AlertsTab />,
}

/** What competitors publish: their posts, who they are, what it comes to, about what, and when to say so. */
export default function PostListingPage() {
  const [search] = useSearchParams()
  const shown = TABS[search.get(TAB) ?? '']
  return shown ? shown() : <PostsTab />
}
