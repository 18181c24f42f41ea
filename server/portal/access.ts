import type { FastifyReply, FastifyRequest } from 'fastify'
import { access } from '#contract/portal/access.ts'
import { accept, invitationOf } from '#server/db/identity/invitations.ts'
import { invite, resend, revoke } from '#server/db/identity/inviting.ts'
import {
  changePlace,
  peopleOf,
  viewAs,
  type Changed,
  type PersonRow,
  type Refusal,
} from '#server/db/identity/people.ts'
import { stopViewing } from '#server/db/identity/sessions.ts'
import type { Actor } from '#server/db/tenant.ts'
import { parseEmail } from '#server/platform/contact-details/email-address.ts'
import { refusal } from '#server/platform/people/people-refusal.ts'
import { addressBlock } from '#server/kit/address.ts'
import { checkTabCompany, type SessionCaller } from '#server/kit/auth.ts'
import { badField, found, UserError } from '#server/kit/errors.ts'
import { implementOpen } from '#server/kit/implement.ts'
import { page } from '#server/kit/page.ts'
import { openMail } from '#server/outside/mail.ts'
import { newPassword } from './new-password.ts'
import type { Passwords } from './passwords.ts'
import { digestOf, newSecret } from './sealed.ts'
import type { PortalServices } from './services.ts'
import { known } from './session.ts'
import { accountName } from './sign-in.ts'

const { permissions: _service, history: _history, ...people } = access

const SORTS = new Map([
  ['name', 'm.name'],
  ['email', 'm.email'],
  ['status', 'm.status'],
  ['last_seen_at', 'm.last_seen_at'],
])

