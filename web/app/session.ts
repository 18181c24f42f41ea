import { lookups, type CurrentUser } from '#contract/leads/lookups.ts'
import { PRODUCT_CODE } from '#contract/kit/permissions.ts'
import { access } from '#contract/portal/access.ts'
import { session as portal, type Profile } from '#contract/portal/session.ts'
import { WORDS } from '#web/leads/company-words/company-words.ts'
import { ApiError, call } from '#web/kit/data/api.ts'
import { logError, warn } from '#web/kit/data/log.ts'
import { queryClient } from '#web/kit/data/query-client.ts'
import { fetchSavedViews } from '#web/kit/list/saved-views.ts'
import {
  accessToken,
  companySessionId,
  dropAccessToken,
  goToAppHost,
  keepAccessToken,
  updateSession,
  type UserDetails,
} from '#web/kit/data/session.ts'
import { toast } from '#web/kit/feedback/toast.ts'
import { refresh } from '#web/kit/data/transport.ts'

/** Verifies the token, opens the company's id, loads the permissions and looks the person up. Throws when the server cannot be reached;
 *  what means "not signed in" leaves for the sign-in page instead and never comes back. */
export const startSession = async () => {
  const token = await findToken()
  if (token === undefined) return leave('No access token available.')
  const sessionCode = companySessionId()

  const profile = await verified(token)
  if (profile === undefined) return leave('Token verification failed')

  const companyId = await openCompany(profile.company_id)
  if (companyId === undefined) return leave('Token verification failed')

  forgetFallbackToken()
  updateSession({ user: userOf(profile), companyId, sessionCode })
  void fetchSavedViews()
  const words = queryClient.prefetchQuery(WORDS)
  await Promise.all([loadPermissions(atMost(WORDS_WAITED_FOR, words)), lookUpPerson(), words])
}

/** So long the page waits for the company's own words, in milliseconds: with them it is drawn once, late ones come into it. */
const WORDS_WAITED_FOR = 300

const atMost = (ms: number, work: Promise<unknown>) => Promise.race([work, new Promise((over) => setTimeout(over, ms))])

// ── The token ────────────────────────────────────────────────────────────────

const FALLBACK = 'auth_token'

/** The cookie; else what an older page left in storage; else what a living session gives for its refresh cookie. */
const findToken = async () => {
  const found = accessToken() ?? localStorage.getItem(FALLBACK) ?? sessionStorage.getItem(FALLBACK)
  if (found) return found
  if (companySessionId() === undefined) return undefined
  return (await refresh(undefined)) ? accessToken() : undefined
}

const forgetFallbackToken = () => {
  localStorage.removeItem(FALLBACK)
  sessionStorage.removeItem(FALLBACK)
}

/** The profile behind the token, which becomes the cookie; undefined when it is refused even after a refresh. */
const verified = async (token: string): Promise<Profile | undefined> => {
  const profile = await orRefused(call(portal.verify, { body: { token } }, { bare: true }))
  if (profile) {
    if (accessToken() === undefined) keepAccessToken(token)
    return profile
  }
  if (!(await refresh(accessToken()))) return undefined
  const renewed = accessToken()
  return renewed === undefined
    ? undefined
    : orRefused(call(portal.verify, { body: { token: renewed } }, { bare: true }))
}

const openCompany = async (encrypt_id: string) => {
  const opened = await orRefused(call(portal.decrypt, { body: { encrypt_id } }))
  return opened?.status === 'success' ? opened.decrypted_value : undefined
}

/** Undefined for a refusal; a server that does not answer is another matter and is thrown. */
const orRefused = async <T>(answer: Promise<T>) => {
  try {
    return await answer
  } catch (failure) {
    if (failure instanceof ApiError && !failure.canRetry) return undefined
    throw failure
  }
}

const TIME_TO_READ = 900

const leave = (why: string) => {
  toast.failed(why)
  dropAccessToken()
  forgetFallbackToken()
  updateSession({ user: undefined, companyId: undefined, access: undefined })
  return new Promise<never>(() => setTimeout(goToAppHost, TIME_TO_READ))
}

const userOf = (profile: Profile): UserDetails => ({
  id: profile.user_id,
  name: `${profile.firstname} ${profile.lastname}`.trim(),
  firstname: profile.firstname,
  email: profile.email,
  profile_image_url: profile.profile_image ?? undefined,
  logo_url: profile.logo_url ?? undefined,
  company_id: profile.company_id,
  is_admin: profile.is_admin,
  is_superuser: profile.is_superuser,
  countryid: profile.countryid ?? undefined,
  userType: profile.FS_type ?? undefined,
  currency: profile.currency,
  company_name: profile.company_name,
  company_base_currency: profile.company_base_currency,
  currency_symbol: profile.currency_symbol,
  date_format: profile.date_format,
  timezone: profile.timezone,
  viewOnly: profile.view_only === true,
})

// ── Permissions and the person ───────────────────────────────────────────────

/** They count once `ready`. A failure leaves the table empty, so that every check denies. */
const loadPermissions = async (ready: Promise<unknown>) => {
  try {
    const token = accessToken() ?? ''
    const { statusCode, body } = await call(access.permissions, { body: { product_code: PRODUCT_CODE, token } })
    if (statusCode !== '200' || !body.success) throw new Error(`The permissions service answered ${statusCode}`)
    await ready
    updateSession({ access: body.access_controls })
  } catch (failure) {
    logError('Error fetching permissions', failure)
    updateSession({ access: {} })
  }
}

const GENERIC: CurrentUser = {
  user_name: 'User',
  email: '',
  is_primary: 0,
  user_id: 0,
  company_id: 0,
  company_name: '',
  logo_url: null,
}
const LOOK_AGAIN = [1000, 3000, 10_000, 30_000]

/** While it fails the person is a generic user without a company, and nothing can be written; it is tried again until it succeeds. */
const lookUpPerson = async (attempt = 0): Promise<void> => {
  try {
    const { data } = await call(lookups.currentUser, {})
    updateSession({ currentUser: data, readOnly: false })
  } catch (failure) {
    warn('The current user did not load', failure)
    updateSession({ currentUser: GENERIC, readOnly: true })
    setTimeout(() => void lookUpPerson(attempt + 1), LOOK_AGAIN[Math.min(attempt, LOOK_AGAIN.length - 1)])
  }
}
