/* oxlint-disable no-console -- the browser's console is the log */

/** For what the person need not see, but whoever looks into it must find. */
export const warn = (text: string, cause: unknown) => console.warn(text, nameOf(cause))
export const logError = (text: string, cause: unknown) => console.error(text, nameOf(cause))

/** The message alone: a request's headers and bodies stay out of logs. */
const nameOf = (cause: unknown) => (cause instanceof Error ? `${cause.name}: ${cause.message}` : cause)
