import { writeFileSync } from 'node:fs'

/** Tells how many seconds each test file took, with what it set up: the report of the tests does not say it. */
// oxlint-disable-next-line import/no-default-export -- Vitest's reporter is one.
export default class Seconds {
  onTestRunEnd(files) {
    const seconds = files.map((file) => {
      const { collectDuration, duration } = file.diagnostic()
      return [file.moduleId, (collectDuration + duration) / 1000]
    })
    writeFileSync(process.env.LEADROOM_TEST_SECONDS, JSON.stringify(seconds))
  }
}
