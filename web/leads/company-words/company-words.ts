import { companyWords, type CompanyWords } from '#contract/leads/company-words.ts'
import type { Reply } from '#contract/kit/endpoint.ts'
import { queryFor, useOne } from '#web/kit/data/api.ts'
import { queryClient } from '#web/kit/data/query-client.ts'

const FIVE_MINUTES = 300_000
const USUAL: CompanyWords = { statuses: [], sources: [], reasons: [] }

export const WORDS = queryFor(companyWords.all, {})

/** What the company calls things, as far as it is known: fetched when the session starts, and kept by the shell. */
export const wordsNow = (): CompanyWords =>
  queryClient.getQueryData<Reply<typeof companyWords.all>>(WORDS.queryKey)?.data ?? USUAL

/** The same for a component that offers a choice of them: asked again when that is a while ago. */
export const useCompanyWords = (): CompanyWords =>
  useOne(companyWords.all, {}, { staleTime: FIVE_MINUTES }).data?.data ?? USUAL
