import { useId } from 'react'
import { Link } from 'react-router'
import type { Company } from '#contract/directory/companies.ts'
import { formats } from '#web/kit/look/format.ts'
import { PersonAvatar } from '#web/kit/look/PersonAvatar.tsx'
import { linkToOne, linkToPeople } from './directory-links.ts'
import { contactName } from './directory-words.ts'

/** So many stand in the side; the list has all. */
const SHOWN = 4

interface PeopleHereProps {
  company: Pick<Company, 'id' | 'people' | 'contacts'>
  /** The one that is open. */
  current?: number
  most?: number
}

/** The people of a company, whom somebody was in touch with last first. */
export const PeopleHere = ({ company: { id, people, contacts }, current, most = SHOWN }: PeopleHereProps) => {
  const heading = useId()
  const { number } = formats()
  const shown = people.slice(0, most)
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading}>
        People here{' '}
        {contacts > 0 && (
          <span className="directory-count">
            {contacts > shown.length ? `${number(shown.length)} of ${number(contacts)}` : number(contacts)}
          </span>
        )}
      </h3>
      {shown.length === 0 && <p className="second">Nobody yet.</p>}
      <ul className="side-people">
        {shown.map((person) => (
          <li key={person.id}>
            <Link
              to={linkToOne('contact', person.id)}
              className={person.id === current ? 'side-person side-person-on' : 'side-person'}
              aria-current={person.id === current ? 'true' : undefined}
            >
              <PersonAvatar name={contactName(person)} size={28} />
              <span className="two-lines">
                <span className="strong cut">{contactName(person)}</span>
                {person.designation !== null && <span className="second cut">{person.designation}</span>}
              </span>
              {person.leads_open > 0 && <span className="side-person-open">{number(person.leads_open)} open</span>}
            </Link>
          </li>
        ))}
      </ul>
      {contacts > shown.length && (
        <Link to={linkToPeople(id)} className="side-all">
          See all {number(contacts)} people
        </Link>
      )}
    </section>
  )
}
