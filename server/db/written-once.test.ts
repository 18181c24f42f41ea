import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../scripts/temporary.mjs'

const folder = temporaryFolder('once')
afterAll(() => rmSync(folder, { recursive: true }))

/** A process of its own, whose calls to the disk are noted; it says what the file holds, and in which order it wrote. */
const PROGRAM = `
  import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  const order = []
  const watched = (name, note) => {
    const real = fs[name]
    fs[name] = (...args) => {
      const result = real(...args)
      order.push(note(...args))
      return result
    }
  }
  watched('fsyncSync', (descriptor) => (fs.fstatSync(descriptor).isDirectory() ? 'folder on disk' : 'text on disk'))
  watched('linkSync', () => 'named')
  watched('writeSync', () => 'written')
  syncBuiltinESMExports()
  const [, module, file, text] = process.argv
  const { writtenOnce } = await import(module)
  console.log(JSON.stringify({ held: writtenOnce(file, () => text), order }))
`
const write = async (file: string, text: string): Promise<{ held: string; order: string[] }> => {
  const args = ['--input-type=module', '--eval', PROGRAM, resolve('server/db/written-once.ts'), file, text]
  return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout)
}

test('the text is on the disk before it has its name, and the name before it is used', async () => {
  const file = join(folder, 'secret')

  expect(await write(file, 'first')).toEqual({
    held: 'first',
    order: ['written', 'text on disk', 'named', 'folder on disk'],
  })
  expect(await write(file, 'second')).toEqual({ held: 'first', order: [] })
})

test('several that make it at once agree on one text and leave nothing beside it', async () => {
  const file = join(folder, 'contested')
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map((text) => write(file, text.repeat(1_000))))

  const held = readFileSync(file, 'utf8')
  expect(held).toMatch(/^(.)\1{999}$/)
  expect(new Set(answers.map((answer) => answer.held))).toEqual(new Set([held]))
  expect(readdirSync(folder).filter((name) => name.startsWith('contested'))).toEqual(['contested'])
})
