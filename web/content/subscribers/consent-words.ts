import type { Consent, Subscriber } from '#contract/content/subscribers.ts'

/** What they agreed to last, in the words that they saw, with what proves it. */
export interface Agreement {
  wording: string
  events: readonly Consent[]
}

/** From the last time that they asked, or were brought by an import, to their confirmation of that. A mail that is sent again has no words. */
export const agreementOf = ({ consents }: Pick<Subscriber, 'consents'>): Agreement | undefined => {
  const isBegin = ({ what }: Consent) => what === 'asked' || what === 'imported'
  const worded = consents.findLastIndex((event) => isBegin(event) && event.wording !== '')
  const from = worded < 0 ? consents.findIndex(isBegin) : worded
  if (from < 0) return undefined
  const since = consents.slice(from)
  const ended = since.findIndex(({ what }) => what === 'unsubscribed')
  const events = (ended < 0 ? since : since.slice(0, ended)).filter(({ what }) => AGREEING.has(what))
  return { wording: consents[from]?.wording ?? '', events }
}

const AGREEING: ReadonlySet<string> = new Set<Consent['what']>(['asked', 'imported', 'confirmed'])

/** `halden.example/blog` */
export const pageWords = (url: string) => url.replace(/^https?:\/\//, '').replace(/\/$/, '')

/** Where and by what it was done: the form, the network, the browser, the file. */
export const proofWords = ({ form, network, browser, proof }: Consent) =>
  [form, network && `network ${network}`, browser, proof].filter(Boolean).join(' · ')
