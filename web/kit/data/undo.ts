import { changes } from '#contract/platform/changes.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import { queryClient } from './query-client.ts'
import { toast } from '#web/kit/feedback/toast.ts'
import { ApiError, call, changeSetOf } from './transport.ts'

/** What takes back what the call did, for its toast; undefined when it changed nothing. */
export const undoOf = (reply: object): (() => void) | undefined => {
  const changeSet = changeSetOf(reply)
  return changeSet === undefined ? undefined : () => void undo(changeSet)
}

/**
 * Takes an act back, whatever it was, and offers to do it again. What only rules made of it goes along; what people
 * did since is named, and goes along when asked for.
 */
export const undo = async (changeSet: string, dependents: BodyOf<typeof changes.undo>['dependents'] = 'automatic') => {
  try {
    const reply = await call(changes.undo, { body: { changeSet, dependents } })
    toast.done(reply.message ?? 'Undone', { undo: reply.data.job === null ? undoOf(reply) : undefined })
  } catch (failure) {
    tell(failure, changeSet, dependents)
  } finally {
    await queryClient.invalidateQueries()
  }
}

const tell = (failure: unknown, changeSet: string, dependents: BodyOf<typeof changes.undo>['dependents']) => {
  if (!(failure instanceof ApiError)) return toast.failed(changes.undo.failure)
  if (failure.code === 'company_changed') return undefined
  if (failure.code === 'dependent_acts' && dependents !== 'all')
    return toast.failed(failure.message, {
      action: { label: 'Undo all', run: () => void undo(changeSet, 'all') },
    })
  return toast.failed(failure.message, {
    retry: failure.canRetry ? () => void undo(changeSet, dependents) : undefined,
  })
}
