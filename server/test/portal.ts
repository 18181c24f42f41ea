import { buildApp } from '#server/app/build-app.ts'
import { openServices } from '#server/app/services.ts'
import { hashPassword } from '#server/portal/passwords.ts'
import { PATIENCE, type SignIn, type TestApp, type TestPerson } from './app.ts'
import { databaseUrl } from './database.ts'

export interface TestAccount extends TestPerson {
  email: string
  password: string
}
export type Cookies = Record<string, string>

/** Another node on the same database, with a pool and caches of its own. */
export const startSecondNode = async (
  { services, database }: TestApp,
  config = services.config,
  url = databaseUrl(database, 'leadroom_login'),
  directUrl = url,
) => {
  const own = openServices(config, url, true, PATIENCE, directUrl)
  const node = await buildApp(own)
  return {
    app: node,
    services: own,
    async send(method: 'GET' | 'POST', url: string, headers: Record<string, string>) {
      return (await node.inject({ method, url, headers })).statusCode
    },
    async stop() {
      await node.close()
      await own.close()
    },
  }
}

/** The same server once more, whose log is kept whole. */
export const startLoggedNode = async ({ services }: TestApp) => {
  const lines: string[] = []
  const config = { ...services.config, logLevel: 'trace' as const }
  return { lines, node: await buildApp({ ...services, config }, { logTo: { write: (line) => void lines.push(line) } }) }
}

/** What the portal's tests do as a browser would: sign in with a password, keep cookies, refresh. */
export const openPortalTest = (app: TestApp) => {
  /** Sends with cookies and tells which ones were set, with and without their flags. */
  const send = async (
    method: string,
    url: string,
    body: unknown,
    cookies: Cookies = {},
    headers: Record<string, string> = {},
  ) => {
    const cookie = Object.entries(cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ')
    const sent = await app.send(method, url, body, { ...(cookie ? { cookie } : {}), ...headers })
    const lines = [sent.headers['set-cookie'] ?? []].flat().map(String)
    const set = lines.map((line) => /^([^=]+)=([^;]*)/.exec(line)!).map(([, name, value]) => [name!, value!] as const)
    return { ...sent, setCookies: lines, cookies: { ...cookies, ...Object.fromEntries<string>(set) } }
  }

  return {
    send,

    async personWithPassword(signIn: SignIn = {}, password = 'correct horse battery'): Promise<TestAccount> {
      const person = await app.signIn(signIn)
      const { rows } = await app.owner.query(
        'update identity.people set password_hash = $1 where id = $2 returning email',
        [await hashPassword(password), person.id],
      )
      return { ...person, email: rows[0].email, password }
    },

    signIn: (email: string, password: string, cookies: Cookies = {}, headers: Record<string, string> = {}) =>
      send('POST', '/api/v1/auth/sign-in/', { email, password }, cookies, headers),

    refresh: (cookies: Cookies, headers: Record<string, string> = {}) =>
      send('POST', '/api/v1/auth/refresh/', {}, cookies, headers),

    signOut: (cookies: Cookies, headers: Record<string, string> = {}) =>
      send('POST', '/api/v1/auth/sign-out/', {}, cookies, headers),
  }
}
