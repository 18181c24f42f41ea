import type { Endpoint, Permission } from '#contract/kit/endpoint.ts'
import type { CurrentUser } from '#contract/leads/lookups.ts'
import { areaOf, type PermissionKey } from '#contract/kit/permissions.ts'
import { appHostUrl } from './app-host.ts'
import { randomId } from './random-id.ts'
import { createStore } from './store.ts'

/** The person in the app shell, as the seed names the fields. */
export interface UserDetails {
  id: number
  name: string
  firstname: string
  email: string
  profile_image_url: string | undefined
  logo_url: string | undefined
  /** Still encrypted; `companyId` of the session is the open one. */
  company_id: string
  is_admin: boolean
  is_superuser: boolean
  countryid: number | undefined
  userType: string | undefined
  currency: string
  company_name: string
  company_base_currency: string
  currency_symbol: string
  date_format: string
  timezone: string
  /** Somebody else looks through this person's eyes. */
  viewOnly: boolean
}

export type AccessControls = Record<string, Record<string, boolean>>

export interface Session {
  user: UserDetails | undefined
  /** The decrypted id of the company that this tab was drawn for. */
  companyId: string | undefined
  /** The code of the session that this tab was drawn in. */
  sessionCode: string | undefined
  /** Undefined while loading; empty after a failure, so that every check denies. */
  access: AccessControls | undefined
  /** The marketing look-up; the generic user without a company while it fails. */
  currentUser: CurrentUser | undefined
  /** True while nobody can tell the company: screens show, nothing is written. */
  readOnly: boolean
}

export const session = createStore<Session>({
  user: undefined,
  companyId: undefined,
  sessionCode: undefined,
  access: undefined,
  currentUser: undefined,
  readOnly: false,
})

export const updateSession = (change: Partial<Session>) => session.set({ ...session.get(), ...change })

/** So long a write waits for the company, in milliseconds: at the start of a page a busy server may put the look-up off. */
const COMPANY_WAITED_FOR = 5_000

/** Resolves once the session is no longer read-only, or when it was waited for long enough: says whether it can write. */
export const writable = () =>
  new Promise<boolean>((resolve) => {
    const follow = () => {
      if (session.get().readOnly) return
      end(true)
    }
    const end = (can: boolean) => {
      clearTimeout(tooLong)
      leave()
      resolve(can)
    }
    const leave = session.subscribe(follow)
    const tooLong = setTimeout(() => end(false), COMPANY_WAITED_FOR)
    follow()
  })

/** Whether the person may: a permission of the contract (one key, any of several, `signed-in`, `public`), or an endpoint, which a
 *  read-only session refuses when it writes, and one through another person's eyes when it hands out a file. */
export const can = (need: Permission | Pick<Endpoint, 'permission' | 'effect' | 'download'>): boolean => {
  if (typeof need === 'object' && 'permission' in need)
    return (
      can(need.permission) &&
      !(session.get().readOnly && need.effect === 'write') &&
      !(session.get().user?.viewOnly && need.download)
    )
  if (need === 'public') return true
  if (need === 'signed-in') return session.get().user !== undefined
  return typeof need === 'string' ? holds(need) : need.some(holds)
}

const holds = (key: PermissionKey) => session.get().access?.[areaOf(key)]?.[key] === true

/** The person's role as shown: Admin when primary, else User. */
export const shownRole = ({ currentUser }: Session) => (currentUser?.is_primary === 1 ? 'Admin' : 'User')

// ── What the browser keeps ───────────────────────────────────────────────────

const readCookie = (name: string) => {
  const found = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`))
  const value = found?.slice(name.length + 1)
  return value ? decodeURIComponent(value) : undefined
}

export const accessToken = () => readCookie('accessToken')
export const companySessionId = () => readCookie('company_session_id')

/** Whether the person of this tab has signed out since, in another one. */
export const signedOutElsewhere = () =>
  session.get().sessionCode !== undefined && companySessionId() === undefined && accessToken() === undefined

/** Makes a token found elsewhere the cookie of this host. */
export const keepAccessToken = (token: string) => {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `accessToken=${encodeURIComponent(token)}; Path=/; SameSite=Lax${secure}`
}

/** Removes the token on this host and on every parent that it may have been set for. */
export const dropAccessToken = () => {
  const labels = location.hostname.split('.')
  const domains = labels.slice(0, -1).map((_, index) => `; Domain=${labels.slice(index).join('.')}`)
  for (const domain of ['', ...domains]) document.cookie = `accessToken=; Path=/; Max-Age=0; SameSite=Lax${domain}`
}

const configuredAppHost = () => document.querySelector<HTMLMetaElement>('meta[name=app-host]')?.content

/** Leaves for the sign-in page of the parent app, or for our own. */
export const goToAppHost = () => location.assign(appHostUrl(location, configuredAppHost()))

/** Whether signing in happens on this product's own page. */
export const signsInHere = () => appHostUrl(location, configuredAppHost()).startsWith(`${location.origin}/app`)

const RELOADED = 'leadroom.reloaded'

/** Reloads the page, but only once in a tab's life; false when that was used up. */
export const reloadOnce = () => {
  if (sessionStorage.getItem(RELOADED)) return false
  sessionStorage.setItem(RELOADED, new Date().toISOString())
  location.reload()
  return true
}

const TAB = 'leadroom.tab'

/** The generated id of this tab; it lives as long as the tab does. */
export const tabId = () => {
  const kept = sessionStorage.getItem(TAB)
  if (kept) return kept
  const made = `tab-${randomId()}`
  sessionStorage.setItem(TAB, made)
  return made
}

// ── The tenant changed under the tab ─────────────────────────────────────────

export interface TenantChange {
  user_name: string
  old_company_name: string
  new_company_name: string
}

/** Set once the tab's company is not the session's any more; the modal that cannot be closed follows it. */
export const tenantChange = createStore<TenantChange | undefined>(undefined)