/** Who works in the company, and what each of them may do. */
export const accessRoutes = ({ identity, auth, config }: PortalServices, passwords: Passwords) => {
  const mail = openMail(config)

  const done = (changed: Changed, reply?: FastifyReply) => {
    if ('refused' in changed) throw refusal(changed)
    for (const id of changed.sessions) auth.forget(id)
    if (changed.changeSet !== undefined) void reply?.header('x-change-set', changed.changeSet)
    return { data: changed.person }
  }

  /** Stores a link by `keep`, and mails it; without a mail server it is answered, once. */
  const sendLink = async (
    request: FastifyRequest,
    caller: SessionCaller | undefined,
    keep: (link: { hash: Buffer; mailed: boolean }) => Promise<{ person: PersonRow } | Refusal>,
  ) => {
    const token = newSecret()
    const kept = await keep({ hash: digestOf(token), mailed: mail !== undefined })
    if ('refused' in kept) throw refusal(kept)
    const { person } = kept

    // Behind the #, so that no server, log or Referer ever sees it.
    const link = `${config.publicUrl}/app/invitation#${token}`
    if (!mail) return { data: { person, link, mailed: false } }
    // At once and past the outbox: a link for one reader alone is stored nowhere, and whoever invites is told when it did not go out.
    await mail.send(invitationMail(person.email, known(caller).name, link)).catch((cause: unknown) => {
      request.log.error({ err: cause }, 'invitation not mailed')
      throw new UserError(503, 'The invitation was not emailed. Try again in a few seconds.')
    })
    return { data: { person, link: null, mailed: true } }
  }

  /** An invitation that may still be accepted; a used one says so, an unknown one is not there. */
  const openInvitation = async (token: string) => {
    const invitation = await invitationOf(identity, digestOf(token))
    if (!invitation) throw new UserError(404, access.invitation.failure)
    if (!invitation.open) throw new UserError(410, access.invitation.failure)
    return invitation
  }

  return implementOpen('portal.access', people, {
    people: ({ query, caller, request }) =>
      identity.read((db) => {
        const everybody = peopleOf(db, inTab(request, caller).companyId)
        const wanted = query.status === undefined ? everybody : everybody.where('m.status', '=', query.status)
        return page(wanted, query, {
          searchIn: ['m.name', 'm.email'],
          sorts: SORTS,
          words: ['m.name'],
          newestBy: 'm.id',
          usualOrder: 'asc',
        })
      }),

    async person({ params, caller, request }) {
      const { companyId } = inTab(request, caller)
      const person = await identity.read((db) =>
        peopleOf(db, companyId).where('m.id', '=', params.id).executeTakeFirst(),
      )
      return { data: found('Person', person) }
    },

    async invite({ body, caller, request }) {
      const email = parseEmail(body.email.normalize('NFKC'))?.email
      if (email === undefined) throw badField('email', 'This is not an email address. Write it like name@company.com')
      const invited = { ...body, email }
      return sendLink(request, caller, (link) =>
        invite(identity, act(request, caller, 'invite'), { ...invited, ...link }),
      )
    },

    async resendInvitation({ params, caller, request }) {
      return sendLink(request, caller, (link) =>
        resend(identity, act(request, caller, 'resendInvitation'), params.id, link),
      )
    },

    async revokeInvitation({ params, caller, request }) {
      const revoked = await revoke(identity, act(request, caller, 'revokeInvitation'), params.id)
      if ('refused' in revoked) throw refusal(revoked)
      return { data: revoked.person }
    },

    async invitation({ body }) {
      const { email, company_name, name, stored } = await openInvitation(body.token)
      return { data: { email, company_name, name, has_password: stored !== null } }
    },

    async acceptInvitation({ body, request }) {
      const { email, companyId, personId, stored } = await openInvitation(body.token)
      if (accountName(body.email) !== email)
        throw new UserError(403, 'This invitation was sent to another email address.')
      const account = stored === null ? undefined : { personId, stored }
      const attempt = { name: email, address: addressBlock(request.ip), device: undefined }
      if (account && (await passwords.check({ ...attempt, accounts: [account] }, body.password)).length === 0)
        throw new UserError(403, 'You already have an account. Enter its password.', { code: 'wrong_password' })
      const password = account ? undefined : await newPassword(passwords, body.password, email)
      const actor = actorOf(personId, 'acceptInvitation', request.id)
      if (!(await accept(identity, { hash: digestOf(body.token), companyId, personId, password, actor })))
        throw new UserError(410, access.invitation.failure)
      return {}
    },

    async setPermissions({ params, body, caller, request, reply }) {
      const permissions = [...new Set(body.permissions)]
      return done(
        await changePlace(identity, act(request, caller, 'setPermissions'), params.id, {
          permissions,
          seen: body.seen,
        }),
        reply,
      )
    },

    async viewAs({ params, caller, request }) {
      const { sessionId } = known(caller)
      return done(await viewAs(identity, act(request, caller, 'viewAs'), params.id, sessionId))
    },

    async stopViewing({ caller }) {
      const { sessionId } = known(caller)
      await stopViewing(identity, sessionId)
      auth.forget(sessionId)
      return {}
    },

    async setStatus({ params, body, caller, request, reply }) {
      const status = body.status === 'active' ? 'activate' : body.status
      return done(await changePlace(identity, act(request, caller, 'setStatus'), params.id, { status }), reply)
    },
  })
}

const actorOf = (id: number, verb: string, requestId: string): Actor => ({
  kind: 'person',
  id,
  channel: 'screen',
  act: `portal.access.${verb}`,
  requestId,
})

/** What somebody does to a colleague, in the company of their tab. */
export const act = (request: FastifyRequest, caller: SessionCaller | undefined, verb: string) => {
  const { companyId, personId } = inTab(request, caller)
  return { companyId, callerId: personId, actor: actorOf(personId, verb, request.id) }
}

/** People belong to a company: a tab drawn for another one neither sees nor changes them. */
const inTab = (request: FastifyRequest, caller: SessionCaller | undefined) => {
  checkTabCompany(request, known(caller))
  return known(caller)
}

const invitationMail = (to: string, inviter: string, link: string) => ({
  to,
  subject: 'Your invitation to Leadroom',
  lines: [
    `${inviter} invited you to Leadroom.`,
    'The invitation is only for you and works for 72 hours.',
    { text: 'Accept the invitation', url: link },
  ],
})
