import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { animated, claiming, gifAndScript, inflating, interlaced, jpeg, png } from '#server/test/pictures.ts'
import { openReader } from './reader.ts'

const reader = openReader()
afterAll(() => reader.close())

const MOST_MB = 400
const GROWS_MB = 16

/** The most that the process has held so far, in MB. */
const peakOf = (pid: number | undefined) =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_000

test.runIf(process.platform === 'linux')(
  `C5: whatever comes, the process that reads it holds ${MOST_MB} MB at the most, and whoever asks holds the bytes that were sent`,
  async () => {
    const cases: Readonly<Record<string, Uint8Array>> = {
      'a JPEG of 24 megapixels': await jpeg(6_000, 4_000),
      'a JPEG of 40 megapixels': await jpeg(8_000, 5_000, 70),
      'a PNG of 9 megapixels': await png(3_500, 2_500),
      'a PNG of 30,000 × 30,000': claiming(30_000, 30_000),
      'a PNG that inflates to 300 MB': inflating(300),
      'an interlaced PNG of 40 megapixels with 16 bits': await interlaced(8_000, 5_000),
      'an interlaced PNG of 29 megapixels with 16 bits': await interlaced(5_900, 5_000),
      'a GIF of 10,000 frames': gifAndScript(10_000),
      'an animated WebP of 500 frames': await animated('webp', 500),
    }
    const [lines, over]: [string[], string[]] = [[], []]
    for (const [name, bytes] of Object.entries(cases)) {
      reader.close()
      globalThis.gc?.()
      await sleep(100)
      const before = process.memoryUsage.rss()
      let most = before
      let peak = 0
      const look = () => {
        most = Math.max(most, process.memoryUsage.rss())
        if (reader.pid() !== undefined) peak = Math.max(peak, peakOf(reader.pid()))
      }
      const watch = setInterval(look, 5)
      const answer = await reader.read(bytes)
      look()
      clearInterval(watch)
      const grown = (most - before) / 1_000_000
      const outcome = 'fault' in answer ? answer.fault : `${answer.picture.width} × ${answer.picture.height}`
      lines.push(`${name}: ${outcome}, process ${Math.round(peak)} MB, server + ${grown.toFixed(1)} MB`)
      if (peak > MOST_MB || grown > GROWS_MB) over.push(name)
    }
    process.stdout.write(`${lines.join('\n')}\n`)
    expect(over).toEqual([])
  },
)

test('the process that reads ends with the server, even one that is killed while a picture is read', async () => {
  const program = `
    const { openReader } = await import(${JSON.stringify(new URL('./reader.ts', import.meta.url).href)})
    const { jpeg } = await import(${JSON.stringify(new URL('../../test/pictures.ts', import.meta.url).href)})
    const reader = openReader()
    const large = await jpeg(6000, 4000)
    await reader.read(await jpeg(10, 10))
    void reader.read(large)
    setTimeout(() => console.log(reader.pid()), 50)
    setInterval(() => undefined, 1000)`
  const server = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(server.stdout, 'data')
  const reads = Number(String(line))
  expect(isThere(reads)).toBe(true)

  server.kill('SIGKILL')

  while (isThere(reads)) await sleep(10)
})

const isThere = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
