import { join, resolve } from 'node:path'
import { getPublicSuffix } from 'tldts'
import { BROWSER_API_KEY } from '#contract/portal/access.ts'
import { analysisMistakes, mailMistakes, parsed, productionMistakes } from './config-mistakes.ts'
import { networkOf, type Network } from '#server/outside/public-address.ts'
import { isLoopbackHost } from './exposed.ts'
import { keptSecret, secretFile, secretFlaw } from './secret.ts'

/** All that the environment decides; the table for people is docs/operations.md. */
export type Config = {
  production: boolean
  host: string
  port: number
  dataFolder: string
  /** Where the anchors of the sealed history go; undefined: the log. */
  anchorFile: string | undefined
  /** undefined: the embedded server. */
  databaseUrl: string | undefined
  /** Past any pooler, for LISTEN and advisory locks. */
  databaseDirectUrl: string | undefined
  /** Whether LISTEN is used; else what other nodes have stored is asked for each second. */
  databaseListen: boolean
  /** Whether this node also does the work behind the requests: assignment, jobs, mails, sealing. */
  work: boolean
  secret: string
  /** Domains whose `app.` host signs people in; empty: the same origin. */
  baseDomains: string[]
  /** The origin in mails and links. */
  publicUrl: string
  /** How many enquiries one address may send through one form in a minute. */
  intakePerMinute: number
  /** How many connections one address may hold; behind a proxy, how many requests it may have under way. */
  connectionsPerAddress: number
  /** How many proxies in front are ours. */
  trustProxy: number
  /** How many MiB of pictures a company may have. */
  picturesQuotaMb: number
  /** Whether competitors' feeds are read. */
  feeds: boolean
  logLevel: LogLevel
  demo: boolean
  /** undefined: no mail is sent. */
  smtpUrl: string | undefined
  mailFrom: string
  /** How many mails go out in a minute, of all companies together. */
  mailPerMinute: number
  /** How many connections to the mail server a node has. */
  mailConnections: number
  /** Whose mail server takes what cannot be delivered; undefined: it goes to the sender. */
  mailBounceDomain: string | undefined
  /** What mails are signed with; undefined: nothing, the mail server may. */
  mailDkim: { domain: string; selector: string; keyFile: string } | undefined
  // Each of these replaces what the portal does itself.
  permissionsUrl: string | undefined
  globalApiUrl: string | undefined
  hrApiUrl: string | undefined
  location: { url: string; token: string } | undefined
  analysisWebhookUrl: string | undefined
  /** Where posts of competitors are summarised, and the key that signs what is sent there; undefined: by ourselves. */
  analysisUrl: string | undefined
  analysisSecret: string
  /** Networks that are not public, where feeds may be read all the same. */
  fetchAlso: Network[]
  /** Shipped to the browser, so it identifies and authorises nothing. */
  permissionsApiKey: string
}

export type Environment = Record<string, string | undefined>

/** Every mistake at once, a sentence each. */
export class ConfigError extends Error {
  readonly mistakes: string[]

  constructor(mistakes: string[]) {
    super(mistakes.join('\n'))
    this.mistakes = mistakes
  }
}

