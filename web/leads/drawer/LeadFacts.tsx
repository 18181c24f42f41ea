import { ENQUIRY_LABELS } from '#contract/leads/enquiry-fields.ts'
import type { Lead, LeadProduct } from '#contract/leads/lead.ts'
import { PhoneLink } from '#web/platform/contact-details/PhoneLink.tsx'
import { orEmpty } from '#web/kit/look/EmptyValue.tsx'
import { AskAbout } from '#web/leads/qc-support/AskAbout.tsx'
import { FACTS, lineWords, PRODUCTS, type Facts } from '#web/leads/fields/lead-fields.ts'
import { utmLines } from '#web/leads/words/utm-words.ts'
import '#web/leads/list/lead-cells.css'
import './lead-facts.css'

/** What was sent; with `validated`, what the verdict says beside it, and a mark where the two differ. Each product can be asked about. */
export const LeadFacts = ({ lead, sent, validated }: { lead: Lead; sent: Facts; validated?: Facts | undefined }) => (
  <table className={validated ? 'facts facts-both' : 'facts'}>
    <caption className="sr-only">{validated ? 'Original and validated details' : 'Original details'}</caption>
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
            {validated && now !== undefined && (
              <td>
                {field === PRODUCTS ? <Products lead={lead} products={validated.products} /> : factText(field, now)}
              </td>
            )}
            <td>
              {field === PRODUCTS && !validated ? (
                <Products lead={lead} products={sent.products} />
              ) : (
                factText(field, then)
              )}
            </td>
          </tr>
        )
      })}
      <SentRow label={ENQUIRY_LABELS.job_title} value={lead.job_title} both={validated !== undefined} />
      <SentRow label="Tags" value={lead.tags.join(', ')} both={validated !== undefined} />
      <FurtherRow further={lead.further} both={validated !== undefined} />
      <SentRow label="External ID" value={lead.external_id} both={validated !== undefined} />
      <UtmRow utm={lead.utm} both={validated !== undefined} />
    </tbody>
  </table>
)

const factText = (field: string, text: string) =>
  field === ENQUIRY_LABELS.phone && text !== '' ? <PhoneLink phone={text} /> : orEmpty(text)

/** It stands only with what was sent: no verdict says anything of it. */
const SentRow = ({ label, value, both }: { label: string; value: string | null; both: boolean }) =>
  value ? (
    <tr>
      <th scope="row">{label}</th>
      {both && <td>{orEmpty('')}</td>}
      <td>{value}</td>
    </tr>
  ) : null

/** They stand only with what was sent: a verdict is about the first email and phone. */
const FurtherRow = ({ further, both }: { further: Lead['further']; both: boolean }) => {
  if (further.length === 0) return null
  return (
    <tr>
      <th scope="row">Other emails and phones</th>
      {both && <td>{orEmpty('')}</td>}
      <td>
        <ul className="fact-lines">
          {further.map(({ kind, value, label }) => (
            <li key={`${kind}${value}`}>
              <span>
                {label && `${label}: `}
                {kind === 'phone' ? <PhoneLink phone={value} /> : value}
              </span>
            </li>
          ))}
        </ul>
      </td>
    </tr>
  )
}

/** What led here stands only with what was sent: no verdict says anything of it. */
const UtmRow = ({ utm, both }: { utm: Lead['utm']; both: boolean }) => {
  const lines = utmLines(utm)
  if (lines.length === 0) return null
  return (
    <tr>
      <th scope="row">UTM</th>
      {both && <td>{orEmpty('')}</td>}
      <td>{lines.join('\n')}</td>
    </tr>
  )
}

const Products = ({ lead, products }: { lead: Lead; products: readonly LeadProduct[] }) =>
  products.length === 0 ? (
    orEmpty('')
  ) : (
    <ul className="fact-lines">
      {products.map((product, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines of a verdict have no numbers of their own
        <li key={at}>
          <span>{lineWords(product)}</span>
          <AskAbout lead={lead} product={product} />
        </li>
      ))}
    </ul>
  )
