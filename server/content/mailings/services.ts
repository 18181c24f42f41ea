import type { MailTokens } from '#server/platform/outbox/tokens.ts'

/** What mailings have to know of the installation. */
export interface MailConfig {
  secret: string
  publicUrl: string
  smtpUrl: string | undefined
  mailFrom: string
  mailPerMinute: number
  mailBounceDomain: string | undefined
}

export interface MailingServices {
  config: MailConfig
  tokens: MailTokens
}

/** The name and the address that mails come from: `Leads <leads@firm.example>`. */
export const senderOf = ({ mailFrom }: Pick<MailConfig, 'mailFrom'>) => {
  const [name = '', address] = mailFrom.split(/[<>]/)
  return address === undefined
    ? { name: '', address: mailFrom.trim() }
    : { name: name.replaceAll('"', '').trim(), address: address.trim() }
}

/** Unsubscribing by one click needs an address that mail servers may post to; one's own machine is as safe. */
export const isSafe = ({ publicUrl }: Pick<MailConfig, 'publicUrl'>) => {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}
