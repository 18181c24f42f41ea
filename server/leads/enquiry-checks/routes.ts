import { isDeepStrictEqual } from 'node:util'
import { enquiryChecks } from '#contract/leads/enquiry-checks.ts'
import { enquiryChecksOf } from './enquiry-checks.ts'
import { implement } from '#server/kit/implement.ts'
import { previewOf } from './preview.ts'
import { checkPhoneCountry } from './phone-country.ts'
import * as queries from './queries.ts'

export interface CheckServices {
  /** What is known of the forms, to be forgotten when they are checked otherwise. */
  forms: { forgetAll(): void }
}

export const enquiryCheckRoutes = ({ forms }: CheckServices) =>
  implement('enquiry-checks', enquiryChecks, {
    now: async ({ tenant }) => ({ data: await enquiryChecksOf(tenant) }),

    // What is so already leaves no row behind: nothing was decided.
    async change({ tenant, body }) {
      checkPhoneCountry(body.phone_country)
      await queries.lockChecks(tenant)
      const before = await enquiryChecksOf(tenant)
      const after = { ...before, ...body }
      if (!isDeepStrictEqual(after, before)) await queries.put(tenant, after)
      tenant.afterCommit(forms.forgetAll)
      return { data: after }
    },

    preview: async ({ tenant, caller, body }) => ({ data: await previewOf(tenant, caller, body) }),
  })
