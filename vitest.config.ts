import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { everything } from './scripts/scope.mjs'

/** They replace a library, or freeze what all objects share, so they want modules of their own. */
const alone = ['server/portal/sign-in.test.ts', 'server/test/matrix/wire.test.ts']

/** What the gate does without says so: a file by its name, a single test by `{ tags: 'slow' }`, which `scripts/test.mjs` leaves out. */
const slow = everything ? [] : ['**/*.slow.test.ts']

const crashTests = (...names: string[]) => names.map((name) => `server/test/crash/${name}{,.slow}.test.ts`)
/** They load the machine on purpose, or look at its memory, or at what comes first of a few moments: one after the other. */
const demanding = crashTests('mixed', 'overload', 'flood', 'memory', 'stop', 'killed')
/** Three servers at once, killed again and again; beside them what mostly waits, and for moments of its own. */
const journey = crashTests('journey', 'stop-waits', 'connection')

// On another PostgreSQL than the usual, what asks no database, or brings its own, would only be tried a second time.
const onOtherServer = process.env.LEADROOM_TEST_BINARIES !== undefined
const withoutDatabase = [
  'architecture.test.ts',
  'contract/**',
  'server/app/config.test.ts',
  'server/db/embedded*.test.ts',
  'server/kit/csv.test.ts',
  'server/platform/contact-details/{email-address,phone}.test.ts',
  'server/leads/assignment/{choose,fairness,replay}.test.ts',
  'server/platform/calendar/working-time.test.ts',
  'server/platform/imports/reader.test.ts',
  'server/leads/imports/row.test.ts',
  'server/test/matrix/patterns.test.ts',
]

export default defineConfig({
  test: {
    globalSetup: 'server/test/cluster.ts',
    pool: 'forks',
    // Against hanging alone: the same test has taken seven times as long on a busy machine.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    // Vitest gives each message between its own processes a minute, which a busy machine exceeds. Only the answer is late: what a test came to
    // has been heard, and scripts/test.mjs fails one of which it was not.
    onUnhandledError: ({ message }) => !message.startsWith('[vitest-worker]: Timeout calling'),
    expect: { poll: { timeout: 30_000 } },
    tags: [{ name: 'slow', description: 'of npm run test:all alone' }],
    projects: [
      {
        test: {
          name: 'api',
          // One tests while others wait for the database; loading the server anew for each file took a third of the time.
          maxWorkers: availableParallelism() + 1,
          isolate: false,
          include: ['server/**/*.test.ts', 'contract/**/*.test.ts', 'architecture.test.ts'],
          exclude: [
            'server/test/race/**',
            'server/test/crash/**',
            ...alone,
            ...slow,
            ...(onOtherServer ? withoutDatabase : []),
          ],
        },
      },
      { test: { name: 'alone', include: alone } },
      { test: { name: 'unit', include: ['web/**/*.test.{ts,tsx}'], exclude: slow } },
      // One after the other: they load the machine on purpose, and would make others miss their time-outs.
      {
        test: {
          name: 'race',
          include: ['server/test/race/**/*.test.ts'],
          exclude: slow,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'crash',
          include: demanding,
          exclude: slow,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'crash-journey',
          include: journey,
          exclude: slow,
          maxWorkers: journey.length,
          sequence: { groupOrder: 3 },
        },
      },
      // They wait more than they work, most of all for what a killed server held to be given up: three at once, beside others.
      {
        test: {
          name: 'crash-patient',
          include: ['server/test/crash/**/*.test.ts'],
          exclude: [...demanding, ...journey, ...slow],
          maxWorkers: availableParallelism() + 1,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
})
