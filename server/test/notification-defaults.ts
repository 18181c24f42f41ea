import { changes } from '#contract/platform/changes.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { notifications, type Choose, type NotificationKind } from '#contract/platform/notifications.ts'
import type { TestApp, TestPerson } from './app.ts'
import { putLead } from './journey.ts'
import { MANAGER_KEYS, QA_KEYS, workOff } from './leads.ts'
import type { startMailTrap } from './mail-trap.ts'

const { choices, list, usuals, changeUsual } = notifications

/** A company that has chosen what its people hear of, with the mails that they get. */
export const defaultsOf = (app: TestApp, trap: Awaited<ReturnType<typeof startMailTrap>>) => {
  /** Mia keeps the settings; Ada leaves her choices as they are, Ben makes his own. */
  const team = async () => {
    const mia = await app.signIn({ can: [...MANAGER_KEYS, 'marketing_leads_comments', 'configuration_edit'] })
    const [ada, ben] = await Promise.all([1, 2].map(() => app.signIn({ can: QA_KEYS, colleagueOf: mia })))
    return { mia, ada: ada!, ben: ben! }
  }
  const change = async (mia: TestPerson, body: Choose) => (await mia.call(changeUsual, { body })).data
  const usualOf = async (person: TestPerson, kind: NotificationKind = 'mentioned') =>
    (await person.call(usuals, {})).data.choices.find((each) => each.kind === kind)
  const choicesOf = async (person: TestPerson) =>
    (await person.call(choices, {})).data.choices.map(({ is_own, ...choice }) => ({ choice, is_own }))
  const choiceOf = async (person: TestPerson, kind: NotificationKind = 'mentioned') =>
    (await choicesOf(person)).find(({ choice }) => choice.kind === kind)?.choice
  const kindsOwn = async (person: TestPerson) =>
    (await choicesOf(person)).flatMap(({ choice, is_own }) => (is_own ? [choice.kind] : []))
  const rows = ({ companyId }: TestPerson) =>
    app.sql(companyId, 'select kind, in_app, digest from notification_usuals where company_id = $1 order by id', [
      companyId,
    ])
  const ownRows = ({ companyId, id }: TestPerson) =>
    app.sql(
      companyId,
      'select kind, in_app, digest from notification_preferences where company_id = $1 and person_id = $2',
      [companyId, id],
    )
  const mention = async (from: TestPerson, comment: string, ...people: TestPerson[]) => {
    const leadId = await putLead(app, from, { name: 'Yuki Tanabe' })
    await from.call(leadDetails.comment, { body: { leadId, comment, mentions: people.map(({ id }) => id) } })
  }
  const told = async (person: TestPerson) =>
    (await person.call(list, { query: {} })).data.map(({ excerpt }) => excerpt).toReversed()
  /** Which of the comments were written down for the person, in the app or for the mail. */
  const stored = ({ companyId, id }: TestPerson) =>
    app.sql(
      companyId,
      `select c.body, n.in_app, n.digest_id is not null as mailed from notifications n
       join lead_comments c on c.company_id = n.company_id and c.id = (n.detail->>'commentId')::bigint
       where n.company_id = $1 and n.person_id = $2 order by n.id`,
      [companyId, id],
    )
  const history = async (mia: TestPerson) =>
    (await mia.call(changes.list, { query: { section: 'notifications' } })).data
  const undoNewest = async (mia: TestPerson) =>
    mia.call(changes.undo, { body: { changeSet: (await history(mia))[0]!.change_set } })
  const passed = async (interval: string) => {
    for (const table of ['notification_preferences', 'notification_usuals'])
      await app.owner.query(
        `alter table ${table} disable trigger user; update ${table} set digest_since = digest_since - interval '${interval}'; alter table ${table} enable trigger user`,
      )
    await app.owner.query(`update notifications set created_at = created_at - $1::interval`, [interval])
    await app.owner.query(`update identity.due set at = at - $1::interval where kind = 'digest'`, [interval])
  }
  /** As if so much time had gone by since everything was written and chosen; then whatever is due is done. */
  const later = async (interval: string) => {
    await passed(interval)
    await workOff(app)
  }
  const mailsTo = async ({ id }: TestPerson) => {
    const { rows } = await app.owner.query('select email from identity.people where id = $1', [id])
    return trap.mails.filter(({ recipients }) => recipients.includes(`<${rows[0].email}>`))
  }

  return {
    team,
    change,
    usualOf,
    choicesOf,
    choiceOf,
    kindsOwn,
    rows,
    ownRows,
    mention,
    told,
    stored,
    history,
    undoNewest,
    passed,
    later,
    mailsTo,
  }
}
