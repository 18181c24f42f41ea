import type { ReactNode } from 'react'
import { UNDO_DAYS } from '#contract/platform/changes.ts'
import { exports } from '#contract/leads/exports.ts'
import { leadImports } from '#contract/leads/imports.ts'
import type { Permission } from '#contract/kit/endpoint.ts'
import { leadEdits } from '#contract/leads/lead-edits.ts'
import { NOTIFICATION_DAYS } from '#contract/leads/notifications.ts'
import { MOST_COUNTED, retention, RETENTION_MONTHS } from '#contract/leads/retention.ts'
import { afterMonths } from '#web/leads/words/setting-words.ts'
import { useAction, useOne } from '#web/kit/data/api.ts'
import { counted, formats } from '#web/kit/look/format.ts'
import { can } from '#web/kit/data/session.ts'
import { WhyNot } from '#web/kit/feedback/WhyNot.tsx'
import { SectionHistory } from './SectionHistory.tsx'
import { SelectSetting } from './SelectSetting.tsx'
import { RETENTION } from './told.ts'

const KEPT: readonly (readonly [what: string, howLong: string])[] = [
  ['Other leads, with their verdicts and comments', 'As long as nobody deletes them.'],
  [
    'Deleted leads',
    'They can be restored for 30 days. A day later name, e-mail, phone, address, message and comments are emptied for good; number, company, status and times stay.',
  ],
  ['History', 'For good, sealed. Values of a person go with the lead that they belong to.'],
  ['Undo', `For ${UNDO_DAYS} days after an act, under Recent changes.`],
  ['Bulk work and other jobs', 'Their results for 30 days after they ended.'],
  ['Notifications', `For ${NOTIFICATION_DAYS} days.`],
]

const FILES: readonly (readonly [what: string, howLong: string])[] = [
  ['Exported files', 'For 24 hours, for whoever had them made.'],
  ['Files to be imported', 'A file whose upload was broken off for a day, one that was never imported for 30 days.'],
  ['Imports', 'Which rows became which leads stays with the import, which can be reverted on its page.'],
]

/** What is kept how long: what the company decides, then the rules of the installation, the same for every company on it. */
export const Kept = () => (
  <>
    <section className="section" aria-labelledby="invalid">
      <h2 id="invalid">Invalid leads</h2>
      <p className="page-subtitle">
        Leads that came to nothing hold names and addresses of people all the same.{' '}
        <Without what="Having leads deleted" need={leadEdits.remove.permission} />
      </p>
      <ul className="settings">
        <InvalidLeads />
      </ul>
    </section>
    <Rules id="kept" title="How long things are kept" rules={KEPT}>
      The same for every company of this installation: nobody changes it here. A backup from before still holds what was
      erased since.
    </Rules>
    <Rules id="files" title="Import and export" rules={FILES}>
      Leads come in from a file under Import Leads, and leave a list in one from the bar that shows when leads are
      selected. <Without what="Importing" need={leadImports.begin.permission} />
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
      Counted from the verdict, or from whatever was done to the lead since. They go within the hour, can be restored
      for 30 days, and then leave no personal data behind. Totals and dashboards no longer count them.
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
      {what} takes a right that you do not have. <WhyNot need={need} />{' '}
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
