import { execFileSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rounded, type Figure } from '../figure.ts'
import type { Place } from '../place.ts'

const GOAL_KB = 350
const PAGE = /^MarketingLeadsPage-.*\.js$/

/** All scripts that have to be there before the lead list shows: the entry's and the page's, with all that they import. */
export const firstLoad = async ({ folder }: Place): Promise<Figure[]> => {
  const built = join(folder, 'web')
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--outDir', built, '--logLevel', 'error'], {
    cwd: new URL('../..', import.meta.url).pathname,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const page = await readFile(join(built, 'index.html'), 'utf8')
  const entries = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file = '']) => basename(file))
  const names = await readdir(join(built, 'assets'))
  const list = names.find((name) => PAGE.test(name))
  if (!list) throw new Error('The build has no page of the lead list')

  const needed = new Set<string>()
  const follow = async (name: string): Promise<void> => {
    if (needed.has(name)) return
    needed.add(name)
    const text = await readFile(join(built, 'assets', name), 'utf8')
    for (const [, imported = ''] of text.matchAll(
      /(?:^|[;}\n])\s*(?:import|export)\s*(?:[^'"`();]*?from)?\s*["']\.\/([^"']+\.js)["']/g,
    ))
      await follow(imported)
  }
  for (const name of [...entries, list]) await follow(name)

  const sizes = await Promise.all(
    [...needed].map(async (name) => gzipSync(await readFile(join(built, 'assets', name)), { level: 9 }).length),
  )
  const kb = sizes.reduce((sum, size) => sum + size, 0) / 1000
  return [
    {
      figure: 'first-load',
      ratio: rounded(kb / GOAL_KB),
      rows: 0,
      ours: rounded(kb),
      unit: `kB gzip in ${needed.size} scripts`,
      goal: `≤ ${GOAL_KB} kB`,
      meets: kb <= GOAL_KB,
    },
  ]
}
