import type { ReactNode } from 'react'
import type { Noun } from '#contract/kit/history.ts'
import type { Example, Foreseen } from '#contract/platform/bulk.ts'

/** The acts on many rows that an area offers; `Values` is what a person fills in, whichever act it is. */
export interface BulkArea<Act extends string, Values extends object> {
  noun: Noun
  /** What each act is called, of so many rows; on its dialog and on the button that begins it. */
  names: Readonly<Record<Act, (rows: string) => string>>
  /** Acts that lose something. Their buttons are red outlines: in the dark no solid red is readable. */
  loses: ReadonlySet<Act>
  empty: Values
  /** What is stored of a form that was not sent. It is offered, as the rows may be others; choices are made again at a press. */
  words: readonly (keyof Values & string)[]
  Fields: (props: FieldsProps<Act, Values>) => ReactNode
  /** Undefined until enough is filled in. */
  prepare: (act: Act, selection: number, values: Values) => PreparedAct | undefined
}

export interface FieldsProps<Act, Values> {
  act: Act
  values: Values
  onChange: (more: Partial<Values>) => void
}

/** An act of which enough was filled in. */
export interface PreparedAct {
  /** A dry run, made again whenever `about` changes; while it `isTyped`, after a pause. Undefined: there is nothing to foresee. */
  foresee?: { about: string; isTyped: boolean; ask: () => Promise<DryRun> }
  /** Pressed again before it was answered, it is the same job. */
  run: () => Promise<unknown>
}

/** What a dry run answers: all that was asked, or the job that finds it out. */
interface DryRun {
  foreseen: Foreseen
  examples?: readonly Example[]
  job: number | null
}

/** An act with a dry run. Words alone change nothing about which rows take it, so `about` is what was chosen beside them. */
export const prepared = (
  send: (dry: { dryRun?: boolean }) => Promise<{ data: DryRun }>,
  about = '',
  { isTyped = false } = {},
): PreparedAct => ({
  foresee: { about, isTyped, ask: async () => (await send({ dryRun: true })).data },
  run: () => send({}),
})
