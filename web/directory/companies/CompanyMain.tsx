import { Button } from 'antd'
import { useId } from 'react'
import { COMPANY_FIELDS, type Company, type CompanyField } from '#contract/directory/companies.ts'
import { directoryMerges } from '#contract/directory/directory-merges.ts'
import { can } from '#web/kit/data/session.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { counted } from '#web/kit/look/format.ts'
import { useNotSame, useUnmerge } from '#web/directory/directory-duplicates/use-unmerge.ts'
import { COMPANY_LABELS } from '#web/directory/directory-facts/directory-words.ts'
import { FactList } from '#web/directory/directory-facts/FactList.tsx'
import { LeadLines } from '#web/directory/directory-facts/LeadLines.tsx'
import { MergedParts } from '#web/directory/directory-facts/MergedParts.tsx'
import { PossibleDuplicate } from '#web/directory/directory-facts/PossibleDuplicate.tsx'
import { Tags } from '#web/directory/directory-facts/Tags.tsx'
import { countryName } from '#web/leads/published.ts'
import type { useCompanyActs } from './use-company-acts.ts'

type Domain = Company['all_domains'][number]

interface CompanyMainProps {
  company: Company
  /** Undefined for people who may only read. */
  acts: ReturnType<typeof useCompanyActs> | undefined
  onCompare: ((other: number) => void) | undefined
  onSplit: ((domain: Domain) => void) | undefined
}

/** Of an address only the parts that are known take a line, until somebody edits them. */
const QUIET: readonly CompanyField[] = ['state', 'city', 'zip_code', 'address']

const listed = ({ fields }: Company) =>
  COMPANY_FIELDS.filter((field) => !QUIET.includes(field) || fields[field].value !== null).map((field) => ({
    field,
    label: COMPANY_LABELS[field],
    fact: fields[field],
  }))

/** Possible duplicates, the facts, the domains, the leads, and those that were merged into it. */
export const CompanyMain = ({ company, acts, onCompare, onSplit }: CompanyMainProps) => {
  const notSame = useNotSame()
  const unmerge = useUnmerge()
  const mayMerge = can(directoryMerges.mergeCompanies)
  return (
    <div className="directory-main">
      {company.merged_from !== null && (
        <Notice kind="info" title={`Merged into ${company.name}`}>
          The company that you opened has become part of this one.
        </Notice>
      )}
      {onCompare && (
        <PossibleDuplicate
          lookalikes={company.lookalikes}
          running={notSame.running}
          onNotSame={(other) => void notSame({ body: { kind: 'company', ids: [company.id, other.id] } })}
          onCompare={(other) => onCompare(other.id)}
        />
      )}
      {company.description !== '' && <p className="directory-text">{company.description}</p>}
      <FactList
        facts={listed(company)}
        acts={acts?.facts}
        renderValue={(field, value) => <CompanyValue field={field} value={value} />}
      >
        {company.tags.length > 0 && (
          <div className="fact">
            <dt>Tags</dt>
            <dd>
              <Tags tags={company.tags} />
            </dd>
          </div>
        )}
        {company.note !== '' && (
          <div className="fact">
            <dt>Note</dt>
            <dd className="directory-text">{company.note}</dd>
          </div>
        )}
      </FactList>
      <Domains company={company} onSplit={onSplit} />
      <LeadLines kind="company" of={company} />
      <MergedParts
        merges={company.merges}
        running={unmerge.running}
        onUnmerge={mayMerge ? ({ id }) => void unmerge({ body: { id } }) : undefined}
      />
    </div>
  )
}

/** Only what is an address of the web opens as one. */
const CompanyValue = ({ field, value }: { field: CompanyField; value: string }) => {
  if (field === 'country') return countryName(value)
  if (field !== 'website') return value
  const address = /^https?:\/\//i.test(value) ? value : `https://${value}`
  if (!URL.canParse(address)) return value
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {value}
      <span className="sr-only">, opens in a new tab</span>
    </a>
  )
}

interface DomainsProps {
  company: Company
  onSplit: CompanyMainProps['onSplit']
}

/** Whose mail comes from one of them belongs to the company. The last one stays: a company without any is merged. */
const Domains = ({ company: { all_domains }, onSplit }: DomainsProps) => {
  const heading = useId()
  if (all_domains.length === 0) return null
  return (
    <section aria-labelledby={heading}>
      <header className="facts-head">
        <h3 id={heading}>Domains</h3>
      </header>
      <ul className="merged-parts">
        {all_domains.map((domain) => (
          <li key={domain.domain}>
            <span>
              {domain.domain}
              <span className="second">
                {counted(domain.contacts, 'person', 'people')}, {counted(domain.leads, 'lead')}
              </span>
            </span>
            {onSplit && all_domains.length > 1 && (
              <Button size="small" onClick={() => onSplit(domain)}>
                Split off<span className="sr-only"> {domain.domain}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
