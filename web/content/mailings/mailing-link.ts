import { TAB } from '#web/kit/list/tab-name.ts'

/** The tab of the newsletter's screen that mailings are in. */
export const MAILINGS_TAB = 'mailings'
/** The open mailing, by its id. */
export const MAILING = 'mailing'

const SCREEN = '/marketing/news_letter_listing'

export const mailingsLink = `${SCREEN}?${TAB}=${MAILINGS_TAB}`
export const mailingLink = (id: number) => `${SCREEN}?${MAILING}=${id}`

/** Whether the address of the newsletter's screen means its mailings, or one of them. */
export const showsMailings = (search: URLSearchParams) => search.get(TAB) === MAILINGS_TAB || search.has(MAILING)
