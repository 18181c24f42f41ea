import type { ReactNode } from 'react'
import { UNDO_DAYS } from '#contract/changes.ts'
import { exports } from '#contract/exports.ts'
import { leadImports } from '#contract/imports.ts'
import type { Permission } from '#contract/kit/endpoint.ts'
import { NOTIFICATION_DAYS } from '#contract/notifications.ts'
import { can } from '#web/kit/session.ts'
import { WhyNot } from '#web/kit/WhyNot.tsx'

const KEPT: readonly (readonly [what: string, howLong: string])[] = [
  ['Leads, with their verdicts and comments', 'As long as nobody deletes them.'],
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

/** What is kept how long. Rules of the installation, the same for every company on it; so there is nothing to change. */
export const Kept = () => (
  <>
    <Rules id="kept" title="How long things are kept" rules={KEPT}>
      The same for every company of this installation: nobody changes it here. A backup from before still holds what was
      erased since.
    </Rules>
    <Rules id="files" title="Import and export" rules={FILES}>
      Leads come in from a file under Import Leads, and leave a list in one from the bar that shows when leads are
      selected. <Without what="Importing" need={leadImports.begin.permission} />
      <Without what="Exporting" need={exports.begin.permission} />
    </Rules>
  </>
)

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
