import { permissionsInWords } from '#contract/platform/permission-words.ts'
import { sourceDetails } from '#contract/leads/source-details.ts'
import { checkKnown } from '#server/leads/company-words/choices.ts'
import { KEY_OF_LIST } from '#server/leads/lists/scope.ts'
import { badField } from '#server/kit/errors.ts'
import { implement } from '#server/kit/implement.ts'
import { countBySource, type Counts } from './queries.ts'

export const sourceDetailRoutes = implement('source-details', sourceDetails, {
  async get({ tenant, caller, body }) {
    // By counts alone, piece after piece, whoever does not see the leads would read an address or a number out of them.
    if (body.search?.trim() && !caller.can(KEY_OF_LIST.marketing))
      throw badField('search', `You need the permission ${permissionsInWords([KEY_OF_LIST.marketing])} to search`)
    await checkKnown(tenant, 'source', body.source ?? [], 'source')
    const counted = await countBySource(tenant, caller, body)
    const total = counted.reduce(add, NONE)
    const sources = counted.map(({ source, ...counts }) => ({
      source,
      ...rated(counts),
      share: counts.received / total.received,
    }))
    return { data: { sources, total: rated(total) } }
  },
})

const NONE: Counts = { received: 0, valid: 0, invalid: 0, open: 0 }

const add = (sum: Counts, { received, valid, invalid, open }: Counts): Counts => ({
  received: sum.received + received,
  valid: sum.valid + valid,
  invalid: sum.invalid + invalid,
  open: sum.open + open,
})

const rated = (counts: Counts) => {
  const decided = counts.valid + counts.invalid
  return { ...counts, valid_rate: decided === 0 ? null : counts.valid / decided }
}
