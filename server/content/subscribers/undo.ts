import type { EntityRules } from '#server/platform/changes/rules.ts'

type Faults = NonNullable<EntityRules['faults']>

/** Why a subscriber can't be as it was: nothing that a colleague takes back puts anybody on the list. */
export const undoFaults: Faults = async (_tenant, rows) =>
  new Map(
    rows.flatMap(({ id, now, values, added }): [number, string][] => {
      if (now['erased_at'] !== null) return [[id, 'The subscriber was erased for good.']]
      const then = { ...now, ...values }
      const isOn = (row: typeof now) => row['deleted_at'] === null && row['status'] === 'subscribed'
      if (added && now['status'] !== 'unconfirmed') return [[id, 'Its owner has answered since.']]
      if (!isOn(then) || isOn(now)) return []
      return [
        [
          id,
          now['status'] === 'blocked'
            ? 'An undo subscribes nobody. Unblock it instead.'
            : 'An undo subscribes nobody: only its owner can subscribe again.',
        ],
      ]
    }),
  )
