import { CATALOGUE_CHANGES } from '#web/catalogue/catalogue-words/catalogue-changes.ts'
import { CONTENT_CHANGES } from '#web/content/post-words/content-changes.ts'
import { DIRECTORY_CHANGES } from '#web/directory/directory-facts/directory-changes.ts'
import { INSIGHT_CHANGES } from '#web/insight/frame/insight-changes.ts'
import { LEAD_CHANGES } from '#web/leads/words/lead-changes.ts'
import { changeWords } from '#web/platform/changes/change-words.ts'
import { RecentChanges } from '#web/platform/changes/RecentChanges.tsx'

/** A module that stores something gives its words here. */
const WORDS = changeWords(LEAD_CHANGES, CATALOGUE_CHANGES, CONTENT_CHANGES, DIRECTORY_CHANGES, INSIGHT_CHANGES)

export default function ChangesPage() {
  return <RecentChanges words={WORDS} />
}
