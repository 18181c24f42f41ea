import { execFileSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rounded, type Figure } from '../figure.ts'
import type { Place } from '../place.ts'

const GOAL_KB = 350
/** The pages that are measured, by the names of their figures. */
const PAGES = {
  'first-load': 'MarketingLeadsPage',
  'first-load-properties': 'MasterProductsPage',
  'first-load-products': 'ProductListPage',
  'first-load-import': 'ImportProductsPage',
  'first-load-vendors': 'VendorUpdatesPage',
}

/** All scripts that have to be there before a page shows: the entry's and the page's, with all that they import. */
export const firstLoad = async ({ folder }: Place): Promise<Figure[]> => {
  const built = join(folder, 'web')
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--outDir', built, '--logLevel', 'error'], {
    cwd: new URL('../..', import.meta.url).pathname,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const index = await readFile(join(built, 'index.html'), 'utf8')
  const entries = [...index.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file = '']) => basename(file))
  const names = await readdir(join(built, 'assets'))
  const figures: Figure[] = []
  for (const [figure, page] of Object.entries(PAGES)) {
    const script = names.find((name) => name.startsWith(`${page}-`) && name.endsWith('.js'))
    if (!script) throw new Error(`The build has no ${page}`)
    figures.push(await loadOf(figure, built, [...entries, script]))
  }
  return figures
}

const loadOf = async (figure: string, built: string, scripts: readonly string[]): Promise<Figure> => {
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
  for (const name of scripts) await follow(name)

  const sizes = await Promise.all(
    [...needed].map(async (name) => gzipSync(await readFile(join(built, 'assets', name)), { level: 9 }).length),
  )
  const kb = sizes.reduce((sum, size) => sum + size, 0) / 1000
  return {
    figure,
    ratio: rounded(kb / GOAL_KB),
    rows: 0,
    ours: rounded(kb),
    unit: `kB gzip in ${needed.size} scripts`,
    goal: `≤ ${GOAL_KB} kB`,
    meets: kb <= GOAL_KB,
  }
}
