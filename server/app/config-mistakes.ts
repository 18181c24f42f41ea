import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'

interface Mails {
  mailPerMinute: number
  mailConnections: number
  mailDkim: { keyFile: string } | undefined
}

interface Running {
  demo: boolean
  logLevel: string
  databaseUrl: string | undefined
}

/** Who is sent posts has to know that we sent them. */
export const analysisMistakes = ({
  analysisUrl,
  analysisSecret,
}: {
  analysisUrl: string | undefined
  analysisSecret: string
}): string[] =>
  analysisUrl && analysisSecret.length < 16
    ? ['LEADROOM_ANALYSIS_SECRET is missing, or shorter than 16 characters. It signs what LEADROOM_ANALYSIS_URL gets.']
    : []

/** What is set for mails but cannot work. */
export function mailMistakes(
  { mailPerMinute, mailConnections, mailDkim }: Mails,
  dkim: readonly (string | undefined)[],
): string[] {
  const mistakes: string[] = []
  if (mailPerMinute === 0)
    mistakes.push('MAIL_PER_MINUTE is 0, so no mail would ever go out. Leave SMTP_URL out to send none.')
  if (mailConnections === 0)
    mistakes.push('MAIL_CONNECTIONS is 0, so no mail would ever go out. Leave SMTP_URL out to send none.')
  if (!mailDkim && dkim.some(Boolean))
    mistakes.push('MAIL_DKIM_DOMAIN, MAIL_DKIM_SELECTOR and MAIL_DKIM_KEY_FILE go together: set all three or none.')
  const flaw = mailDkim && keyFlaw(mailDkim.keyFile)
  if (flaw) mistakes.push(`MAIL_DKIM_KEY_FILE is ${mailDkim.keyFile}, which ${flaw}.`)
  return mistakes
}

const keyFlaw = (file: string): string | undefined => {
  try {
    createPrivateKey(readFileSync(file))
    return undefined
  } catch (error) {
    const isFile = error instanceof Error && 'syscall' in error
    return isFile ? 'cannot be read' : 'is not a private key in PEM form'
  }
}

/** What a server that people rely on must not be started with. */
export function productionMistakes(config: Running, env: Readonly<Record<string, string | undefined>>): string[] {
  const mistakes: string[] = []
  if (config.demo)
    mistakes.push('LEADROOM_DEMO is on, and its passwords are public. Production starts without the demo.')
  if (config.logLevel === 'debug' || config.logLevel === 'trace') {
    mistakes.push(`LOG_LEVEL is ${config.logLevel}, which logs what people send. Production logs at info or above.`)
  }
  if (!env.DATABASE_URL)
    mistakes.push('DATABASE_URL is missing: production needs a PostgreSQL with backups, not the embedded one.')
  if (!env.PUBLIC_URL)
    mistakes.push(
      'PUBLIC_URL is missing: mails and links need the address that people open, such as https://leads.firm.example.',
    )

  const addresses = [
    'PUBLIC_URL',
    'PERMISSIONS_URL',
    'GLOBAL_API_URL',
    'HR_API_URL',
    'LOCATION_URL',
    'ANALYSIS_WEBHOOK_URL',
    'LEADROOM_ANALYSIS_URL',
  ]
  for (const name of addresses.filter((each) => isPlain(env[each]))) {
    mistakes.push(`${name} uses plain http, which exposes passwords and tokens. Production uses https.`)
  }
  if (
    config.databaseUrl &&
    /\/\/[^/@]*:(postgres|password|admin|secret|changeme|leadroom)?@/i.test(config.databaseUrl)
  ) {
    mistakes.push('DATABASE_URL has an empty or a guessable password.')
  }
  return mistakes
}

function isPlain(address: string | undefined): boolean {
  const url = address ? parsed(address) : undefined
  return url?.protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
}

/** node-postgres' form for sockets, `user@/database`, has no host and so is no URL to the standard. */
export const parsed = (value: string): URL | undefined => URL.parse(value.replace('@/', '@socket/')) ?? undefined
