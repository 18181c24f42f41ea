import { domainSuggestions, type DomainSuggestion } from '#contract/leads/domain-suggestions.ts'
import { restrictedDomains } from '#contract/leads/restricted-domains.ts'
import { useAction } from '#web/kit/data/api.ts'
import { FormModal, STAY } from '#web/kit/form/FormModal.tsx'
import { ownDrafts } from '#web/kit/form/use-draft.ts'
import { cleanDomain } from './domain-name.ts'
import { DomainFields, type DomainValues } from './DomainFields.tsx'
import { reasonWords } from './domain-settings.ts'
import { useAskFirst } from './use-ask-first.tsx'

/** Restricts a domain that was suggested, with what is known of it filled in. */
export const AddSuggested = ({ suggestion, onClose }: { suggestion: DomainSuggestion; onClose: () => void }) => {
  const add = useAction(restrictedDomains.add, {
    done: ({ data }) => `${data.domainName} is restricted`,
    refreshes: [restrictedDomains.list, domainSuggestions.list],
  })
  const { askFirst, dialog } = useAskFirst()
  const draft = `suggestion-${suggestion.domainName}`
  const save = async (typed: DomainValues) => {
    const body = { ...typed, domainName: cleanDomain(typed.domainName) }
    const { domainName, match, effect } = body
    const asked = await askFirst({
      title: (name) => `Restrict ${name}?`,
      button: 'Restrict domain',
      change: { domainName, match, effect },
      effect,
      act: async () => {
        await add.orThrow({ body })
        ownDrafts().drop(draft)
        onClose()
      },
    })
    return asked ? STAY : undefined
  }
  return (
    <FormModal<DomainValues>
      open
      title="Restrict a domain"
      button="Restrict"
      draft={draft}
      onClose={onClose}
      initialValues={{
        domainName: suggestion.domainName,
        match: 'subdomains',
        effect: 'quarantine',
        note: `Suggested: ${reasonWords(suggestion)}`,
      }}
      onSave={save}
    >
      <DomainFields />
      {dialog}
    </FormModal>
  )
}
