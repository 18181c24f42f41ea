/** Why an address did not give anything, each with its sentence for people. */
const SENTENCES = {
  bad_address: 'This is not the address of a website: it begins with https:// or http:// and has a name with a dot.',
  refused_address: 'The address leads into a private network.',
  own_address: 'The address is one of this installation.',
  dns: 'No website has this name.',
  dns_silent: 'The name was not looked up in time. Try again later.',
  unreachable: 'The site does not accept connections.',
  tls: 'The site’s certificate is not valid.',
  timeout: 'The site took too long to answer.',
  too_large: 'The site’s answer is too large.',
  too_many_redirects: 'The address leads on to others too many times.',
  redirect_loop: 'The address leads back to itself.',
  bad_redirect: 'The address leads on to something that is not a website.',
  insecure_redirect: 'The address leads from https to http.',
  encoding: 'The site’s answer is compressed in a way that cannot be read.',
  broken_answer: 'The site’s answer is broken or incomplete.',
  wrong_kind: 'The address answers something else than text.',
  not_a_page: 'The address does not answer a web page.',
  busy: 'Too many sites are being read. Try again in a minute.',
} as const

type Reason = keyof typeof SENTENCES
export type RefusalCode = Reason | `http_${number}`

export class Refusal extends Error {
  readonly code: RefusalCode
  readonly sentence: string

  /** `detail` is for the log alone: it may name what was reached. */
  constructor(code: RefusalCode, detail?: unknown) {
    super(code, { cause: detail })
    this.code = code
    this.sentence = sentenceOf(code)
  }
}

const HTTP: Record<string, string> = {
  http_401: 'The site asks for a password (401).',
  http_403: 'The site refuses us (403).',
  http_404: 'The site has no such page (404).',
  http_410: 'The site says that this page is gone for good (410).',
  http_429: 'The site says that we ask too often (429).',
  http_503: 'The site is not available now (503).',
}

const isReason = (code: RefusalCode): code is Reason => Object.hasOwn(SENTENCES, code)

const sentenceOf = (code: RefusalCode) => {
  if (isReason(code)) return SENTENCES[code]
  return HTTP[code] ?? `The site answers with an error (${code.slice('http_'.length)}).`
}
