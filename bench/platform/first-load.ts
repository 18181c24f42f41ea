import { execFileSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rounded, type Figure } from '../figure.ts'
import type { Place } from '../place.ts'

const GOAL_KB = 350
/** What the editor of posts loads and nothing else does. */
const EDITOR_GOAL_KB = 165
/** The pages that are measured, by the names of their figures. */
const PAGES = {
  'first-load': 'MarketingLeadsPage',
  'first-load-properties': 'MasterProductsPage',
  'first-load-products': 'ProductListPage',
  'first-load-import': 'ImportProductsPage',
  'first-load-vendors': 'VendorUpdatesPage',
  'first-load-newsletter': 'SubscribersPage',
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
  const scriptOf = (page: string) => {
    const script = names.find((name) => name.startsWith(`${page}-`) && name.endsWith('.js'))
    if (!script) throw new Error(`The build has no ${page}`)
    return script
  }
  const figures: Figure[] = []
  for (const [figure, page] of Object.entries(PAGES))
    figures.push(await loadOf(figure, GOAL_KB, await scriptsOf(built, [...entries, scriptOf(page)])))
  const scripts = names.filter((name) => name.endsWith('.js'))
  const ofEditor = await scriptsOf(built, [scriptOf('PostEditor')])
  const ofOthers = await scriptsOf(
    built,
    scripts.filter((name) => !ofEditor.includes(name)),
  )
  figures.push(
    await loadOf(
      'editor-chunk',
      EDITOR_GOAL_KB,
      ofEditor.filter((name) => !ofOthers.includes(name)),
    ),
  )
  return figures

  async function loadOf(figure: string, goal: number, scripts: readonly string[]): Promise<Figure> {
    const sizes = await Promise.all(
      scripts.map(async (name) => gzipSync(await readFile(join(built, 'assets', name)), { level: 9 }).length),
    )
    const kb = sizes.reduce((sum, size) => sum + size, 0) / 1000
    return {
      figure,
      ratio: rounded(kb / goal),
      rows: 0,
      ours: rounded(kb),
      unit: `kB gzip in ${scripts.length} scripts`,
      goal: `≤ ${goal} kB`,
      meets: kb <= goal,
    }
  }
}

/** The scripts with all that they import. */
const scriptsOf = async (built: string, scripts: readonly string[]): Promise<string[]> => {
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
  return [...needed]
}
