import { restrictedDomains, type RestrictedDomain } from '#contract/restricted-domains.ts'
import { useAction } from '#web/kit/api.ts'
import { FormModal, STAY } from '#web/kit/FormModal.tsx'
import { cleanDomain } from './domain-name.ts'
import { DomainFields, type DomainValues } from './DomainFields.tsx'
import { useAskFirst } from './use-ask-first.tsx'

interface EditDomainProps {
  domain: RestrictedDomain
  onClose: () => void
  onSaved: (domain: RestrictedDomain) => void
}

export const EditDomain = ({ domain, onClose, onSaved }: EditDomainProps) => {
  const update = useAction(restrictedDomains.update, {
    done: ({ data }) => `${data.domainName} saved`,
    refreshes: restrictedDomains.list,
  })
  const { askFirst, dialog } = useAskFirst()
  const { id, version, status, domainName, match, effect, note } = domain
  const save = async (typed: DomainValues) => {
    const edited = { ...typed, domainName: cleanDomain(typed.domainName) }
    const asked = await askFirst({
      title: (name) => `Change ${name}?`,
      button: 'Save domain',
      change: { id, domainName: edited.domainName, match: edited.match, effect: edited.effect },
      effect: status === 'active' ? edited.effect : undefined,
      act: async () => {
        const { data } = await update.orThrow({ params: { id }, body: { ...edited, version } })
        onClose()
        onSaved(data)
      },
    })
    return asked ? STAY : undefined
  }
  return (
    <FormModal<DomainValues>
      open
      title="Edit domain"
      button="Save domain"
      onClose={onClose}
      initialValues={{ domainName, match, effect, note }}
      onSave={save}
    >
      <DomainFields />
      {dialog}
    </FormModal>
  )
}
