import type { Lead, LeadProduct } from '#contract/lead.ts'
import { orEmpty } from '#web/kit/EmptyValue.tsx'
import { formats } from '#web/kit/format.ts'
import { countryName } from './lead-words.ts'
import './lead-cells.css'
import './lead-facts.css'

/** The fields that what was sent and what was validated have in common. */
export type Facts = Pick<
  Lead,
  'email' | 'phone' | 'company' | 'website' | 'address' | 'zipCode' | 'city' | 'state' | 'country'
> & {
  products: readonly LeadProduct[]
}

const FIELDS: readonly (readonly [string, (facts: Facts) => string | null])[] = [
  ['Email', ({ email }) => email],
  ['Phone', ({ phone }) => phone],
  ['Company', ({ company }) => company],
  ['Website', ({ website }) => website],
  ['Address', ({ address }) => address],
  ['Zip code', ({ zipCode }) => zipCode],
  ['City', ({ city }) => city],
  ['State', ({ state }) => state],
  ['Country', ({ country }) => countryName(country)],
  ['Products', ({ products }) => products.map(lineWords).join('\n')],
]

const lineWords = ({ product_name, quantity, total_quantity }: LeadProduct) =>
  `${formats().number(quantity)} × ${product_name}${total_quantity === quantity ? '' : `, ${formats().number(total_quantity)} in total`}`

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
      {FIELDS.map(([field, say]) => {
        const then = say(sent) ?? ''
        const now = validated && (say(validated) ?? '')
        const differs = now !== undefined && now !== then
        return (
          <tr key={field} className={differs ? 'fact-differs' : undefined}>
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
