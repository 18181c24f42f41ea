import { Select } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { enquiryChecks, SPAM_EFFECTS as EFFECTS, type EnquiryChecks as Checks } from '#contract/leads/enquiry-checks.ts'
import { phoneCountries, useCountries } from '#web/leads/fields/CountryFields.tsx'
import { NO_PHONE_COUNTRY, SPAM_EFFECTS, underSeconds, withinDays } from '#web/leads/words/setting-words.ts'
import { useAction, useOne } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { SectionHistory } from './SectionHistory.tsx'
import { SelectSetting } from './SelectSetting.tsx'
import { ENQUIRY_CHECKS } from './notification-defaults.ts'
import { TextRulesSetting } from './TextRules.tsx'

/** How phone numbers are read, what is taken for a repeat, and what for a machine. */
export const EnquiryChecks = () => (
  <>
    <section className="section" aria-labelledby="phone-numbers">
      <h2 id="phone-numbers">Phone numbers</h2>
      <p className="page-subtitle">For new and changed leads. Existing leads stay as they are.</p>
      <ul className="settings">
        <PhoneCountry />
      </ul>
    </section>
    <section className="section" aria-labelledby="duplicates">
      <h2 id="duplicates">Duplicates</h2>
      <p className="page-subtitle">We never drop duplicates. They are shown on the lead.</p>
      <ul className="settings">
        <Rule title="Same email or phone">Always duplicates, however old.</Rule>
        <Setting setting="person_days" title="Same person and company" values={DAYS} label={withinDays}>
          By name and company, when email and phone differ. Older leads don’t count. A change updates the groups within
          minutes.
        </Setting>
        <Rule title={<Link to="/marketing/duplicates">All duplicates</Link>}>
          Review them, then merge them or mark them as different.
        </Rule>
      </ul>
    </section>
    <section className="section" aria-labelledby="spam">
      <h2 id="spam">Spam</h2>
      <p className="page-subtitle">For new form submissions. Existing leads stay as they are.</p>
      <ul className="settings">
        <Rule title="Hidden field">Forms have an invisible field. Only bots fill this in.</Rule>
        <Setting setting="fill_seconds" title="Filled in too fast" values={SECONDS} label={underSeconds}>
          From opening the form to sending it. Anything faster counts as a bot. Browsers fill in forms fast, so stay
          low.
        </Setting>
        <Setting
          setting="machine_effect"
          title="Bot submissions"
          values={[...EFFECTS]}
          label={(effect) => SPAM_EFFECTS[effect]}
        >
          The sender always gets the normal reply. Invalid leads are under Leads, with the signal in their note. QA sees
          it beside the lead.
        </Setting>
        <TextRulesSetting />
        <Rule title="Too many at once">
          Too many submissions a minute from one address or email are refused until they slow down. Every company on
          this server has the same limit.
        </Rule>
        <Rule title={<Link to="/marketing/restrict_domain">Restricted domains</Link>}>
          Quarantine or refuse enquiries from an email domain. Disposable address domains are included.
        </Rule>
      </ul>
    </section>
    <SectionHistory section="enquiry_checks" />
  </>
)

const DAYS = [7, 14, 30, 60, 90, 120, 180, 270, 365]
const SECONDS = [0, 0.5, 1, 1.5, 2, 3, 4, 5, 10, 15, 30]

const Rule = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <li>
    <div>
      <h3>{title}</h3>
      <p>{children}</p>
    </div>
  </li>
)

type Chosen = 'person_days' | 'fill_seconds' | 'machine_effect'

interface SettingProps<Name extends Chosen> {
  setting: Name
  title: string
  /** What is offered beside the value that there is. */
  values: readonly Checks[Name][]
  label: (value: Checks[Name]) => string
  children: ReactNode
}

const PhoneCountry = () => {
  const { data } = useOne(enquiryChecks.now, {})
  const countries = useCountries().data?.data
  const change = useAction(enquiryChecks.change, { done: 'Setting saved', refreshes: ENQUIRY_CHECKS })
  return (
    <li>
      <div>
        <h3>Numbers without a country code are from</h3>
        <p>Used where the lead has no country. An intake form or an import can name another country.</p>
      </div>
      <Select
        className="setting-select"
        aria-label="Numbers without a country code are from"
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={NO_PHONE_COUNTRY}
        value={data?.data.phone_country}
        loading={change.running}
        disabled={!data || !countries || !can(enquiryChecks.change)}
        popupMatchSelectWidth={false}
        options={phoneCountries(countries ?? [])}
        onChange={(chosen: string | undefined) => void change({ body: { phone_country: chosen ?? null } })}
      />
    </li>
  )
}

const Setting = <Name extends Chosen>({ setting, title, values, label, children }: SettingProps<Name>) => {
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
