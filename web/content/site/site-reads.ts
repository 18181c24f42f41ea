import { site } from '#contract/content/site.ts'
import { changes } from '#contract/platform/changes.ts'

/** What shows the web site: its settings and their history. */
export const SITE = [site.now, changes.list]
