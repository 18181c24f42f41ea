import { afterAll, expect, test } from 'vitest'
import { AREAS as CONTRACT, type Area } from '#contract/areas.ts'
import { CONFIGURATION_SECTIONS } from '#contract/platform/changes.ts'
import { VIEW_SCREENS } from '#contract/platform/saved-views.ts'
import { startTestApp } from '#server/test/app.ts'
import { OTHERS } from '#server/platform/changes/rules.ts'
import { AREAS, LOCK_ORDER } from './areas.ts'
import { productOf } from './features.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const { given, routes } = productOf(app.services)
const entities = given.rules().all

test('no two areas bring along what goes by the same name', () => {
  const dueKinds = AREAS.flatMap(({ due }) => Object.values(due ?? {}).flatMap((work) => Object.keys(work)))

  expect(twice(dueKinds)).toEqual([])
  expect(twice(routes().map(({ name }) => name))).toEqual([])
  expect(twice(given.jobKinds().map(({ name }) => name))).toEqual([])
  expect(twice(AREAS.flatMap(({ forget }) => Object.keys(forget ?? {})))).toEqual([])
  expect(twice(AREAS.flatMap(({ live }) => Object.keys(live ?? {})))).toEqual([])
  expect(twice(entities.map(([entity]) => entity))).toEqual([])
  expect(dueKinds.length).toBeGreaterThan(10)
})

test('each list that has views is declared by one area', () => {
  expect(AREAS.flatMap(({ views }) => Object.keys(views ?? {})).toSorted()).toEqual(VIEW_SCREENS.toSorted())
})

test('each job that a person sees is a call or an act of the contract, so that the history can tell it', () => {
  const told = Object.entries<Area>(CONTRACT).flatMap(([area, { calls, acts }]) =>
    [...Object.keys(calls), ...Object.keys(acts)].map((verb) => `${area}.${verb}`),
  )
  const seen = given.jobKinds().filter(({ quiet }) => !quiet)

  expect(seen.map(({ name }) => name).filter((name) => !told.includes(name))).toEqual([])
  expect(seen.length).toBeGreaterThan(5)
})

test('each section of the configuration has something that its history tells of', () => {
  const told = new Set(entities.flatMap(([, { section }]) => section ?? []))

  expect(CONFIGURATION_SECTIONS.filter((section) => !told.has(section))).toEqual([])
})

test('what areas have rules for, and what is locked first, are tables of the history', async () => {
  const { rows } = await app.owner.query<{ name: string }>(
    `select tgrelid::regclass::text as name from pg_trigger where tgname = 'history_delete'`,
  )
  const kept = new Set([...rows.map(({ name }) => name), 'memberships'])

  expect(
    [...entities.map(([entity]) => entity), ...LOCK_ORDER].filter((entity) => entity !== OTHERS && !kept.has(entity)),
  ).toEqual([])
})

const twice = (names: readonly string[]) => names.filter((name, at) => names.indexOf(name) !== at)
