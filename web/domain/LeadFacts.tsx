import { orEmpty } from '#web/kit/EmptyValue.tsx'
import { FACTS, type Facts } from './lead-fields.ts'
import './lead-cells.css'
import './lead-facts.css'

/** What was sent; with `validated`, what the verdict says beside it, and a mark where the two differ. */
export const LeadFacts = ({ sent, validated }: { sent: Facts; validated?: Facts | undefined }) => (
  <table className={validated ? 'facts facts-both' : 'facts'}>
    <caption className="sr-only">{validated ? 'What was sent and what was validated' : 'What was sent'}</caption>
    <thead>
      <tr>
        <th scope="col">Field</th>
        {validated && <th scope="col">Validated</th>}
        <th scope="col">Sent</th>
      </tr>
    </thead>
    <tbody>
      {FACTS.map(([field, say]) => {
        const then = say(sent) ?? ''
        const now = validated && (say(validated) ?? '')
        const differs = now !== undefined && now !== then
        return (
          <tr key={field}>
            <th scope="row">
              {field}
              {differs && <span className="badge">Changed</span>}
            </th>
            {now !== undefined && <td>{orEmpty(now)}</td>}
            <td>{orEmpty(then)}</td>
          </tr>
        )
      })}
    </tbody>
  </table>
)
