import type { Static, TObject } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Permission } from '#contract/kit/endpoint.ts'
import type { Actor, Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { lazily } from '#server/kit/lazily.ts'

/** What a chunk is given. Everything that it writes through `tenant` is stored together with the job's progress, or not at all. */
export interface Chunk<Input> {
  tenant: Tenant
  jobId: number
  input: Input
  /** Where the chunk before left off; 0 at the start. What it counts is the kind's own. */
  cursor: number
  done: number
  /**
   * Where the next chunk begins, told before this one is stored: so it may be begun beside it, in a transaction of its own, where a
   * connection is to spare. A few are under way at most, and they are stored in their order: when this one is not, neither is the next.
   * `mark` is handed to it.
   */
  handOn(cursor: number, mark: number): void
  /** What the chunk before said with `handOn`, while it is not stored yet; undefined: all that comes before is. */
  mark: number | undefined
  /** Until all chunks before this one are stored. What hangs on them (sums, locks that each takes) belongs behind it. */
  myTurn(): Promise<void>
}

/** How far a chunk has come. */
export interface Progress {
  cursor: number
  /** How many rows this chunk has dealt with. */
  done: number
  /** How they ended: `{ assigned: 998, skipped: 2 }`. */
  outcomes?: Readonly<Record<string, number>>
  /** How many rows there are in all, where that was not known when the job was made. */
  total?: number
  /** Nothing is left to do. */
  last: boolean
}

/** The work of a job made anew from another's failures; undefined when none of them can be tried again. */
export interface Again<Input> {
  title: string
  input: Input
  total?: number
}

interface Described<I extends TObject> {
  /** Named as acts are, `area.verb`: the history tells it as the act of every change. */
  name: string
  /** What is to be done, small enough for a row; long lists go into a table of their own. */
  input: I
  /** How many of one company may run at the same time; undefined: as many as there are workers. */
  atOnce?: number
  /** It only answers whoever waits for it: it stands in no list of jobs, and nobody is told of its end. */
  quiet?: true
  /** A step of something longer, whose end is told: people are notified of this one only where it failed. */
  isStep?: true
  /** The job panel offers to undo it. */
  undoable?: true
  /** Who the history names as the writer; a person's job writes as that person. */
  actor?: Pick<Actor, 'kind' | 'channel'>
  /** What to do for the failures of a job that has ended; undefined: this kind cannot try again. */
  retry?(job: {
    tenant: Tenant
    caller: Caller
    jobId: number
    input: Static<I>
  }): Promise<Again<Static<I>> | undefined>
}

/** A kind of job as the workers know it; made by `personJob` or `systemJob`. */
export interface JobKind<I extends TObject = TObject> extends Described<I> {
  permission: Permission | 'system'
  accepts(input: unknown): boolean
  chunk(chunk: Chunk<Static<I>> & { caller: Caller | undefined }): Promise<Progress>
}

/**
 * Work that a person asks for. Before each chunk it is looked at anew whether they are still here and hold one of the
 * keys of `permission`; a chunk that throws a `UserError` ends the job with that sentence, any other error is tried again.
 *
 * A chunk must be small (a second at most: it holds its locks so long) and may be begun more than once, on several
 * nodes even, but is stored once. What it does outside the database has to be harmless when it is done twice.
 */
export const personJob = <const I extends TObject>(
  kind: Described<I> & {
    permission: Permission
    chunk(chunk: Chunk<Static<I>> & { caller: Caller }): Promise<Progress>
  },
): JobKind<I> => made(kind)

/** Work of the product's own, that nobody has to be allowed to do. */
export const systemJob = <const I extends TObject>(
  kind: Described<I> & { chunk(chunk: Chunk<Static<I>>): Promise<Progress> },
): JobKind<I> => made({ ...kind, permission: 'system' })

const made = <I extends TObject>(kind: Omit<JobKind<I>, 'accepts'>): JobKind<I> => {
  const validator = lazily(() => Compile(kind.input))
  return { ...kind, accepts: (input) => validator().Check(input) }
}
