export { linesNamed, mapLines } from './lead/map-lines.ts'
export { moveProductLines } from './lead/move-product-lines.ts'
/** What public forms of other modules need of those of leads: their keys, their page's token, and which pages may send them. */
export { allowOrigin } from './intake/cross-origin.ts'
export { tokenSignal } from './intake/form-token.ts'
export type { Intake } from './intake/open.ts'
