import { BulbOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { domainSuggestions, SUGGESTED_DAYS, type DomainSuggestion } from '#contract/leads/domain-suggestions.ts'
import { sentenceOf, useAction, useOne } from '#web/kit/data/api.ts'
import { State } from '#web/kit/list/ListStates.tsx'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { Page } from '#web/kit/look/Page.tsx'
import { When } from '#web/kit/look/When.tsx'
import { lateDialog } from '#web/kit/feedback/late-dialog.tsx'
import { DomainLists } from './DomainLists.tsx'
import { reasonWords } from './domain-settings.ts'
import './restricted-domains.css'

const AddSuggested = lateDialog(() => import('./AddSuggested.tsx').then(({ AddSuggested }) => AddSuggested))

const { list } = domainSuggestions

/** Domains that only bring what is thrown away. */
export const SuggestedDomains = () => {
  const { data, isError, error, refetch } = useOne(list, {})
  const [adding, setAdding] = useState<DomainSuggestion>()
  const dismiss = useAction(domainSuggestions.dismiss, {
    done: ({ data: { domainName } }) => `Dismissed ${domainName}`,
    refreshes: list,
  })
  return (
    <Page
      title="Restrict Domain"
      subtitle={`Several leads of each were discarded in the last ${SUGGESTED_DAYS} days, and none was ever valid.`}
      actions={<DomainLists />}
    >
      {isError && (
        <Notice
          kind="error"
          title="The suggestions did not load"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {sentenceOf(error, list.failure)}
        </Notice>
      )}
      {data?.data.length === 0 && (
        <State icon={<BulbOutlined aria-hidden />} title="No domain to suggest">
          We suggest a domain once several of its leads are spam, fake, pitches, competitors or tests.
        </State>
      )}
      <ul className="suggestions" aria-busy={!data && !isError}>
        {data?.data.map((suggestion) => (
          <li key={suggestion.domainName}>
            <div>
              <strong className="cut domain-name">{suggestion.domainName}</strong>
              <p className="second">
                {reasonWords(suggestion)}
                {suggestion.last_at && (
                  <>
                    ; the last <When at={suggestion.last_at} />
                  </>
                )}
              </p>
            </div>
            <span className="row-actions">
              <Button
                type="text"
                aria-label={`Dismiss: ${suggestion.domainName}`}
                onClick={() => void dismiss({ body: { domainName: suggestion.domainName } })}
              >
                Dismiss
              </Button>
              <Button aria-label={`Restrict ${suggestion.domainName}`} onClick={() => setAdding(suggestion)}>
                Restrict
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {adding && <AddSuggested suggestion={adding} onClose={() => setAdding(undefined)} />}
    </Page>
  )
}
