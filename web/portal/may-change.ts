import { permissionLabel } from '#contract/platform/permission-words.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import { PERMISSION_KEYS } from '#contract/kit/permissions.ts'
import type { Person } from '#contract/portal/access.ts'
import { can, session } from '#web/kit/data/session.ts'

// What the server refuses, said before it is tried: nobody gives what they lack, or takes from people who have it.

const isPrimary = () => session.get().currentUser?.is_primary === 1

export const canGive = (key: PermissionKey) => isPrimary() || can(key)

/** The permissions of a person that you lack yourself. */
const lackedOf = ({ permissions }: Person) => PERMISSION_KEYS.filter((key) => permissions.includes(key) && !can(key))

/** Why nothing can be taken from a person, and why they can't be deactivated or let in; undefined where they can. */
export const whyNotTake = (person: Person): string | undefined => {
  const lacked = isPrimary() ? [] : lackedOf(person)
  return lacked.length > 0 ? `${person.name} has permissions that you don’t have: ${listed(lacked)}.` : undefined
}

export const whyNotTurn = (person: Person) =>
  person.is_primary && !isPrimary()
    ? `${person.name} is a primary administrator. Only another one can deactivate or activate them.`
    : whyNotTake(person)

/** Why nobody looks through a person's eyes or chooses their password; nothing follows here from being a primary administrator. */
const whyNotActAs = (person: Person, act: string) => {
  const lacked = lackedOf(person)
  return lacked.length > 0
    ? `You can only ${act} people whose permissions you also have. ${person.name} also has: ${listed(lacked)}.`
    : undefined
}
export const whyNotView = (person: Person) => whyNotActAs(person, 'view as')
export const whyNotReset = (person: Person) =>
  whyNotActAs(person, 'reset passwords of') ??
  (person.resettable ? undefined : `${person.name} has confirmed their address. Only they can reset it, by email.`)

/** Why no fresh invitation can be sent: without a mail server, whoever sends it sees the link. */
export const whyNotInvite = (person: Person): string | undefined => {
  const lacked = isPrimary() ? [] : lackedOf(person)
  return lacked.length > 0
    ? `You can only invite people with permissions that you have yourself. You don’t have ${listed(lacked)}.`
    : undefined
}

/** Why one permission of a person can't be changed, whether they have it or not. */
export const whyNotChange = (person: Person, key: PermissionKey): string | undefined => {
  if (!person.permissions.includes(key)) return canGive(key) ? undefined : 'You don’t have this yourself'
  return person.is_primary && key === 'people_manage'
    ? 'A primary administrator always manages people'
    : whyNotTake(person) && 'This person has permissions that you don’t have'
}

const MOST_NAMED = 3
const listed = (keys: readonly PermissionKey[]) => {
  const named = keys
    .slice(0, MOST_NAMED)
    .map((key) => `“${permissionLabel(key)}”`)
    .join(', ')
  return keys.length > MOST_NAMED ? `${named} and ${keys.length - MOST_NAMED} more` : named
}
