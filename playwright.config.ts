import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from './scripts/chromium.mjs'
import { everything } from './scripts/scope.mjs'

const executablePath = findChromium()

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  // The gate has one journey a screen: what goes beyond it says so at the end of its title.
  ...(everything ? {} : { grepInvert: /@slow/ }),
  outputDir: 'test-results',
  // Each has servers of its own, and a page waits as much as it works. With one more than these a slow machine comes to shed load.
  workers: Math.min(6, availableParallelism() + 1),
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Against hanging alone, and where nothing works at all the first few failures say it.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  maxFailures: 12,
  globalSetup: './e2e/set-up.ts',
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1440, height: 900 },
    // As long as an expectation: an action on a name that is gone fails soon, instead of when the test's time is over.
    actionTimeout: 60_000,
    // Without a graphics card each frame of a movement is painted by the processor, a fifth of what the browsers cost.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace takes a third of the time: to hunt for a fault, ask for it by --trace on.
    screenshot: 'only-on-failure',
    launchOptions: { args: CHROMIUM_FLAGS, ...(executablePath ? { executablePath } : {}) },
  },
})
