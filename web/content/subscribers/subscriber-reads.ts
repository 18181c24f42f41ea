import { subscribers } from '#contract/content/subscribers.ts'

/** What is out of date once a subscriber has changed. */
export const SUBSCRIBER_READS = [subscribers.list, subscribers.summary, subscribers.details]
