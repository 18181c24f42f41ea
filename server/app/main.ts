import { flushCompileCache } from 'node:module'
import { keepClock } from '#server/db/clock.ts'
import { migrate } from '#server/db/migrate.ts'
import { buildApp } from './build-app.ts'
import { configOrExit, type Config } from './config.ts'
import { isExposed } from './exposed.ts'
import { reachDatabase } from './open-database.ts'
import { openServices } from './services.ts'
import { startSealing } from './sealing.ts'
import { startStorageChecks } from './storage-checks.ts'
import { closeServices, drain, openStops, sentenceOf, stopWork, type OnStop } from './stop.ts'
import { portError, tryPort } from './try-port.ts'
import { watchDatabase } from './watch-database.ts'
import { startWork } from './work.ts'

const start = async (config: Config, onStop: OnStop) => {
  await tryPort(config)
  const { embedded, ownerUrl, loginUrl, directUrl, password } = await reachDatabase(config, onStop, say)
  if (embedded) onStop(watchDatabase(config.dataFolder, embedded, say))
  const { applied, fastSearch } = await migrate(ownerUrl, password)
  if (applied.length) say(`Brought the database up to date: ${applied.length} steps`)
  if (!fastSearch) say('Search runs without its index: the database allows no role that bypasses row-level security.')
  if (isExposed(config)) await refuseKnownPasswords(ownerUrl)

  const services = openServices(config, loginUrl, fastSearch, undefined, directUrl)
  onStop(() => closeServices(services))
  const accounts = config.demo ? await demoAccounts(ownerUrl, config.secret) : []

  const app = await buildApp(services)
  services.live.onError((error) => app.log.warn({ err: error }, 'live updates are disturbed'))
  services.news.on('fetched', ({ detail, ...line }) => app.log.info({ ...line, err: detail }, 'fetched'))
  services.news.on('lost', (error, name) => app.log.warn({ err: error, name }, 'the results of checks are not stored'))
  const clock = await keepClock(services.clock, {
    off: (off_ms) => app.log.warn({ off_ms }, "this machine's clock is wrong: using the database's"),
    onError: (error) => app.log.warn({ err: error }, 'the database clock could not be read'),
  })
  onStop(() => clock.stop())
  if (config.work) {
    const worker = startWork(services, (error) => app.log.error({ err: error }, 'waiting work failed'))
    onStop(() => stopWork(worker))
    if (config.databaseUrl === undefined) onStop(startStorageChecks({ folder: config.dataFolder, ownerUrl }, app.log))
  }
  const sealing = startSealing(services, (error) => app.log.error({ err: error }, 'sealing did not start'))
  onStop(() => sealing.stop())
  onStop(() => drain(app))
  await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
    throw portError(error, config)
  })
  say(`Leadroom is at http://${config.host === '127.0.0.1' ? 'localhost' : config.host}:${config.port}`)
  for (const account of accounts) say(account)
}

/** The demo companies, made when the database is empty, and who can sign in there. */
const demoAccounts = async (ownerUrl: string, secret: string) => {
  const { fillIfEmpty } = await import('#server/demo/fill.ts')
  return fillIfEmpty({ ownerUrl, secret }, say)
}

/** Whatever the settings say now: the database may hold the demo's people from an earlier start. */
const refuseKnownPasswords = async (ownerUrl: string) => {
  const { refusePublished } = await import('#server/demo/published.ts')
  await refusePublished(ownerUrl)
}

/** For people in a terminal; a line of the log where lines are collected. */
const say = (line: string) =>
  console.log(config.production ? JSON.stringify({ level: 30, time: Date.now(), pid: process.pid, msg: line }) : line)

const config = configOrExit(process.env)
const { onStop, stop, isStopping } = openStops()

try {
  await start(config, onStop)
  flushCompileCache()
} catch (error) {
  // Else it is the stop that cuts off what was being started, and ends the process.
  if (!isStopping()) {
    console.error(`Leadroom did not start: ${sentenceOf(error)}`)
    await stop()
    process.exit(1)
  }
}
