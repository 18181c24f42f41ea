import { Switch } from 'antd'
import { Link } from 'react-router'
import { configuration } from '#contract/configuration.ts'
import { useAction, useOne } from '#web/kit/api.ts'
import { can } from '#web/kit/session.ts'
import { SectionHistory } from './SectionHistory.tsx'
import { ROUTING } from './told.ts'

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

/** Where a lead goes: by one setting here, and by what is set on these screens. */
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
      <KnownDomains />
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

const KNOWN_DOMAINS = 'Known companies stay with their rep'

const KnownDomains = () => {
  const { data } = useOne(configuration.routing, {})
  const set = useAction(configuration.setRouting, { done: 'Setting saved', refreshes: ROUTING })
  return (
    <li>
      <div>
        <h3>{KNOWN_DOMAINS}</h3>
        <p>
          A valid lead goes to the rep who has earlier ones of its e-mail domain, if they can take it. It counts as
          received, so the others catch up.
        </p>
      </div>
      <Switch
        aria-label={KNOWN_DOMAINS}
        checked={data?.data.known_domains ?? true}
        loading={set.running}
        disabled={!data || !can(configuration.setRouting.permission)}
        onChange={(known_domains) => void set({ body: { known_domains } })}
      />
    </li>
  )
}
