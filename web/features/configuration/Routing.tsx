import { Link } from 'react-router'

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

/** Where a lead goes is set on these screens. */
export const Routing = () => (
  <section className="section" aria-labelledby="routing">
    <h2 id="routing">Lead routing</h2>
    <ul className="settings">
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
