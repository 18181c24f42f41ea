import { competitorAlerts } from '#contract/insight/competitor-alerts.ts'
import { competitorPosts } from '#contract/insight/competitor-posts.ts'
import { competitorSummary } from '#contract/insight/competitor-summary.ts'
import { competitorTopics } from '#contract/insight/competitor-topics.ts'
import { competitors } from '#contract/insight/competitors.ts'

/** What is out of date once posts are marked, hidden, joined or split. */
export const POST_READS = [competitorPosts.list, competitorPosts.details, competitorPosts.counts]
/** What is out of date once a competitor or a feed is another. */
export const COMPETITOR_READS = [
  competitors.list,
  competitors.polls,
  competitorPosts.list,
  competitorPosts.counts,
  competitorSummary.get,
]
/** What is out of date once a topic is another. */
export const TOPIC_READS = [
  competitorTopics.list,
  competitorTopics.suggestions,
  ...POST_READS,
  competitors.list,
  competitorSummary.get,
]
export const ALERT_READS = [competitorAlerts.list, competitorPosts.counts]
export const SUMMARY_READS = [competitorSummary.get]
