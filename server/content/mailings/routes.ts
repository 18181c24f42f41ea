import { mailings, type MailSettings, type SendPreview } from '#contract/content/mailings.ts'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { mayCall, type Caller } from '#server/kit/auth.ts'
import { badField, conflict } from '#server/kit/errors.ts'
import { implement } from '#server/kit/implement.ts'
import { openInbox } from '#server/content/bounces/inbox.ts'
import { peek } from '#server/content/post/standing.ts'
import { actOnMailing, resolveMails, type MailingAct } from '#server/platform/outbox/act.ts'
import { checkedAudience, countAudience, USUAL_AUDIENCE } from './audience.ts'
import { blockersOf, nobody, warningsOf } from './checks.ts'
import { UNSUBSCRIBE } from './post-mail.ts'
import { editionsOf, mailingDetails, mailingList, mailingRow, recipientList } from './rows.ts'
import { mailOf } from './said.ts'
import { sendUpdate } from './send.ts'
import { senderOf, type MailConfig } from './services.ts'
import { changeSettings, storedSettings } from './settings.ts'
import { sendTest } from './test-mail.ts'

export const mailingRoutes = (config: MailConfig) => {
  const inbox = openInbox(config)
  const act =
    (what: MailingAct) =>
    async ({ tenant, params: { id } }: { tenant: Tenant; params: { id: number } }) => {
      const row = await mailingRow(tenant, id)
      const { total, counts } = await actOnMailing(tenant, id, what)
      const sent = (counts.sent ?? 0) + (counts.in_doubt ?? 0)
      const message =
        what === 'cancel'
          ? row.state === 'held'
            ? 'Mailing cancelled. Nothing was sent.'
            : `Mailing cancelled. ${sent.toLocaleString('en')} of ${total.toLocaleString('en')} had been sent.`
          : undefined
      return { data: await mailingRow(tenant, id), ...(message === undefined ? {} : { message }) }
    }

  return implement('mailings', mailings, {
    async send({ tenant, caller, params: { id }, body }) {
      const mailing = await mailingRow(tenant, await sendUpdate(tenant, config, caller.personId, id, body))
      const minutes = Math.round((Date.parse(mailing.releases_at ?? '') - Date.parse(mailing.created_at)) / 60_000)
      return { message: `Sending begins in ${minutes} minutes`, data: mailing }
    },

    preview: async ({ tenant, caller, params: { id }, query }) => ({
      data: await previewOf(tenant, config, caller, id, query),
    }),

    test: async ({ tenant, caller, params: { id }, body }) => ({
      data: await sendTest(tenant, config, caller, id, body),
    }),

    list: ({ tenant, query }) => mailingList(tenant, query),
    details: async ({ tenant, params: { id } }) => ({ data: await mailingDetails(tenant, id) }),
    recipients: ({ tenant, params: { id }, query }) => recipientList(tenant, id, query),

    cancel: act('cancel'),
    pause: act('pause'),
    resume: act('resume'),
    releaseNow: act('release_now'),

    async resolve({ tenant, params: { id }, body: { recipients, all_in_doubt = false, as } }) {
      if ((recipients === undefined) !== all_in_doubt)
        throw badField('recipients', 'Choose the mails, or all that are in doubt')
      await mailingRow(tenant, id)
      const { resolved, left } = await resolveMails(tenant, id, recipients ?? 'all_in_doubt', as)
      if (resolved === 0) throw left > 0 ? tooSoon() : noneInDoubt()
      return { data: await mailingRow(tenant, id) }
    },

    settings: async ({ tenant, caller }) => ({ data: await settingsOf(tenant, config, caller, inbox.addressOf) }),
    async setSettings({ tenant, caller, body }) {
      await changeSettings(tenant, body)
      return { data: await settingsOf(tenant, config, caller, inbox.addressOf) }
    },
  })
}

const tooSoon = () =>
  conflict('These mails can be sent again ten minutes after the doubt arose.', undefined, 'too_soon')
const noneInDoubt = () => conflict('None of these mails is in doubt any more.', undefined, 'wrong_status')

type PreviewQuery = QueryOf<typeof mailings.preview>

const previewOf = async (
  tenant: Tenant,
  config: MailConfig,
  caller: Caller,
  postId: number,
  { audience: kind = USUAL_AUDIENCE.kind, sources = [], ...text }: PreviewQuery,
): Promise<SendPreview> => {
  const post = await peek(tenant, postId)
  const audience = checkedAudience({ kind, sources })
  const [mail, counted, blockers, editions, settings] = await Promise.all([
    mailOf(tenant, config, post, text),
    countAudience(tenant, postId, audience),
    blockersOf(tenant, config, post),
    editionsOf(tenant, postId),
    storedSettings(tenant),
  ])
  const sender = senderOf(config)
  return {
    ...mail,
    html: mail.html.replaceAll(UNSUBSCRIBE, '#'),
    plain: mail.plain.replaceAll(UNSUBSCRIBE, `${config.publicUrl}/newsletter/unsubscribe/…`),
    from_name: settings.from_name || sender.name,
    from_address: sender.address,
    reply_to: settings.reply_to || null,
    audience,
    ...counted,
    blockers: counted.total === 0 ? [...blockers, nobody(counted.totals.everyone)] : blockers,
    warnings: warningsOf(post),
    editions,
    hold_minutes: settings.hold_minutes,
    test_to: caller.email || null,
  }
}

const settingsOf = async (
  tenant: Tenant,
  config: MailConfig,
  caller: Caller,
  inboxOf: (companyId: number) => string,
): Promise<MailSettings> => {
  const { id: _, ...stored } = await storedSettings(tenant)
  const isOn = config.smtpUrl !== undefined
  return {
    ...stored,
    mail_on: isOn,
    sender: isOn ? senderOf(config).address : null,
    most_per_minute: config.mailPerMinute,
    bounces_on: config.mailBounceDomain !== undefined,
    bounce_inbox: mayCall(caller, 'configuration_edit') ? inboxOf(tenant.companyId) : null,
  }
}
