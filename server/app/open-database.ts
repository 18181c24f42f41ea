import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { deriveKey } from '#server/kit/secrets.ts'
import type { Config } from './config.ts'

/** The password of the role that requests come in by, on a database that is not the private one. */
export const loginPassword = (secret: string) => deriveKey(secret, 'database-login').toString('base64url')

/** The same server and database, as the role that requests come in by; for sockets, `user@/database`, too. */
export const asLogin = (ownerUrl: string, password: string) => {
  const [, scheme = '', rest = ''] = /^(\w+:\/\/)(?:[^/@]*@)?(.*)$/.exec(ownerUrl) ?? []
  return `${scheme}leadroom_login:${password}@${rest}`
}

/** The configured database, or the private one, up to date; for a command that runs beside the server or without it. */
export const openDatabase = async ({ databaseUrl, databaseDirectUrl, dataFolder, secret }: Config) => {
  if (databaseUrl === undefined) {
    const embedded = await startEmbedded({ folder: dataFolder })
    const ownerUrl = embedded.url('postgres')
    await migrate(ownerUrl)
    return { ownerUrl, loginUrl: embedded.url('postgres', 'leadroom_login'), stop: () => embedded.stop() }
  } else {
    const ownerUrl = databaseDirectUrl ?? databaseUrl
    const password = loginPassword(secret)
    await migrate(ownerUrl, password)
    return { ownerUrl, loginUrl: asLogin(ownerUrl, password), stop: async () => {} }
  }
}
