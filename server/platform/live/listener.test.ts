import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { openIdentity, type Identity } from '#server/db/identity/door.ts'
import { CHANNEL, tell } from '#server/db/identity/live.ts'
import { startTestApp } from '#server/test/app.ts'
import { databaseUrl } from '#server/test/database.ts'
import { startListener } from './listener.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const identity = openIdentity(app.services.workPool)
const soon = { timeout: 20_000, interval: 50 }

/** A node's ear, and all that it hears. */
const listen = (door: Identity = identity, url?: string) => {
  const heard: string[] = []
  const errors: unknown[] = []
  let gaps = 0
  const listener = startListener({
    identity: door,
    url,
    onMessage: (payload) => heard.push(payload),
    onGap: () => void (gaps += 1),
    onError: (error) => errors.push(error),
  })
  return { ...listener, heard, errors, gaps: () => gaps }
}

const listening = async () =>
  (
    await app.owner.query(
      `select from pg_stat_activity where datname = current_database() and application_name = 'leadroom live' and query like 'listen%'`,
    )
  ).rowCount
const mostConnections = (most: number) => app.owner.query(`alter database ${app.database} connection limit ${most}`)

test('a connection that cannot be opened again at once is tried until it can, and then it is listened to', async () => {
  const ear = listen(identity, databaseUrl(app.database, 'leadroom_login'))
  await expect.poll(listening, soon).toBe(1)
  await expect.poll(ear.gaps, soon).toBeGreaterThan(0)

  await mostConnections(0)
  try {
    await app.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'leadroom live'`,
    )
    await expect.poll(() => ear.errors.length, soon).toBeGreaterThan(3)
  } finally {
    await mostConnections(-1)
  }

  // Said past what is kept for those who ask, so it is heard by LISTEN alone; until its echo is back, words count as missed.
  const heard = async () => {
    await app.owner.query(`select pg_notify($1, '7:!word')`, [CHANNEL])
    return ear.heard
  }
  await expect.poll(heard, soon).toContain('7:!word')
  await ear.close()
})

test('where messages are asked for, what could not be read while the database did not answer is told as missed', async () => {
  let answers = true
  const ear = listen({
    ...identity,
    read: (work) => (answers ? identity.read(work) : Promise.reject(new Error('no answer'))),
  })
  await ear.ready
  const before = ear.gaps()
  await tell(identity, ['8:!heard'])
  await expect.poll(() => ear.heard, soon).toContain('8:!heard')
  expect(ear.gaps()).toBe(before)

  answers = false
  await expect.poll(() => ear.errors.length, soon).toBeGreaterThan(0)
  await tell(identity, ['8:!lost'])
  await app.owner.query('truncate identity.live_messages')
  answers = true

  await expect.poll(ear.gaps, soon).toBe(before + 1)
  expect(ear.heard).not.toContain('8:!lost')
  await ear.close()
})

test('where messages are asked for, what was told during a pause that is longer than what is read back is told as missed', async () => {
  let pause = 0
  const ear = listen({
    ...identity,
    read: async (work) => {
      await sleep(pause)
      return identity.read(work)
    },
  })
  await ear.ready
  const before = ear.gaps()

  pause = 6_000
  await tell(identity, ['9:!late'])
  await app.owner.query(`update identity.live_messages set at = at - interval '10 seconds'`)
  await expect.poll(ear.gaps, soon).toBeGreaterThan(before)
  pause = 0
  await ear.close()
})

test('where messages are asked for and more were told than are read at once, they are told as missed', async () => {
  const ear = listen()
  await ear.ready
  const before = ear.gaps()

  await tell(
    identity,
    Array.from({ length: 10_001 }, (_, at) => `${at}:!many`),
  )

  await expect.poll(ear.gaps, soon).toBeGreaterThan(before)
  await ear.close()
})
