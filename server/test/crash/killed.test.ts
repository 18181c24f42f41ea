import { readFile, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { howMany } from '../../../scripts/scope.mjs'
import { temporaryFolder } from '../../../scripts/temporary.mjs'
import { figure } from '../figures.ts'
import { startProgram } from '../program.ts'
import { openStopping } from '../stopping.ts'

const { base, ada, env } = await openStopping()

/** Q6 of the goals: so many kills of each. */
const TIMES = howMany(2, 20)

/** Acknowledged, right before a kill. */
const restrict = async (port: number, domainName: string) => {
  const answer = await fetch(`http://127.0.0.1:${port}/marketing/add_domain_for_restrict`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${ada.token}` },
    body: JSON.stringify({ domainName }),
  })
  expect(answer.status).toBe(200)
  return domainName
}

test('Q6: killed, it is back within moments, with all that it acknowledged', async () => {
  const times: number[] = []
  const told: string[] = []
  let program = await startProgram(env)
  for (let round = 0; round < TIMES; round++) {
    told.push(await restrict(program.port, `killed-${round}.example`))
    program.kill('SIGKILL')
    await program.ended
    const from = performance.now()
    program = await startProgram(env)
    times.push((performance.now() - from) / 1000)
  }
  program.kill('SIGTERM')
  await program.ended
  const stored = await base.sql(
    ada.companyId,
    'select domain_name from restricted_domains where company_id = $1 order by id',
    [ada.companyId],
  )

  expect(stored.map(({ domain_name }) => domain_name)).toEqual(told)
  figure(`Q6: back after SIGKILL of the app in ${times.map((each) => each.toFixed(1)).join(', ')} s`)
  expect(Math.max(...times)).toBeLessThan(60)
})

test('Q6: the private database killed is started again, and everything goes on', async () => {
  const home = temporaryFolder('own')
  const program = await startProgram({
    LEADROOM_DATA: home,
    LEADROOM_SECRET: env.LEADROOM_SECRET,
    LOG_LEVEL: 'warn',
    INTAKE_PER_MINUTE: '999999',
  })
  const serverPid = async () =>
    (await readFile(`${home}/cluster/postmaster.pid`, 'utf8').catch(() => '')).split('\n')[0]
  const times: number[] = []
  try {
    for (let round = 0; round < TIMES; round++) {
      const pid = await serverPid()
      process.kill(Number(pid), 'SIGKILL')
      const from = performance.now()
      // A look-up in the database finds no such form; without a database there is no telling.
      let status = 503
      // The dead server's last session may still have an answer in it.
      while ((status !== 404 || (await serverPid()) === pid) && performance.now() - from < 40_000) {
        await sleep(25)
        status = await fetch(`http://127.0.0.1:${program.port}/intake/unknown-form/enquiry`).then(
          (answer) => answer.status,
          () => Promise.reject(new Error(`It ended:\n${program.output().slice(-2_000)}`)),
        )
      }
      times.push((performance.now() - from) / 1000)
      expect(status).toBe(404)
    }
  } finally {
    program.kill('SIGTERM')
  }
  expect((await program.ended).code).toBe(0)
  await expect(readFile(`${home}/cluster/postmaster.pid`, 'utf8')).rejects.toThrow(/ENOENT/)
  await rm(home, { recursive: true, force: true })

  figure(`Q6: answering after SIGKILL of the private database in ${times.map((each) => each.toFixed(1)).join(', ')} s`)
  expect(Math.max(...times)).toBeLessThan(50)
})
