import { Switch } from 'antd'
import { Link } from 'react-router'
import { afterMinutes } from '#web/leads/words/setting-words.ts'
import { MostCredit } from './MostCredit.tsx'
import { SectionHistory } from './SectionHistory.tsx'
import { SelectSetting } from './SelectSetting.tsx'
import { useRouting } from './use-routing.ts'

const PLACES = [
  { to: '/marketing/auto_assign_qa', title: 'Assign QA', text: 'Who checks new leads, and with what weight.' },
  {
    to: '/marketing/b2b_auto_salesrep_assign',
    title: 'B2B Sales Rep Auto Assign',
    text: 'Who gets valid leads, and with what weight.',
  },
  {
    to: '/marketing/restrict_domain',
    title: 'Restrict Domain',
    text: 'E-mail domains whose enquiries never become leads.',
  },
  { to: '/marketing/duplicates', title: 'Duplicates', text: 'Leads of the same person or company, to be merged.' },
] as const

/** Where a lead goes: by the settings here, and by what is set on these screens. */
export const Routing = () => (
  <>
    <RoutingSettings />
    <SectionHistory section="routing" />
  </>
)

const RoutingSettings = () => (
  <section className="section" aria-labelledby="routing">
    <h2 id="routing">Lead routing</h2>
    <ul className="settings">
      <SwitchSetting
        setting="known_domains"
        title="Known companies stay with their rep"
        text="A valid lead goes to the rep who has earlier ones of its e-mail domain, if they can take it. It counts as received, so the others catch up."
      />
      <AfterMinutes
        setting="qa_alert_minutes"
        title="Tell when leads wait for QA"
        text="Everybody who keeps the QA list hears once of leads that have waited for so long, by night as well."
      />
      <AfterMinutes
        setting="sales_alert_minutes"
        title="Tell when leads wait for sales"
        text="Everybody who keeps the sales list hears once of valid leads that have waited for so long, by night as well."
      />
      <AfterMinutes
        setting="acceptance_minutes"
        title="Reps accept their leads"
        text="In working time. A rep who neither opens a lead nor acts on it is reminded; after as long again it goes to another rep, once. Then the managers are told."
      />
      <SwitchSetting
        setting="release_overdue"
        title="Overdue leads go to somebody else"
        text="A lead that its QA person has not begun when its target is over is taken back, and waits for somebody else on the list. Its target is set in Working time and targets."
      />
      <MostCredit
        list="qa"
        title="QA makes up for"
        text="Whoever got fewer leads than their share gets more of the next ones, for as many leads as this; the rest is let go. Shares come due only while somebody can take leads."
      />
      <MostCredit
        list="sales"
        title="Sales makes up for"
        text="The same for reps. Leads of known companies count as received, so the higher this is, the more of them are made up for."
      />
      {PLACES.map(({ to, title, text }) => (
        <li key={to}>
          <div>
            <h3>
              <Link to={to}>{title}</Link>
            </h3>
            <p>{text}</p>
          </div>
        </li>
      ))}
    </ul>
  </section>
)

interface SwitchSettingProps {
  setting: 'known_domains' | 'release_overdue'
  title: string
  text: string
}

const SwitchSetting = ({ setting, title, text }: SwitchSettingProps) => {
  const { now, set, disabled } = useRouting()
  return (
    <li>
      <div>
        <h3>{title}</h3>
        <p>{text}</p>
      </div>
      <Switch
        aria-label={title}
        checked={now?.[setting] ?? false}
        loading={set.running || !now}
        disabled={disabled}
        onChange={(on) => void set({ body: { [setting]: on } })}
      />
    </li>
  )
}

type Minutes = 'qa_alert_minutes' | 'sales_alert_minutes' | 'acceptance_minutes'

interface AfterMinutesProps {
  setting: Minutes
  title: string
  text: string
}

/** What is done once so much time has gone by, or never. */
const AfterMinutes = ({ setting, title, text }: AfterMinutesProps) => {
  const { now, set, disabled } = useRouting()
  const minutes = now?.[setting] ?? null
  return (
    <SelectSetting
      title={title}
      value={minutes ?? OFF}
      running={set.running}
      disabled={disabled}
      options={[...new Set([OFF, ...USUAL_MINUTES, ...(minutes === null ? [] : [minutes])])]
        .sort((one, other) => one - other)
        .map((value) => ({ value, label: afterMinutes(value === OFF ? null : value) }))}
      onChange={(chosen) => void set({ body: { [setting]: chosen === OFF ? null : chosen } })}
    >
      {text}
    </SelectSetting>
  )
}

const OFF = 0
const USUAL_MINUTES = [5, 10, 15, 30, 60, 120, 240, 480, 1440]
