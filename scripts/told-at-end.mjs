import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'

/** What the report of the tests does not say: how many seconds each file took, with what it set up, and errors of no test. */
// oxlint-disable-next-line import/no-default-export -- Vitest's reporter is one.
export default class ToldAtEnd {
  onTestRunEnd(files, errors) {
    const seconds = files.map((file) => {
      const { collectDuration, duration } = file.diagnostic()
      return [file.moduleId, (collectDuration + duration) / 1000]
    })
    writeFileSync(process.env.LEADROOM_TOLD_AT_END, JSON.stringify({ seconds, errors: errors.map(worded) }))
  }
}

/** A refusal that nothing waited for has a stack without its test: only Vitest knows the file where it came up. */
function worded({ message, stack, VITEST_TEST_PATH: file }) {
  return file ? `In ${relative(process.cwd(), file)}: ${stack ?? message}` : (stack ?? message)
}
