import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { enquiryChecks, type EnquiryChecks as Checks } from '#contract/leads/enquiry-checks.ts'
import { MACHINE_EFFECTS, underSeconds, withinDays } from '#web/leads/words/setting-words.ts'
import { useAction, useOne } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { SectionHistory } from './SectionHistory.tsx'
import { SelectSetting } from './SelectSetting.tsx'
import { ENQUIRY_CHECKS } from './told.ts'

/** What is taken for a repeat, and what for a machine. */
export const EnquiryChecks = () => (
  <>
    <section className="section" aria-labelledby="duplicates">
      <h2 id="duplicates">Duplicates</h2>
      <p className="page-subtitle">Nothing is dropped for being one: it is shown on the lead.</p>
      <ul className="settings">
        <Rule title="Same e-mail or same phone">Always duplicates, however long ago the other one came.</Rule>
        <Setting setting="person_days" title="Same person of the same company" values={DAYS} label={withinDays}>
          By name and company, where e-mail and phone differ. Older ones are no duplicates. After a change the groups
          follow within minutes.
        </Setting>
        <Rule title={<Link to="/marketing/duplicates">Found so far</Link>}>
          All duplicates together, to be merged or told apart.
        </Rule>
      </ul>
    </section>
    <section className="section" aria-labelledby="spam">
      <h2 id="spam">Spam</h2>
      <p className="page-subtitle">Of what comes in through the forms from now on. What came earlier stays as it is.</p>
      <ul className="settings">
        <Rule title="Hidden field">The forms have a field that nobody sees. Whoever fills it in is a machine.</Rule>
        <Setting setting="fill_seconds" title="Filled in too fast" values={SECONDS} label={underSeconds}>
          Counted from opening the form to sending it. Whoever is done sooner is taken for a machine; browsers fill in
          fast, so stay low.
        </Setting>
        <Setting
          setting="machine_effect"
          title="What a machine sends"
          values={EFFECTS}
          label={(effect) => MACHINE_EFFECTS[effect]}
        >
          The sender always gets the usual answer. Invalid leads are found under Leads, with the sign as their note; QA
          sees it beside the lead.
        </Setting>
        <Rule title="Too many at once">
          Who sends more in a minute than people do, from one address or in the name of one e-mail, is refused until it
          is over. The same for every company of this installation.
        </Rule>
        <Rule title={<Link to="/marketing/restrict_domain">Restricted domains</Link>}>
          Hold back or refuse what comes from an e-mail domain. Domains of throw-away addresses are among them.
        </Rule>
      </ul>
    </section>
    <SectionHistory section="enquiry_checks" />
  </>
)

const DAYS = [7, 14, 30, 60, 90, 120, 180, 270, 365]
const SECONDS = [0, 0.5, 1, 1.5, 2, 3, 4, 5, 10, 15, 30]
const EFFECTS = ['auto_invalid', 'to_qa'] as const

const Rule = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <li>
    <div>
      <h3>{title}</h3>
      <p>{children}</p>
    </div>
  </li>
)

interface SettingProps<Name extends keyof Checks> {
  setting: Name
  title: string
  /** What is offered beside the value that there is. */
  values: readonly Checks[Name][]
  label: (value: Checks[Name]) => string
  children: ReactNode
}

const Setting = <Name extends keyof Checks>({ setting, title, values, label, children }: SettingProps<Name>) => {
  const { data } = useOne(enquiryChecks.now, {})
  const change = useAction(enquiryChecks.change, { done: 'Setting saved', refreshes: ENQUIRY_CHECKS })
  const value = data?.data[setting]
  const offered = value === undefined || values.includes(value) ? values : [value, ...values]
  return (
    <SelectSetting
      title={title}
      value={value}
      running={change.running}
      disabled={value === undefined || !can(enquiryChecks.change)}
      options={offered.map((each) => ({ value: each, label: label(each) }))}
      onChange={(chosen) => void change({ body: { [setting]: chosen } })}
    >
      {children}
    </SelectSetting>
  )
}
