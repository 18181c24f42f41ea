/**
 * A named place where a test may kill this process, to see what is left behind. Outside tests it does nothing.
 * `LEADROOM_TEST_CRASH=intake.after_leads` kills at the first pass, `…:3` at the third.
 */
export const crashPoint = (name: string) => {
  if (wanted?.name !== name || --wanted.passes > 0) return
  process.kill(process.pid, 'SIGKILL')
}

const asked = process.env['NODE_ENV'] === 'test' ? process.env['LEADROOM_TEST_CRASH'] : undefined
const [name, passes = '1'] = asked?.split(':') ?? []
const wanted = name === undefined ? undefined : { name, passes: Number(passes) }
