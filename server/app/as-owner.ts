import { Client } from 'pg'
import { startEmbedded, type Embedded } from '#server/db/embedded.ts'
import { configOrExit, type Config } from './config.ts'

/**
 * A command's work as the owner of the configured database, past any pooler, or of the private one; it is taken as it stands, not
 * brought up to date. What goes wrong is a sentence and an end with status 1.
 */
export const asOwner = async (work: (owner: Client, config: Config) => Promise<void>) => {
  const config = configOrExit(process.env)
  let embedded: Embedded | undefined
  let owner: Client | undefined
  try {
    if (config.databaseUrl === undefined) embedded = await startEmbedded({ folder: config.dataFolder })
    owner = new Client({
      connectionString: config.databaseDirectUrl ?? config.databaseUrl ?? embedded?.url('postgres'),
    })
    // A lost connection fails what is asked over it, which says so below.
    owner.on('error', () => {})
    await owner.connect()
    await work(owner, config)
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  } finally {
    await owner?.end()
    await embedded?.stop()
  }
}
