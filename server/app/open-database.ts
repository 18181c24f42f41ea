import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { deriveKey } from '#server/kit/secrets.ts'
import type { Config } from './config.ts'
import type { OnStop } from './stop.ts'

const LOGIN = 'leadroom_login'

/** The password of the role that requests come in by, on a database that is not the private one. */
export const loginPassword = (secret: string) => deriveKey(secret, 'database-login').toString('base64url')

/** The same server and database, as the role that requests come in by; for sockets, `user@/database`, too. */
export const asLogin = (ownerUrl: string, password: string) => {
  const [, scheme = '', rest = ''] = /^(\w+:\/\/)(?:[^/@]*@)?(.*)$/.exec(ownerUrl) ?? []
  return `${scheme}${LOGIN}:${password}@${rest}`
}

/** How the configured database is reached, or the private one, which is started and told to `onStop`. */
export const reachDatabase = async (config: Config, onStop: OnStop, say: (line: string) => void = () => {}) => {
  const { databaseUrl, databaseDirectUrl, dataFolder, secret } = config
  if (databaseUrl === undefined) {
    say('Starting the private PostgreSQL')
    const starting = startEmbedded({ folder: dataFolder, log: say })
    // A signal that comes before it runs waits for it.
    onStop(async () => (await starting.catch(() => undefined))?.stop())
    const embedded = await starting
    return {
      embedded,
      ownerUrl: embedded.url('postgres'),
      loginUrl: embedded.url('postgres', LOGIN),
      directUrl: undefined,
      password: embedded.passwordOf(LOGIN),
    }
  } else {
    const password = loginPassword(secret)
    return {
      embedded: undefined,
      // One migrator at a time is a lock of its connection.
      ownerUrl: databaseDirectUrl ?? databaseUrl,
      loginUrl: asLogin(databaseUrl, password),
      directUrl: databaseDirectUrl === undefined ? undefined : asLogin(databaseDirectUrl, password),
      password,
    }
  }
}

/** The same, up to date; for a command that runs beside the server or without it, past any pooler. */
export const openDatabase = async (config: Config, onStop: OnStop) => {
  const { ownerUrl, loginUrl, directUrl, password } = await reachDatabase(config, onStop)
  await migrate(ownerUrl, password)
  return { ownerUrl, loginUrl: directUrl ?? loginUrl }
}
