export { linesNamed, mapLines } from '#server/leads/lead/map-lines.ts'
export { moveProductLines } from '#server/leads/lead/move-product-lines.ts'
/** What public forms of other modules need of those of leads: their keys, their page's token, and which pages may send them. */
export { allowOrigin } from '#server/leads/intake/cross-origin.ts'
export { tokenSignal } from '#server/leads/intake/form-token.ts'
export type { Intake } from '#server/leads/intake/open.ts'
