import { SUBSCRIBER_LIMITS } from '#contract/content/subscribers.ts'

/** Whether columns of the file say when and through what people agreed. */
export const provesConsent = (fields: readonly (string | null)[]) =>
  fields.includes('consent_at') && fields.includes('consent_source')

const { min } = SUBSCRIBER_LIMITS.declaration

/** What lacks before the rows of a file can be checked. */
export const missingForImport = (fields: readonly (string | null)[], declaration: string) => {
  if (!fields.includes('email')) return 'Choose the column with the email'
  const { length } = declaration.trim()
  if (length > 0 && length < min) return `Write at least ${min} characters about how these people agreed`
  if (length === 0 && !provesConsent(fields))
    return 'Choose the columns “Agreed on” and “Agreed through”, or declare how these people agreed'
  return undefined
}
