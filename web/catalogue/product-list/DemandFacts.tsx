import { Link } from 'react-router'
import type { ProductDemand } from '#contract/catalogue/product-list.ts'
import { orEmpty } from '#web/kit/look/EmptyValue.tsx'
import { formats } from '#web/kit/look/format.ts'
import { When } from '#web/kit/look/When.tsx'
import { countryName } from '#web/leads/published.ts'
import { askedWords, leadsOfProduct, ValidRate, WeekBars } from './demand-cells.tsx'

export const inRange = (from: number, to: number) => `${formats().number(from)}–${formats().number(to)}`

/** What people ask for of a product; each number opens its leads. */
export const DemandFacts = ({ product }: { product: ProductDemand }) => {
  const { number } = formats()
  const { id, leads_30, leads_90, weeks, countries, usual } = product
  const asked = (count: number, days: '30' | '90') => {
    const to = leadsOfProduct(id, { asked_in: days })
    const words = askedWords(count, Number(days))
    return to && count > 0 ? <Link to={to}>{words}</Link> : words
  }
  return (
    <section aria-label="Demand">
      <h3>Demand</h3>
      <dl className="product-facts">
        <dt>13 weeks</dt>
        <dd>
          <WeekBars weeks={weeks} most={Math.max(...weeks)} />
        </dd>
        <dt>Requested</dt>
        <dd>
          {asked(leads_30, '30')}, {asked(leads_90, '90')}
        </dd>
        <dt>Valid rate</dt>
        <dd>
          <ValidRate product={product} />
        </dd>
        <dt>Last lead</dt>
        <dd>
          <When at={product.last_lead_at} />
        </dd>
        <dt>Countries</dt>
        <dd>{orEmpty(countries.map(({ country, leads }) => `${countryName(country)} ${number(leads)}`).join(', '))}</dd>
        <dt>Typical quantity</dt>
        <dd>{usual ? `${inRange(usual.from, usual.to)}, in 8 of 10 valid leads` : 'Too few valid leads to say'}</dd>
      </dl>
    </section>
  )
}
