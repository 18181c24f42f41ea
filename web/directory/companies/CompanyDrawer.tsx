import { EditOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { companies, COMPANY_FIELDS, type Company, type CompanyRow } from '#contract/directory/companies.ts'
import { directoryMerges } from '#contract/directory/directory-merges.ts'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import { ApiError, sentenceOf, useOne, type Page } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { lateDialog } from '#web/kit/feedback/late-dialog.tsx'
import { toast } from '#web/kit/feedback/toast.ts'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { useKeys } from '#web/kit/keys/keys.ts'
import { RowDrawer } from '#web/kit/list/RowDrawer.tsx'
import { orEmpty } from '#web/kit/look/EmptyValue.tsx'
import { When } from '#web/kit/look/When.tsx'
import { COMPANY_NOUN, ROLE_LABELS } from '#web/directory/directory-facts/directory-words.ts'
import { DrawerMenu } from '#web/directory/directory-facts/DrawerMenu.tsx'
import { DrawerState } from '#web/directory/directory-facts/DrawerState.tsx'
import { factInFocus, focusFirstFact } from '#web/directory/directory-facts/facts.ts'
import { HappenedList } from '#web/directory/directory-facts/HappenedList.tsx'
import { newestMerge } from '#web/directory/directory-facts/MergedParts.tsx'
import { PeopleHere } from '#web/directory/directory-facts/PeopleHere.tsx'
import { useUnmerge } from '#web/directory/directory-duplicates/use-unmerge.ts'
import { countryName } from '#web/leads/published.ts'
import { CompanyMark, domainWords } from './company-columns.tsx'
import { EditCompany } from './CompanyForm.tsx'
import { CompanyMain } from './CompanyMain.tsx'
import { SplitDomain } from './SplitDomain.tsx'
import { useCompanyActs } from './use-company-acts.ts'
import '#web/directory/directory-facts/directory.css'

const MergeDialog = lateDialog(() =>
  import('#web/directory/directory-duplicates/MergeDialog.tsx').then(({ MergeDialog }) => MergeDialog),
)

interface CompanyDrawerProps {
  id: number
  query: QueryOf<typeof companies.list>
  page: Page<CompanyRow> | undefined
  onOpen: (id: number, change?: { page?: number }) => void
  onClose: () => void
}

const { details, list } = companies
const PEOPLE_SHOWN = 8

/** A company beside the list: each value with its source, its domains, people, leads, and what happened. */
export const CompanyDrawer = ({ id, query, page, onOpen, onClose }: CompanyDrawerProps) => {
  const answer = useOne(details, { params: { id } })
  const company = answer.data?.data
  const shown = company ?? page?.data.find((row) => row.id === id)
  const [asking, setAsking] = useState<'edit' | { compare: number } | { split: Company['all_domains'][number] }>()
  const acts = useCompanyActs(company, onClose)
  const unmerge = useUnmerge()
  const mayEdit = can(companies.update)
  const mayMerge = can(directoryMerges.mergeCompanies)
  const isGone = answer.error instanceof ApiError && answer.error.status === 404
  useEffect(() => {
    if (!isGone) return
    toast.failed(sentenceOf(answer.error, details.failure))
    onClose()
  }, [isGone, answer.error, onClose])

  const compare = () => {
    const [other] = company?.lookalikes ?? []
    if (other) setAsking({ compare: other.id })
    else toast.note('No possible duplicate is known. Select two companies in the list and press M to merge them.')
  }
  const pin = () => {
    const focused = factInFocus()
    const field = COMPANY_FIELDS.find((each) => each === focused)
    if (company && field) acts.facts.pin(field, !company.fields[field].pinned)
    else focusFirstFact()
  }
  const newest = newestMerge(company?.merges ?? [])
  useKeys('panel', [
    ...(mayEdit
      ? [
          { keys: 'e', label: 'Edit', run: () => company && setAsking('edit') },
          { keys: 'p', label: 'Pin the fact', run: pin },
        ]
      : []),
    ...(mayMerge ? [{ keys: 'm', label: 'Compare and merge', run: compare }] : []),
    ...(mayMerge && newest
      ? [{ keys: 'u', label: 'Unmerge', run: () => void unmerge({ body: { id: newest.id } }) }]
      : []),
  ])

  return (
    <RowDrawer
      id={id}
      noun={COMPANY_NOUN}
      endpoint={list}
      query={query}
      page={page}
      title={shown?.name ?? 'Company'}
      tag={shown?.roles.map((role) => (
        <span key={role} className="directory-tag">
          {ROLE_LABELS[role]}
        </span>
      ))}
      about={shown ? [domainWords(shown), countryName(shown.country)].filter(Boolean) : []}
      picture={shown && <CompanyMark name={shown.name} />}
      menu={
        company && mayEdit && <DrawerMenu acts={[{ key: 'delete', label: 'Delete', danger: true, run: acts.remove }]} />
      }
      onOpen={onOpen}
      onClose={onClose}
    >
      {company ? (
        <div className="directory-body" key={company.id}>
          <CompanyMain
            company={company}
            acts={mayEdit ? acts : undefined}
            onCompare={mayMerge ? (other) => setAsking({ compare: other }) : undefined}
            onSplit={can(directoryMerges.splitDomain) ? (domain) => setAsking({ split: domain }) : undefined}
          />
          <aside className="directory-side" aria-label="People and timeline">
            <Figures company={company} />
            <PeopleHere company={company} most={PEOPLE_SHOWN} />
            <HappenedList timeline={company.timeline} />
          </aside>
        </div>
      ) : (
        <DrawerState
          noun={COMPANY_NOUN}
          error={answer.error}
          failure={details.failure}
          onRetry={() => void answer.refetch()}
        />
      )}
      {company && mayEdit && <Foot onEdit={() => setAsking('edit')} />}
      {company && asking === 'edit' && (
        <EditCompany company={company} onSave={acts.save} onClose={() => setAsking(undefined)} />
      )}
      {company && typeof asking === 'object' && 'split' in asking && (
        <SplitDomain
          company={company}
          domain={asking.split}
          onSplit={acts.split}
          onClose={() => setAsking(undefined)}
        />
      )}
      {company && typeof asking === 'object' && 'compare' in asking && (
        <MergeDialog
          kind="company"
          winner={company.id}
          loser={asking.compare}
          onClose={() => setAsking(undefined)}
          onMerged={onOpen}
        />
      )}
    </RowDrawer>
  )
}

const Figures = ({ company: { valid_rate, last_contact_at } }: { company: Company }) => (
  <dl className="side-facts">
    <div>
      <dt>Valid rate</dt>
      <dd>{orEmpty(valid_rate === null ? null : `${valid_rate}%`)}</dd>
    </div>
    <div>
      <dt>Last contact</dt>
      <dd>
        <When at={last_contact_at} />
      </dd>
    </div>
  </dl>
)

const Foot = ({ onEdit }: { onEdit: () => void }) => (
  <div className="directory-foot">
    <Button icon={<EditOutlined aria-hidden />} aria-keyshortcuts="E" onClick={onEdit}>
      Edit <Kbd>E</Kbd>
    </Button>
    <span className="directory-hint">
      <Kbd>P</Kbd> pin a fact
    </span>
    <span className="directory-hint">
      <Kbd>M</Kbd> merge
    </span>
  </div>
)
