import type { FastifyBaseLogger } from 'fastify'
import { passwordResets } from '#contract/portal/password-resets.ts'
import { askForReset, makeReset, resetOf, useReset, type NoReset } from '#server/db/identity/password-resets.ts'
import { takeChecks } from '#server/db/identity/sign-in.ts'
import { listed } from '#server/platform/people/people-refusal.ts'
import { addressBlock } from '#server/kit/address.ts'
import { conflict, UserError } from '#server/kit/errors.ts'
import { implementOpen } from '#server/kit/implement.ts'
import { deriveKey, keyedDigest } from '#server/kit/secrets.ts'
import { openMail } from '#server/outside/mail.ts'
import { act } from './access.ts'
import { newPassword } from './new-password.ts'
import { refuseForeignPages } from './origin.ts'
import type { Passwords } from './passwords.ts'
import { digestOf, newSecret } from './sealed.ts'
import type { PortalServices } from './services.ts'
import { known } from './session.ts'
import { accountName } from './sign-in.ts'

/** So many links are on their way into mails at once; who asks beyond that can ask again. */
const MOST_ON_THEIR_WAY = 20

/** New passwords for people who cannot sign in: by mail, or by a link that a colleague makes. */
export const passwordResetRoutes = ({ identity, auth, config }: PortalServices, passwords: Passwords) => {
  // At once and past the outbox: a link for one reader alone is stored nowhere, and who forgot a password may be of no company.
  const mail = openMail(config)
  const key = deriveKey(config.secret, 'sign-in-failures')
  // Behind the #, so that no server, log or Referer ever sees it.
  const linkOf = (token: string) => `${config.publicUrl}/app/reset-password#${token}`
  let onTheirWay = 0

  /** After the answer, which says nothing, not even by the time that it takes. */
  const mailLink = async (email: string, address: string) => {
    const check = { account: keyedDigest(key, `forgot:${email}`), address, device: undefined, personIds: [] }
    if ((await takeChecks(identity, check)).length === 0) return
    const token = newSecret()
    if (await askForReset(identity, email, digestOf(token))) await mail?.send(forgottenMail(email, linkOf(token)))
  }

  const inTheBackground = (log: FastifyBaseLogger, work: () => Promise<void>) => {
    if (onTheirWay >= MOST_ON_THEIR_WAY) return log.warn('too many password links queued')
    onTheirWay += 1
    void work()
      .catch((cause: unknown) => log.error({ err: cause }, 'password link not mailed'))
      .finally(() => (onTheirWay -= 1))
  }

  return implementOpen('portal.passwordResets', passwordResets, {
    async forgot({ body, request }) {
      refuseForeignPages(config, request)
      if (!mail) throw conflict('This server sends no email. Ask a colleague who manages people for a link.')
      inTheBackground(request.log, () => mailLink(accountName(body.email), addressBlock(request.ip)))
      return {}
    },

    async offer({ body }) {
      return { data: await openReset(body.token) }
    },

    async reset({ body }) {
      const { email } = await openReset(body.token)
      const ended = await useReset(identity, digestOf(body.token), await newPassword(passwords, body.password, email))
      if (!ended) throw new UserError(410, passwordResets.offer.failure)
      for (const id of ended) auth.forget(id)
      return {}
    },

    async makeLink({ params, caller, request }) {
      const token = newSecret()
      const stored = { hash: digestOf(token), mailed: mail !== undefined }
      const made = await makeReset(identity, act(request, caller, 'resetPassword'), params.id, stored)
      if ('refused' in made) throw refusal(made)
      if (!mail) return { data: { link: linkOf(token), mailed: false } }
      await mail.send(requestedMail(made.email, known(caller).name, linkOf(token))).catch((cause: unknown) => {
        request.log.error({ err: cause }, 'password link not mailed')
        throw new UserError(503, 'The link was not emailed. Try again in a minute.')
      })
      return { data: { link: null, mailed: true } }
    },
  })

  async function openReset(token: string) {
    const reset = await resetOf(identity, digestOf(token))
    if (!reset) throw new UserError(410, passwordResets.offer.failure)
    return reset
  }
}

const refusal = (refused: NoReset): UserError => {
  switch (refused.refused) {
    case 'unknown':
      return new UserError(404, 'Person not found')
    case 'away':
      return conflict('This person is not active in your company.')
    case 'self':
      return conflict('Change your own password on My profile.')
    case 'proven':
      return conflict('Only this person can reset this password. They can do so by email, on the sign-in page.')
    default:
      return new UserError(
        403,
        `You can only reset passwords of people whose permissions you also have. You don’t have ${listed(refused.keys)}.`,
        { code: 'forbidden', details: { needs: refused.keys } },
      )
  }
}

const forgottenMail = (to: string, link: string) => ({
  to,
  subject: 'Choose a new Leadroom password',
  lines: [
    'Someone requested a new password for your Leadroom account.',
    { text: 'Choose a new password', url: link },
    'The link works once, for one hour. If you didn’t request it, ignore this email: your password stays the same.',
  ],
})

const requestedMail = (to: string, by: string, link: string) => ({
  to,
  subject: 'Choose a new Leadroom password',
  lines: [
    `${by} sent you a link to choose a new Leadroom password.`,
    { text: 'Choose a new password', url: link },
    'The link works once, for 72 hours. Until then your password stays the same.',
  ],
})
