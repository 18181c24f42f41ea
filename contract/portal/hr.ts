import { Type, type Static } from 'typebox'
import { del, get, One, Pagination, PersonId, post, put, SeenVersion, Text, Version } from '#contract/kit/endpoint.ts'
import type { Entity } from '#contract/kit/history.ts'

export const LONGEST_HR_NAME = 80
const Name = Text(LONGEST_HR_NAME)
const Position = Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 }))
const Page = Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 }))
const PerPage = Type.Optional(Type.Integer({ minimum: 1, maximum: 100 }))
const ByIdOf = Type.Object({ id: PersonId })

/** A department, or a designation within one, with how many people have it. */
export const HrEntry = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  people: Type.Integer(),
  position: Type.Integer(),
  /** People keep it, and nobody is given it any more. */
  retired: Type.Boolean(),
  version: Version,
})
export type HrEntry = Static<typeof HrEntry>

const Change = {
  name: Type.Optional(Name),
  position: Position,
  retired: Type.Optional(Type.Boolean()),
  version: SeenVersion,
}
const Removed = Type.Object({
  success: Type.Boolean(),
  message: Type.String(),
  /** Null: it was deleted. */
  data: Type.Union([HrEntry, Type.Null()]),
})
const NOT_SAVED = 'This was not saved. Try again.'
const MANAGE = 'people_manage'

export const hr = {
  departments: get('/api/v1/departments/', {
    summary: 'The departments of the company, with how many people each has',
    permission: MANAGE,
    query: Type.Object({ page: Page, per_page: PerPage }),
    reply: Type.Object({
      success: Type.Boolean(),
      data: Type.Array(HrEntry),
      pagination: Pagination,
      /** Why they are not changed here; null: they are. */
      read_only: Type.Union([Type.String(), Type.Null()]),
    }),
    failure: 'Failed to fetch data',
  }),
  addDepartment: post('/api/v1/departments/', {
    summary: 'Adds a department',
    permission: MANAGE,
    did: 'Added *',
    undo: 'never',
    body: Type.Object({ name: Name, position: Position }),
    reply: One(HrEntry),
    failure: NOT_SAVED,
  }),
  updateDepartment: put('/api/v1/departments/:id', {
    summary: 'Renames a department, moves it, retires it or brings it back',
    permission: MANAGE,
    did: 'Changed *',
    undo: 'never',
    params: ByIdOf,
    body: Type.Object(Change),
    reply: One(HrEntry),
    failure: NOT_SAVED,
  }),
  removeDepartment: del('/api/v1/departments/:id', {
    summary: 'Deletes a department; one that people have is retired',
    permission: MANAGE,
    did: 'Removed *',
    undo: 'never',
    params: ByIdOf,
    reply: Removed,
    failure: NOT_SAVED,
  }),
  designations: get('/api/v1/designations/', {
    summary: 'The designations of the company',
    permission: 'signed-in',
    query: Type.Object({
      department_id: PersonId,
      page: Page,
      per_page: PerPage,
      /** Those that are retired, too. */
      include: Type.Optional(Type.Enum(['retired'])),
    }),
    reply: Type.Object({
      success: Type.Boolean(),
      data: Type.Array(
        Type.Object({
          id: Type.Integer(),
          name: Type.String(),
          people: Type.Optional(Type.Integer()),
          position: Type.Optional(Type.Integer()),
          retired: Type.Optional(Type.Boolean()),
          version: Type.Optional(Version),
        }),
      ),
      pagination: Pagination,
    }),
    failure: 'Failed to fetch data',
  }),
  addDesignation: post('/api/v1/designations/', {
    summary: 'Adds a designation to a department',
    permission: MANAGE,
    did: 'Added *',
    undo: 'never',
    body: Type.Object({ name: Name, department_id: PersonId, position: Position }),
    reply: One(HrEntry),
    failure: NOT_SAVED,
  }),
  updateDesignation: put('/api/v1/designations/:id', {
    summary: 'Renames a designation, moves it, retires it or brings it back',
    permission: MANAGE,
    did: 'Changed *',
    undo: 'never',
    params: ByIdOf,
    body: Type.Object({ ...Change, department_id: Type.Optional(PersonId) }),
    reply: One(HrEntry),
    failure: NOT_SAVED,
  }),
  removeDesignation: del('/api/v1/designations/:id', {
    summary: 'Deletes a designation; one that people have is retired',
    permission: MANAGE,
    did: 'Removed *',
    undo: 'never',
    params: ByIdOf,
    reply: Removed,
    failure: NOT_SAVED,
  }),
}

const NEVER = { never: 'Departments and designations are changed back under People.' }
export const entities = {
  departments: { noun: { one: 'department', many: 'departments' }, undo: NEVER },
  designations: { noun: { one: 'designation', many: 'designations' }, undo: NEVER },
} as const satisfies Readonly<Record<string, Entity>>
