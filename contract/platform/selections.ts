import { Type, type Static } from 'typebox'

/** Rows that a person selected to act on: their number, and the id under which acts and exports are given them. */
export const Selection = Type.Object({ id: Type.Integer(), count: Type.Integer() })
export type Selection = Static<typeof Selection>
