/** Where signing in happens for a page at `location`, as an absolute URL.
 *
 *  `configured` is what the server says in `<meta name="app-host">`: a host or an absolute URL. Without it the host is `app.` plus the last
 *  two labels, unless those two may be a public suffix: then one label more is kept, since `app.co.uk` belongs to nobody we know. */
export const appHostUrl = (
  location: { protocol: string; host: string; hostname: string; origin: string },
  configured?: string,
) => {
  const named = configured?.trim()
  if (named) return urlOf(named, location)
  const host = parentHost(location.hostname)
  return host === undefined ? `${location.origin}/app` : `${location.protocol}//${host}/dashboard`
}

/** The parent app's host for a hostname; undefined where the product's own sign-in page serves. */
export const parentHost = (hostname: string) => {
  const name = hostname.toLowerCase().replace(/\.$/, '')
  const labels = name.split('.')
  if (isOwnSignIn(name, labels)) return undefined
  const kept = mayBePublicSuffix(labels.slice(-2)) ? 3 : 2
  if (labels.length <= kept) return undefined
  return `app.${labels.slice(-kept).join('.')}`
}

const isOwnSignIn = (name: string, labels: readonly string[]) =>
  labels.length <= 2 || name === 'localhost' || name.endsWith('.localhost') || isAddress(name)

const isAddress = (name: string) => /^\d{1,3}(\.\d{1,3}){3}$/.test(name) || name.includes(':') || name.startsWith('[')

/** Second labels under which registries sell names, and hosters whose customers each hold one label. */
const REGISTRY_LABELS = new Set(
  (
    'ac ad asn asso co com edu ed gen go gob gouv gov govt gv id idf in ind inf info int ltd me mi mil ne net ngo nhs nic nom ' +
    'or org plc police pro sch school k12 web biz store tm press art adv eng etc oz sa tur ws tokyo osaka kyoto nagoya yokohama kobe sapporo sendai kawasaki kitakyushu ab bc mb nb nf nl ns nt nu on pe qc sk yk'
  ).split(' '),
)
const HOSTERS = new Set(
  (
    'github.io gitlab.io pages.dev workers.dev netlify.app vercel.app herokuapp.com azurewebsites.net cloudfront.net amazonaws.com ' +
    'appspot.com web.app firebaseapp.com onrender.com fly.dev ngrok.io ngrok.app ngrok-free.app repl.co glitch.me trycloudflare.com ' +
    'blogspot.com azurestaticapps.net railway.app run.app render.com deno.dev surge.sh uk.com us.com eu.com de.com gb.net se.net firm.in firm.ro firm.ng firm.ht firm.nf firm.ve firm.dk'
  ).split(' '),
)

/** Errs on the side of "yes": a wrong yes asks for one label more, a wrong no would send people to a stranger. */
const mayBePublicSuffix = ([second = '', top = '']: readonly string[]) =>
  HOSTERS.has(`${second}.${top}`) || (top.length === 2 && (second.length <= 2 || REGISTRY_LABELS.has(second)))

const urlOf = (named: string, { protocol, origin }: { protocol: string; origin: string }) => {
  if (named.startsWith('/')) return `${origin}${named}`
  const url = new URL(/^https?:\/\//.test(named) ? named : `${protocol}//${named}`)
  return url.pathname === '/' ? `${url.origin}/dashboard` : url.href
}
