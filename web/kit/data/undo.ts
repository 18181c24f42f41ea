import { changes } from '#contract/platform/changes.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import { queryClient } from './query-client.ts'
import { toast } from '#web/kit/feedback/toast.ts'
import { ApiError, call, changeSetOf } from './transport.ts'

type Dependents = BodyOf<typeof changes.undo>['dependents']

interface UndoOptions {
  /** The sentence of the act: "Validated Yuki Tanabe". */
  what: string
  dependents?: Dependents
  /** It undoes an undo. */
  redo?: boolean
  /** Hears of it, and of each Redo and Undo of its message: by `next` it is reversed again; undefined where it was refused or can't be. */
  then?: (done: { changeSet: string; next: string | undefined; redo: boolean }) => void
  /** Fetches what it changed, where that is not all. */
  refresh?: () => Promise<unknown>
}

/** Undoes what the call did, for its toast, and goes on with `undone`; undefined when it changed nothing. */
export const undoOf = (reply: object, undone?: () => void): ((what: string) => void) | undefined => {
  const changeSet = changeSetOf(reply)
  if (changeSet === undefined) return undefined
  const then = ({ next, redo }: { next: string | undefined; redo: boolean }) =>
    next !== undefined && !redo && undone?.()
  return (what) => void undo(changeSet, { what, then })
}

/** Undoes an act with what only rules made of it, and offers to redo it. Later acts of people are named, and undone on request. */
export const undo = async (changeSet: string, options: UndoOptions) => {
  const { what, dependents = 'automatic', redo = false, then, refresh } = options
  let isJob = false
  try {
    const reply = await call(changes.undo, { body: { changeSet, dependents } })
    const { job, skipped_total } = reply.data
    isJob = job !== null
    then?.({ changeSet, next: job === null ? reply.data.change_set : undefined, redo })
    const done = redo ? `Redid “${what}”` : `Undid “${what}”`
    if (job !== null) toast.done(`Undoing “${what}”…`)
    else
      toast.done(skipped_total > 0 ? `${done} in part: later changes stay` : done, {
        undo: () => void undo(reply.data.change_set, { ...options, dependents: 'automatic', redo: !redo }),
        label: redo ? 'Undo' : 'Redo',
      })
  } catch (failure) {
    if (!mayComeBack(failure)) then?.({ changeSet, next: undefined, redo })
    showFailure(failure, changeSet, options)
  } finally {
    // A job is looked for at once, and when it ends all lists are fetched.
    await (refresh && !isJob ? refresh() : queryClient.invalidateQueries())
  }
}

const mayComeBack = (failure: unknown) => failure instanceof ApiError && failure.canRetry

const showFailure = (failure: unknown, changeSet: string, options: UndoOptions) => {
  if (!(failure instanceof ApiError)) return toast.failed(changes.undo.failure)
  if (failure.code === 'company_changed') return undefined
  if (failure.code === 'dependent_acts' && options.dependents !== 'all')
    return toast.failed(failure.message, {
      action: { label: 'Undo all', run: () => void undo(changeSet, { ...options, dependents: 'all' }) },
    })
  return toast.failed(failure.message, {
    retry: failure.canRetry ? () => void undo(changeSet, options) : undefined,
  })
}
