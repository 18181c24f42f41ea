import { flushCompileCache } from 'node:module'
import { keepClock } from '#server/db/clock.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { buildApp } from './build-app.ts'
import { configOrExit, type Config } from './config.ts'
import { asLogin, loginPassword } from './open-database.ts'
import { openServices } from './services.ts'
import { startSealing } from './sealing.ts'
import { startStorageChecks } from './storage-checks.ts'
import { closeServices, drain, stopOnSignal, stopWork } from './stop.ts'
import { watchDatabase } from './watch-database.ts'
import { startWork } from './work.ts'

const start = async (config: Config) => {
  const onStop = stopOnSignal()
  const { ownerUrl, loginUrl, directUrl, password } = await openDatabase(config, onStop)
  const { applied, fastSearch } = await migrate(ownerUrl, password)
  if (applied.length) say(`Brought the database up to date: ${applied.length} steps`)
  if (!fastSearch)
    say('Searching goes without its index: the database allows no role that bypasses row-level security.')

  const services = openServices(config, loginUrl, fastSearch, undefined, directUrl)
  onStop(() => closeServices(services))
  const accounts = config.demo ? await demoAccounts(ownerUrl, config.secret) : []

  const app = await buildApp(services)
  services.live.onError((error) => app.log.warn({ err: error }, 'live updates are disturbed'))
  services.onLost((error, name) => app.log.warn({ err: error, name }, 'what was found out is not kept'))
  const clock = await keepClock(services.clock, {
    off: (off_ms) => app.log.warn({ off_ms }, "this machine's clock is wrong: the database's is used"),
    onError: (error) => app.log.warn({ err: error }, 'the database was not asked for the time'),
  })
  onStop(() => clock.stop())
  if (config.work) {
    const worker = startWork(services, (error) => app.log.error({ err: error }, 'waiting work failed'))
    onStop(() => stopWork(worker))
    if (config.databaseUrl === undefined) onStop(startStorageChecks({ folder: config.dataFolder, ownerUrl }, app.log))
  }
  const sealing = startSealing(services, (error) => app.log.error({ err: error }, 'sealing was not begun'))
  onStop(() => sealing.stop())
  onStop(() => drain(app))
  await app.listen({ host: config.host, port: config.port })
  say(`Leadroom is at http://${config.host === '127.0.0.1' ? 'localhost' : config.host}:${config.port}`)
  for (const account of accounts) say(account)
}

/** The database that was configured, or the private one, with the address that requests come in by. */
const openDatabase = async (config: Config, onStop: ReturnType<typeof stopOnSignal>) => {
  if (config.databaseUrl === undefined) {
    say('Starting the private PostgreSQL')
    const embedded = await startEmbedded({ folder: config.dataFolder, log: say })
    onStop(() => embedded.stop())
    onStop(watchDatabase(config.dataFolder, embedded, say))
    return {
      ownerUrl: embedded.url('postgres'),
      loginUrl: embedded.url('postgres', 'leadroom_login'),
      directUrl: undefined,
      password: undefined,
    }
  } else {
    const password = loginPassword(config.secret)
    const direct = config.databaseDirectUrl
    return {
      // One migrator at a time is a lock of its connection.
      ownerUrl: direct ?? config.databaseUrl,
      loginUrl: asLogin(config.databaseUrl, password),
      directUrl: direct === undefined ? undefined : asLogin(direct, password),
      password,
    }
  }
}

/** The demo companies, made when the database is empty, and who can sign in there. */
const demoAccounts = async (ownerUrl: string, secret: string) => {
  const { fillIfEmpty } = await import('#server/demo/fill.ts')
  return fillIfEmpty({ ownerUrl, secret }, say)
}

const config = configOrExit(process.env)

/** For people in a terminal; a line of the log where lines are collected. */
const say = (line: string) =>
  console.log(config.production ? JSON.stringify({ level: 30, time: Date.now(), pid: process.pid, msg: line }) : line)

try {
  await start(config)
  flushCompileCache()
} catch (error) {
  console.error(`Leadroom did not start: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
