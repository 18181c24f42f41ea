import { Link } from 'react-router'

/** Where people say what they hear of; alerts for whole lists are settings of the company. */
export const Told = () => (
  <section className="section" aria-labelledby="told">
    <h2 id="told">Notifications</h2>
    <p className="page-subtitle">Everybody chooses for themselves what they hear of, in the app and by e-mail.</p>
    <ul className="settings">
      <li>
        <div>
          <h3>
            <Link to="/marketing/notifications">Your notifications</Link>
          </h3>
          <p>Your own choices, for each kind.</p>
        </div>
      </li>
      <li>
        <div>
          <h3>
            <Link to="?section=routing">Alerts of waiting leads</Link>
          </h3>
          <p>After how long those who keep a list are told is set for the company, under Lead routing.</p>
        </div>
      </li>
    </ul>
  </section>
)
