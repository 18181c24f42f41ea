import { defineConfig } from 'vitest/config'

// On another PostgreSQL than the usual, what is about files and programs would only be tried a second time.
const onOtherServer = process.env.LEADROOM_TEST_BINARIES !== undefined
const aboutFiles = ['server/db/embedded.test.ts', 'server/app/config.test.ts', 'architecture.test.ts']

export default defineConfig({
  test: {
    globalSetup: 'server/test/cluster.ts',
    pool: 'forks',
    // Against hanging alone: the matrix asks some thousand times in one test.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    projects: [
      {
        test: {
          name: 'api',
          include: ['server/**/*.test.ts', 'contract/**/*.test.ts', 'architecture.test.ts'],
          exclude: ['server/test/race/**', 'server/test/crash/**', ...(onOtherServer ? aboutFiles : [])],
        },
      },
      { test: { name: 'unit', include: ['web/**/*.test.{ts,tsx}'] } },
      // One after the other: they load the machine on purpose, and would make others miss their time-outs.
      {
        test: {
          name: 'race',
          include: ['server/test/race/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'crash',
          include: ['server/test/crash/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 180_000,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
