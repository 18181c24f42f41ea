import { Link } from 'react-router'
import { competitorPosts } from '#contract/insight/competitor-posts.ts'
import { useOne } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { TAB } from '#web/kit/list/tab-name.ts'
import { formats } from '#web/kit/look/format.ts'

export const TITLE = 'Blog Post List'

export type InsightTab = 'posts' | 'competitors' | 'summary' | 'topics' | 'alerts'

const LABELS: Readonly<Record<InsightTab, string>> = {
  posts: 'Posts',
  competitors: 'Competitors',
  summary: 'Summary',
  topics: 'Topics',
  alerts: 'Alerts',
}

/** The address of a tab, with what it is narrowed by. */
export const insightLink = (tab: InsightTab, narrowing: Readonly<Record<string, string | readonly string[]>> = {}) => {
  const pairs = Object.entries(narrowing).flatMap(([name, value]) => [value].flat().map((one) => [name, one]))
  return `?${new URLSearchParams([...(tab === 'posts' ? [] : [[TAB, tab]]), ...pairs]).toString()}`
}

export const useInsightCounts = () =>
  useOne(competitorPosts.counts, { body: {} }, { enabled: can(competitorPosts.counts) }).data?.data

/** The tabs of the screen; each is a link, so that it can be copied and opened beside. */
export const InsightTabs = ({ active }: { active: InsightTab }) => {
  const counts = useInsightCounts()
  const counted: Partial<Record<InsightTab, number>> = counts
    ? { competitors: counts.competitors, topics: counts.topics, alerts: counts.alerts }
    : {}
  return (
    <div className="views">
      <nav className="view-tabs" aria-label="Tabs">
        {Object.entries(LABELS).map(([tab, label]) => (
          <Link
            key={tab}
            to={tab === 'posts' ? '?' : `?${TAB}=${tab}`}
            className={tab === active ? 'view-tab view-tab-on' : 'view-tab'}
            aria-current={tab === active ? 'page' : undefined}
          >
            {label}
            <TabCount tab={tab} count={tab === 'posts' ? counts?.unread : Object(counted)[tab]} />
          </Link>
        ))}
      </nav>
    </div>
  )
}

const TabCount = ({ tab, count }: { tab: string; count: number | undefined }) =>
  count === undefined || (tab === 'posts' && count === 0) ? null : (
    <span className="view-count">
      {' '}
      {formats().number(count)}
      {tab === 'posts' && ' unread'}
    </span>
  )