export function readConfig(env: Environment): Config {
  const mistakes: string[] = []
  const read = reader(env, mistakes)
  const production = read.choice('NODE_ENV', ['development', 'test', 'production'], 'development') === 'production'
  const port = read.number('PORT', 3000, 65_535)
  const host = read.text('HOST') ?? '127.0.0.1'
  const locationUrl = read.url('LOCATION_URL', WEB)
  const locationToken = read.text('LOCATION_TOKEN')
  const [domain, selector, keyFile] = [
    read.domain('MAIL_DKIM_DOMAIN'),
    read.text('MAIL_DKIM_SELECTOR'),
    read.text('MAIL_DKIM_KEY_FILE'),
  ]

  const config: Config = {
    production,
    host,
    port,
    dataFolder: resolve(read.text('LEADROOM_DATA') ?? 'data'),
    anchorFile: anchorFile(read.text('LEADROOM_ANCHORS'), read.text('LEADROOM_DATA') ?? 'data'),
    databaseUrl: read.url('DATABASE_URL', POSTGRES),
    databaseDirectUrl: read.url('DATABASE_DIRECT_URL', POSTGRES),
    databaseListen: read.flag('DATABASE_LISTEN', true),
    work: read.flag('LEADROOM_WORK', true),
    secret: read.text('LEADROOM_SECRET') ?? '',
    baseDomains: read.list('LEADROOM_BASE_DOMAINS').map((domain) => domain.toLowerCase()),
    publicUrl: read.origin('PUBLIC_URL') ?? `http://localhost:${port}`,
    intakePerMinute: read.number('INTAKE_PER_MINUTE', 120, 999_999),
    connectionsPerAddress: read.number('CONNECTIONS_PER_ADDRESS', 1_000, 4_000),
    trustProxy: read.number('TRUST_PROXY', 0, 10),
    picturesQuotaMb: read.number('PICTURES_QUOTA_MB', 5_120, 999_999),
    feeds: read.flag('LEADROOM_FEEDS', true),
    logLevel: read.choice('LOG_LEVEL', LOG_LEVELS, 'info'),
    demo: read.flag('LEADROOM_DEMO', !production),
    smtpUrl: read.url('SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: read.text('MAIL_FROM') ?? 'Leadroom <leadroom@localhost>',
    mailPerMinute: read.number('MAIL_PER_MINUTE', 600, 999_999),
    mailConnections: read.number('MAIL_CONNECTIONS', 5, 50),
    mailBounceDomain: read.domain('MAIL_BOUNCE_DOMAIN'),
    mailDkim: domain && selector && keyFile ? { domain, selector, keyFile } : undefined,
    permissionsUrl: read.url('PERMISSIONS_URL', WEB),
    globalApiUrl: read.url('GLOBAL_API_URL', WEB),
    hrApiUrl: read.url('HR_API_URL', WEB),
    location: locationUrl && locationToken ? { url: locationUrl, token: locationToken } : undefined,
    analysisWebhookUrl: read.url('ANALYSIS_WEBHOOK_URL', WEB),
    analysisUrl: read.url('LEADROOM_ANALYSIS_URL', WEB),
    analysisSecret: read.text('LEADROOM_ANALYSIS_SECRET') ?? '',
    fetchAlso: read.networks('LEADROOM_FETCH_ALSO'),
    permissionsApiKey: read.text('PERMISSIONS_API_KEY') ?? BROWSER_API_KEY,
  }

  if (Boolean(locationUrl) !== Boolean(locationToken))
    mistakes.push('LOCATION_URL and LOCATION_TOKEN go together: set both or neither.')
  if (config.databaseDirectUrl && !config.databaseUrl)
    mistakes.push('DATABASE_DIRECT_URL is set without DATABASE_URL, which it belongs to.')
  if (config.smtpUrl && !env.MAIL_FROM)
    mistakes.push('MAIL_FROM is missing: with SMTP_URL, mails need a sender such as "Leads <leads@firm.example>".')
  mistakes.push(...analysisMistakes(config), ...mailMistakes(config, [domain, selector, keyFile]))
  mistakes.push(...unknownNames(env), ...domainMistakes(config, env), ...secretMistakes(config))
  if (config.demo && !isLoopbackHost(host))
    mistakes.push(
      `HOST is ${host}, so others could reach the demo, whose passwords are public. Set LEADROOM_DEMO=off, or remove HOST.`,
    )
  if (production) mistakes.push(...productionMistakes(config, env))
  if (mistakes.length > 0) throw new ConfigError(mistakes)

  return { ...config, secret: config.secret || secretIn(config.dataFolder) }
}

/** For the start of a program: prints the mistakes and ends it. */
export function configOrExit(env: Environment): Config {
  try {
    return readConfig(env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error('Leadroom can’t start with this configuration:')
    for (const mistake of error.mistakes) console.error(`- ${mistake}`)
    process.exit(1)
  }
}

const WEB = ['http:', 'https:']
const POSTGRES = ['postgres:', 'postgresql:']
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
type LogLevel = (typeof LOG_LEVELS)[number]

function reader(env: Environment, mistakes: string[]) {
  const text = (name: string): string | undefined => env[name]?.trim() || undefined

  return {
    text,
    list: (name: string): string[] => (text(name) ?? '').split(',').flatMap((item) => item.trim() || []),

    number(name: string, usual: number, highest: number): number {
      const value = text(name) ?? String(usual)
      if (/^\d{1,6}$/.test(value) && Number(value) <= highest) return Number(value)
      mistakes.push(`${name} is "${value}" but must be a whole number from 0 to ${highest}.`)
      return usual
    },

    choice<T extends string>(name: string, choices: readonly T[], usual: T): T {
      const value = text(name) ?? usual
      const chosen = choices.find((choice) => choice === value)
      if (chosen === undefined) mistakes.push(`${name} is "${value}" but must be one of ${choices.join(', ')}.`)
      return chosen ?? usual
    },

    flag(name: string, usual: boolean): boolean {
      const value = (text(name) ?? (usual ? 'on' : 'off')).toLowerCase()
      if (['on', 'true', '1', 'yes'].includes(value)) return true
      if (!['off', 'false', '0', 'no'].includes(value)) mistakes.push(`${name} is "${value}" but must be on or off.`)
      return false
    },

    /** The value itself never appears in the sentence, since it may hold a password. */
    url(name: string, protocols: readonly string[]): string | undefined {
      const value = text(name)
      if (value === undefined || protocols.includes(parsed(value)?.protocol ?? '')) return value
      mistakes.push(
        `${name} is not an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}.`,
      )
      return undefined
    },

    domain(name: string): string | undefined {
      const value = text(name)?.toLowerCase()
      if (value === undefined || /^([a-z0-9-]{1,63}\.)+[a-z0-9-]{2,63}$/.test(value)) return value
      mistakes.push(`${name} is "${value}" but must be a domain, such as mail.firm.example.`)
      return undefined
    },

    networks(name: string): Network[] {
      return this.list(name).flatMap((written) => {
        const network = networkOf(written)
        if (!network)
          mistakes.push(
            `${name} has "${written}", which is not a network or address such as 10.2.0.0/16, 10.2.0.7 or 10.2.0.7:8080, or is wider than /8.`,
          )
        return network ?? []
      })
    },

    origin(name: string): string | undefined {
      const value = this.url(name, WEB)
      if (value === undefined) return undefined
      const { origin, pathname, search, hash, username } = new URL(value)
      if (pathname === '/' && !search && !hash && !username) return origin
      mistakes.push(`${name} must be an origin alone, such as https://leads.firm.example, without a path.`)
      return undefined
    },
  }
}

/** A file of one's own, best on another machine's disk; `log` for none. */
const anchorFile = (wanted: string | undefined, dataFolder: string) =>
  wanted === 'log' ? undefined : resolve(wanted ?? join(dataFolder, 'anchors.jsonl'))

const OUR_NAMES = [
  'LEADROOM_DATA',
  'LEADROOM_SECRET',
  'LEADROOM_BASE_DOMAINS',
  'LEADROOM_DEMO',
  'LEADROOM_ANCHORS',
  'LEADROOM_WORK',
  'LEADROOM_FEEDS',
  'LEADROOM_FETCH_ALSO',
  'LEADROOM_ANALYSIS_URL',
  'LEADROOM_ANALYSIS_SECRET',
]

/** A misspelt setting would otherwise be one that is silently not set. */
const unknownNames = (env: Environment): string[] =>
  Object.keys(env)
    .filter((name) => /^LEADROOM_(?!TEST_)/.test(name) && !OUR_NAMES.includes(name))
    .map((name) => `${name} is not a Leadroom setting. The settings are ${OUR_NAMES.join(', ')}.`)

function domainMistakes({ baseDomains, publicUrl }: Config, env: Environment): string[] {
  const mistakes = baseDomains
    .filter(
      (domain) =>
        !/^([a-z0-9-]+\.)+[a-z0-9-]+$/.test(domain) ||
        getPublicSuffix(domain, { allowPrivateDomains: true }) === domain,
    )
    .map(
      (domain) =>
        `LEADROOM_BASE_DOMAINS has "${domain}", which is not a domain a company can own. Use one like firm.example.`,
    )
  const { hostname } = new URL(publicUrl)
  const covered = baseDomains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`))
  if (env.PUBLIC_URL && baseDomains.length > 0 && !covered) {
    mistakes.push(`PUBLIC_URL is at ${hostname}, which is not under LEADROOM_BASE_DOMAINS.`)
  }
  return mistakes
}

function secretIn(dataFolder: string): string {
  const secret = readSecret(dataFolder)
  const flaw = secretFlaw(secret)
  if (flaw === undefined) return secret
  throw new ConfigError([
    `${secretFile(dataFolder)} ${flaw} Restore it from a copy, or delete it. The next start then makes another: everyone signs in again, and public forms need new keys.`,
  ])
}

function readSecret(dataFolder: string): string {
  try {
    return keptSecret(dataFolder)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigError([`LEADROOM_DATA is ${dataFolder}, which this user can’t write to (${reason}).`])
  }
}

function secretMistakes({ secret, production }: Config): string[] {
  if (secret) {
    const flaw = secretFlaw(secret)
    return flaw ? [`LEADROOM_SECRET ${flaw}`] : []
  }
  return production ? ['LEADROOM_SECRET is missing. Make one with "openssl rand -base64 48" and store it.'] : []
}
