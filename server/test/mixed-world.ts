import type { TestApp, TestPerson } from './app.ts'

export interface Call {
  method?: 'POST' | 'PUT' | 'DELETE'
  path: string
  body: object
  token?: string
  /** Found again in the database, once, when it was acknowledged. */
  mark?: { table: 'leads' | 'lead_comments'; text: string }
}

export interface World {
  app: TestApp
  manager: TestPerson
  qas: TestPerson[]
  reps: TestPerson[]
  /** On the list of QA, and calls nothing: comes and goes. */
  guest: TestPerson
  form: string
  /** Imports whose dry run is over. */
  files: number[]
  next: () => number
}

/** What an act is about, by chance. */
export const picksOf = ({ app, next }: World) => {
  const one = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)]!
  /** One of the last that are stored; one that there is not when there is none yet. */
  const anyOf = async <T>(statement: string, none: T): Promise<T> => {
    const { rows } = await app.owner.query<{ one: T }>(`${statement} limit 40`)
    return rows.length ? one(rows).one : none
  }
  const any = (table: string, which = 'true') =>
    anyOf(`select id::int as one from ${table} where ${which} order by id desc`, 1)
  const domain = () => one(['mill.example', 'mill.example', 'works.example', 'shop.works.example'])
  const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  return { one, anyOf, any, domain, daysFromNow }
}
