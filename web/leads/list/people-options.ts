import type { PersonRef } from '#contract/kit/endpoint.ts'
import type { Option } from '#web/kit/list/list.ts'
import { session } from '#web/kit/data/session.ts'

/** Oneself first, then the others by name. */
export const peopleOptions = (people: readonly PersonRef[] = []): Option[] => {
  const { user } = session.get()
  const others = people.filter(({ id }) => id !== user?.id)
  return [
    ...(user ? [{ value: String(user.id), label: user.name, hint: 'you' }] : []),
    ...others.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
}
