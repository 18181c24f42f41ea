import type { Endpoint } from '#contract/kit/endpoint.ts'

/** The calls of an area that an engine made, typed by what those of all areas have in common: `C`. An area's own may take and answer more. */
export const sharedCalls = <C extends Readonly<Record<string, Endpoint>>>(calls: Record<keyof C, Endpoint>) =>
  calls as C
