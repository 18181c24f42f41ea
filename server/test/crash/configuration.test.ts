import { expect, test } from 'vitest'
import { howMany } from '../../../scripts/scope.mjs'
import { startProgram } from '../program.ts'

const SECRET = 'q8Zr2vXn5LtW9yBk3MdJ7hGf4CsPa6Ue1RoYxTiN'
const SOUND = {
  NODE_ENV: 'production',
  // Nobody listens there: what starts in spite of its configuration ends with another sentence.
  DATABASE_URL: 'postgresql://leads:x7Kq2mW9@127.0.0.1:9/leads',
  LEADROOM_SECRET: SECRET,
  PUBLIC_URL: 'https://leads.firm.example',
}

const MISTAKES: [title: string, change: Record<string, string>, sentence: string][] = [
  ['demo people', { LEADROOM_DEMO: 'on' }, 'LEADROOM_DEMO is on'],
  ['no secret', { LEADROOM_SECRET: '' }, 'LEADROOM_SECRET'],
  ['a weak secret', { LEADROOM_SECRET: 'ab'.repeat(32) }, 'LEADROOM_SECRET repeats'],
  ['a log of what people send', { LOG_LEVEL: 'debug' }, 'LOG_LEVEL is debug'],
  ['a guessable database password', { DATABASE_URL: 'postgres://leads:postgres@db/leads' }, 'DATABASE_URL has'],
  ['no database of its own', { DATABASE_URL: '' }, 'DATABASE_URL'],
  ['plain http', { PUBLIC_URL: 'http://leads.firm.example' }, 'PUBLIC_URL uses plain http'],
  ['trust in every proxy', { TRUST_PROXY: 'true' }, 'TRUST_PROXY is "true"'],
  ['a misspelt setting', { LEADROOM_SECRETS: SECRET }, 'LEADROOM_SECRETS is not a Leadroom setting'],
]

// What counts as one is tried in config.test.ts; here that the program goes by it.
test.each(MISTAKES.slice(0, howMany(1, MISTAKES.length)))(
  'X6: in production the program ends at once with %s, and says why',
  async (_, change, sentence) => {
    const ended: { message: string; code?: number } = await startProgram({ ...SOUND, ...change }).then(
      () => ({ message: 'It started' }),
      (error: Error & { code: number }) => error,
    )

    expect(ended.code).toBe(1)
    expect(ended.message).toContain('Leadroom can’t start with this configuration:')
    expect(ended.message).toContain(`- ${sentence}`)
    expect(ended.message).not.toContain(SECRET)
    expect(ended.message).not.toContain('x7Kq2mW9')
  },
)

test('X6: without these mistakes it goes on to its database', async () => {
  await expect(startProgram(SOUND)).rejects.toThrow(/Leadroom did not start: /)
})
