import { useEffect, useState } from 'react'
import { PERMISSION_KEYS, type PermissionKey } from '#contract/kit/permissions.ts'
import { nearestSet, PERMISSION_SETS, type PermissionSet } from '#contract/platform/permission-sets.ts'
import { access, type Person } from '#contract/portal/access.ts'
import { keyOf, refresh, useAction } from '#web/kit/data/api.ts'
import { queryClient } from '#web/kit/data/query-client.ts'
import { ownDrafts } from '#web/kit/form/use-draft.ts'
import { editsTo, withEdits, type Edits } from './permission-edits.ts'
import { whyNotChange } from './may-change.ts'

/** What a set is called where there may be none: the person has nothing, or nothing near a set. */
export type Base = PermissionSet | 'None' | undefined

export const keysOfBase = (base: Base): readonly PermissionKey[] | undefined =>
  base === undefined ? undefined : base === 'None' ? [] : PERMISSION_SETS[base]

/** The permissions of a person while somebody changes them: what is not saved stays in the tab, also after a reload. */
export const usePermissionEdits = (person: Person) => {
  const form = `permissions ${person.id}`
  const saved = person.permissions
  const [edits, setEdits] = useState<Edits>(() => editsKept(form, person))
  const [chosen, setChosen] = useState<Base>()
  useEffect(() => {
    ownDrafts().keep(form, {
      granted: [...edits].filter(([, granted]) => granted).map(([key]) => key),
      removed: [...edits].filter(([, granted]) => !granted).map(([key]) => key),
    })
  }, [form, edits])
  const save = useAction(access.setPermissions, {
    done: `Permissions of ${person.name} saved`,
    then: ({ data }) => {
      // Drawn as saved at once, and asked again with everything that tells of it.
      queryClient.setQueryData(keyOf(access.person, { params: { id: person.id } }), { success: true, data })
      void refresh([access.person, access.people, access.history])
      discard()
    },
    remedy: ({ code }) =>
      code === 'version_conflict'
        ? { label: 'Show them', run: () => void refresh([access.person, access.history]) }
        : undefined,
  })

  const isFixed = (key: PermissionKey) => whyNotChange(person, key) !== undefined
  const keys = withEdits(saved, edits)
  const change = (wanted: readonly PermissionKey[]) => setEdits(editsTo(wanted, saved, isFixed))
  const discard = () => {
    setEdits(new Map())
    setChosen(undefined)
  }
  return {
    edits,
    keys,
    base: chosen ?? (saved.length === 0 ? 'None' : nearestSet(saved)),
    switchKeys: (switched: readonly PermissionKey[], granted: boolean) =>
      change(granted ? [...keys, ...switched] : keys.filter((key) => !switched.includes(key))),
    apply: (base: Exclude<Base, undefined>) => {
      setChosen(base)
      change(keysOfBase(base) ?? [])
    },
    discard,
    save: () => {
      if (edits.size === 0 || save.running) return
      const seen = PERMISSION_KEYS.filter((key) => saved.includes(key))
      void save({ params: { id: person.id }, body: { permissions: keys, seen } })
    },
    isSaving: save.running,
  }
}

/** What was not saved when the page was left, as far as it would still change anything. */
const editsKept = (form: string, person: Person): Edits => {
  const { granted, removed } = ownDrafts().read(form)?.values ?? {}
  const wanted = PERMISSION_KEYS.filter(
    (key) => isIn(granted, key) || (person.permissions.includes(key) && !isIn(removed, key)),
  )
  return editsTo(wanted, person.permissions, (key) => whyNotChange(person, key) !== undefined)
}

const isIn = (keys: unknown, key: string) => Array.isArray(keys) && keys.includes(key)
