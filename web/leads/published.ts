import { lateDialog } from '#web/kit/feedback/late-dialog.tsx'

export { linkToLeads } from '#web/leads/list/lead-links.ts'
export { countryName, enquiryLabel, statusWords } from '#web/leads/words/lead-words.ts'

/** The form with which people ask QC. */
export const AskQuestion = lateDialog(() =>
  import('#web/leads/qc-support/AskQuestion.tsx').then(({ AskQuestion }) => AskQuestion),
)
