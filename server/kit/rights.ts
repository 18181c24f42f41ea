/** Somebody whose rights in a company have changed. */
export interface RightsChange {
  companyId: number
  personId: number
}

/** Told of each change of rights, of whatever node; undefined: some may have been missed, of anybody. */
export type OnRights = (change: RightsChange | undefined) => void

/** The person of whom a word of a message says that their rights have changed; the database writes it (`tell_rights`). */
export const personOfRights = (word: string): number | undefined => {
  const [, personId] = /^!@(\d+)$/.exec(word) ?? []
  return personId === undefined ? undefined : Number(personId)
}
