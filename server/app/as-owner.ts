import { Client } from 'pg'
import type { Config } from './config.ts'
import { reachDatabase } from './open-database.ts'
import { runCommand } from './run-command.ts'

/**
 * A command's work as the owner of the configured database, past any pooler, or of the private one; it is taken as it stands, not
 * brought up to date.
 */
export const asOwner = (work: (owner: Client, config: Config) => Promise<void>) =>
  runCommand(async (config, onStop) => {
    const { ownerUrl } = await reachDatabase(config, onStop)
    const owner = new Client({ connectionString: ownerUrl })
    // A lost connection fails what is asked over it, which says so.
    owner.on('error', () => {})
    onStop(() => owner.end())
    await owner.connect()
    await work(owner, config)
  })
