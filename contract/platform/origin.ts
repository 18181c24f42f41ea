import { Type, type Static } from 'typebox'

/** Of what something was made, as the area of that has it called, and where people find it. */
export const Origin = Type.Object({ title: Type.String(), path: Type.String() })
export type Origin = Static<typeof Origin>
