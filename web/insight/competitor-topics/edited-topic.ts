import type { Topic } from '#contract/insight/competitor-topics.ts'

/** A topic that is edited, or what a new one begins with. */
export type EditedTopic = { topic: Topic } | { topic: undefined; phrase?: string }
