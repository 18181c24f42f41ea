const ID = /^[1-9]\d{0,14}$/

/** The id that a part of the address says; undefined for anything else. */
export const idIn = (text: string | null | undefined) => (text && ID.test(text) ? Number(text) : undefined)
