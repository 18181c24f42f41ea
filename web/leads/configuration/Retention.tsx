import type { ReactNode } from 'react'
import { UNDO_DAYS } from '#contract/platform/changes.ts'
import { exports } from '#contract/leads/exports.ts'
import { leadImports } from '#contract/leads/imports.ts'
import type { Permission } from '#contract/kit/endpoint.ts'
import { leadEdits } from '#contract/leads/lead-edits.ts'
import { NOTIFICATION_DAYS } from '#contract/platform/notifications.ts'
import { MOST_COUNTED, retention, RETENTION_MONTHS } from '#contract/leads/retention.ts'
import { afterMonths } from '#web/leads/words/setting-words.ts'
import { useAction, useOne } from '#web/kit/data/api.ts'
import { counted, formats } from '#web/kit/look/format.ts'
import { can } from '#web/kit/data/session.ts'
import { WhyNot } from '#web/kit/feedback/WhyNot.tsx'
import { SectionHistory } from './SectionHistory.tsx'
import { SelectSetting } from './SelectSetting.tsx'
import { RETENTION } from './notification-defaults.ts'

const KEPT: readonly (readonly [what: string, howLong: string])[] = [
  ['Other leads, with their verdicts and comments', 'Until someone deletes them.'],
  [
    'Deleted leads',
    'You can restore them for 30 days. A day later, name, email, phone, address, message and comments are erased for good. Number, company, status and times stay.',
  ],
  ['History', 'Forever, sealed. Personal values are erased with their lead.'],
  ['Undo', `For ${UNDO_DAYS} days, under Recent changes.`],
  ['Bulk actions and other jobs', 'Results for 30 days after they end.'],
  ['Notifications', `For ${NOTIFICATION_DAYS} days.`],
]

const FILES: readonly (readonly [what: string, howLong: string])[] = [
  ['Exported files', 'For 24 hours, for the person who exported them.'],
  ['Import files', 'An incomplete upload for a day, a file never imported for 30 days.'],
  ['Imports', 'Each import records which rows became which leads. You can revert it on its page.'],
]

/** What is kept how long: what the company decides, then the rules of the installation, the same for every company on it. */
export const Retention = () => (
  <>
    <section className="section" aria-labelledby="invalid">
      <h2 id="invalid">Invalid leads</h2>
      <p className="page-subtitle">
        Invalid leads still contain people’s names and addresses.{' '}
        <Without what="Deleting leads" need={leadEdits.remove.permission} />
      </p>
      <ul className="settings">
        <InvalidLeads />
      </ul>
    </section>
    <Rules id="kept" title="Retention" rules={KEPT}>
      Every company on this server has the same retention. Older backups still contain erased data.
    </Rules>
    <Rules id="files" title="Import and export" rules={FILES}>
      Import files under Import Leads. Select leads in a list to export them.{' '}
      <Without what="Importing" need={leadImports.begin.permission} />
      <Without what="Exporting" need={exports.begin.permission} />
    </Rules>
    <SectionHistory section="kept" />
  </>
)

const InvalidLeads = () => {
  const allowed = can(retention.change) && can(leadEdits.remove)
  const { data } = useOne(retention.now, {})
  const impact = useOne(retention.impact, {}, { enabled: can(retention.impact) })
  const change = useAction(retention.change, { done: 'Setting saved', refreshes: RETENTION })
  const months = data?.data.invalid_months
  const wouldGo = (after: number) => impact.data?.data.find((each) => each.months === after)?.leads ?? 0
  return (
    <SelectSetting
      title="Delete invalid leads"
      value={months === undefined ? undefined : (months ?? 'never')}
      running={change.running}
      disabled={months === undefined || !allowed}
      options={[
        { value: 'never' as const, label: afterMonths(null) },
        ...RETENTION_MONTHS.map((after) => ({
          value: after,
          label: after === months ? afterMonths(after) : `${afterMonths(after)}${toldOf(wouldGo(after))}`,
        })),
      ]}
      onChange={(chosen) => void change({ body: { invalid_months: chosen === 'never' ? null : chosen } })}
    >
      Counted from the verdict or the last change. Deleted within the hour, restorable for 30 days, then personal data
      is erased. Totals and dashboards no longer count them.
    </SelectSetting>
  )
}

/** What saving it would do at once. */
const toldOf = (leads: number) => {
  if (leads === 0) return ''
  return leads > MOST_COUNTED ? `: more than ${formats().number(MOST_COUNTED)} now` : `: ${counted(leads, 'lead')} now`
}

const Without = ({ what, need }: { what: string; need: Permission }) =>
  !can(need) && (
    <>
      {what} needs a permission that you don’t have. <WhyNot need={need} />{' '}
    </>
  )

interface RulesProps {
  id: string
  title: string
  rules: typeof KEPT
  children: ReactNode
}

const Rules = ({ id, title, rules, children }: RulesProps) => (
  <section className="section" aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    <p className="page-subtitle">{children}</p>
    <ul className="settings">
      {rules.map(([what, howLong]) => (
        <li key={what}>
          <div>
            <h3>{what}</h3>
            <p>{howLong}</p>
          </div>
        </li>
      ))}
    </ul>
  </section>
)
