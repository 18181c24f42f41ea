import { companies, type Company, type CompanyField } from '#contract/directory/companies.ts'
import { directoryMerges } from '#contract/directory/directory-merges.ts'
import type { BodyOf, Reply } from '#contract/kit/endpoint.ts'
import { queryFor, useAction } from '#web/kit/data/api.ts'
import { queryClient } from '#web/kit/data/query-client.ts'
import { COMPANY_LABELS } from '#web/directory/directory-facts/directory-words.ts'
import { DIRECTORY_READS } from '#web/directory/directory-facts/directory-reads.ts'
import type { FactActs } from '#web/directory/directory-facts/facts.ts'

type Change = BodyOf<typeof companies.update>

/** What was answered shows at once. */
const showAnswer = (reply: Reply<typeof companies.details>) =>
  void queryClient.setQueryData(queryFor(companies.details, { params: { id: reply.data.id } }).queryKey, reply)

/** What colleagues do to one company. */
export const useCompanyActs = (company: Company | undefined, onGone: () => void) => {
  const refreshes = DIRECTORY_READS
  const update = useAction(companies.update, {
    done: ({ data }, { body }) => `${doneWords(body)} ${data.name}`,
    then: showAnswer,
    refreshes,
  })
  const remove = useAction(companies.remove, {
    done: company ? `Deleted ${company.name}` : 'Deleted the company',
    then: onGone,
    refreshes,
  })
  const split = useAction(directoryMerges.splitDomain, {
    done: ({ data }, { body }) => `Split ${body.domain} off ${data.from.name}, to ${data.to.name}`,
    refreshes,
  })
  const change = (body: Change) =>
    company && void update({ params: { id: company.id }, body: { ...body, version: company.version } })
  const facts: FactActs<CompanyField> = {
    use: (field, value) => change(valueOf(field, value)),
    pin: (field, pinned) => change(pinned ? { pin: [field] } : { unpin: [field] }),
    leave: (field) => change({ leave: [field] }),
  }
  return {
    facts,
    save: (body: Change) =>
      company
        ? update.orThrow({ params: { id: company.id }, body: { ...body, version: company.version } })
        : Promise.resolve(),
    remove: () => company && void remove({ body: { id: company.id, version: company.version } }),
    split: split.orThrow,
  }
}

const valueOf = (field: CompanyField, value: string): Partial<Record<CompanyField, string>> => ({ [field]: value })

/** What the act was, before the name. */
const doneWords = ({ pin, unpin }: Change) => {
  const pinned = pin?.[0] ?? unpin?.[0]
  return pinned ? `${pin?.[0] ? 'Pinned' : 'Unpinned'} the ${COMPANY_LABELS[pinned].toLowerCase()} of` : 'Changed'
}
