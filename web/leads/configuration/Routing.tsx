import { Switch } from 'antd'
import { Link } from 'react-router'
import { afterMinutes } from '#web/leads/words/setting-words.ts'
import { MostCredit } from './MostCredit.tsx'
import { SectionHistory } from './SectionHistory.tsx'
import { SelectSetting } from './SelectSetting.tsx'
import { useRouting } from './use-routing.ts'

const PLACES = [
  { to: '/marketing/auto_assign_qa', title: 'Assign QA', text: 'People who check new leads, with their weights.' },
  {
    to: '/marketing/b2b_auto_salesrep_assign',
    title: 'B2B Sales Rep Auto Assign',
    text: 'People who get valid leads, with their weights.',
  },
  {
    to: '/marketing/restrict_domain',
    title: 'Restrict Domain',
    text: 'Email domains whose enquiries are quarantined or invalid.',
  },
  { to: '/marketing/duplicates', title: 'Duplicates', text: 'Leads of the same person or company to merge.' },
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
        text="A valid lead goes to the rep with earlier leads from its email domain, if available. It counts as received, so the others catch up."
      />
      <AfterMinutes
        setting="qa_alert_minutes"
        title="Alert when leads wait for QA"
        text="Everyone who manages the QA list is notified once, even at night."
      />
      <AfterMinutes
        setting="sales_alert_minutes"
        title="Alert when leads wait for sales"
        text="Everyone who manages the sales list is notified once, even at night."
      />
      <AfterMinutes
        setting="acceptance_minutes"
        title="Reps accept their leads"
        text="In working time. A rep who does not open the lead is reminded. After the same time again it goes to another rep once, then managers are notified."
      />
      <SwitchSetting
        setting="release_overdue"
        title="Reassign overdue leads"
        text="A lead not started by its target goes to someone else on the list. Set targets in Working time and targets."
      />
      <MostCredit
        list="qa"
        title="QA catch-up limit"
        text="People below fair share get extra leads, up to this many. Shares build up only while a person can take leads."
      />
      <MostCredit
        list="sales"
        title="Sales catch-up limit"
        text="The same for reps. Leads from known companies count as received, so a higher limit gives the others more extra leads."
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
