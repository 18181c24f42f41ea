import { afterAll, expect, test } from 'vitest'
import type { parse } from '#server/test/parse-task.ts'
import { openParser, type ParserLimits } from './parse-worker.ts'

const TASK = new URL('../test/parse-task.ts', import.meta.url)
const opened: ReturnType<typeof openParser>[] = []
afterAll(() => {
  for (const each of opened) each.close()
})
const taskWith = (limits: Partial<ParserLimits>) => {
  const parser = openParser(limits)
  opened.push(parser)
  return { run: parser.task<typeof parse>(TASK), threads: parser.threads }
}

test('a task that never ends is given up, and the next one gets another thread', async () => {
  const { run, threads } = taskWith({ patience: 300 })

  const [first, slow, next] = await Promise.all([run('echo'), run('loop'), run('echo')])

  expect([first, slow, next]).toEqual([
    { ok: true, value: 'echo' },
    { ok: false, why: 'slow' },
    { ok: true, value: 'echo' },
  ])
  expect(threads()).toBe(1)
})

test('one that fails, ends its thread or takes all memory harms no other, and the server lives on', async () => {
  const { run } = taskWith({ memory: { maxOldGenerationSizeMb: 48, stackSizeMb: 1 }, patience: 60_000 })

  expect(await run('throw')).toMatchObject({ ok: false, why: 'failed' })
  expect(await run('deep')).toMatchObject({ ok: false })
  expect(await run('grow')).toEqual({ ok: false, why: 'ended' })
  expect(await run('end')).toEqual({ ok: false, why: 'ended' })
  expect(await run('echo')).toEqual({ ok: true, value: 'echo' })
})

test('a thread knows nothing of the settings, and ends after a pause', async () => {
  const { run, threads } = taskWith({ idle: 50 })

  expect(await run('environment')).toEqual({ ok: true, value: [] })
  await expect.poll(threads).toBe(0)
  expect(await run('echo')).toEqual({ ok: true, value: 'echo' })
})

test('no more tasks wait than may', async () => {
  const { run, threads } = taskWith({ waiting: 2, threads: 1, patience: 500 })

  const answers = await Promise.all([run('loop'), run('echo'), run('echo'), run('echo')])

  expect(answers.map((answer) => answer.ok || answer.why)).toEqual(['slow', true, true, 'busy'])
  expect(threads()).toBe(1)
})
