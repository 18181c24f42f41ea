import { Form } from 'antd'
import { entities, restrictedDomains, type RestrictedDomain } from '#contract/leads/restricted-domains.ts'
import { useRowConflict } from '#web/leads/conflicts/use-row-conflict.tsx'
import { useAction } from '#web/kit/data/api.ts'
import { FormModal, STAY } from '#web/kit/form/FormModal.tsx'
import { ownDrafts } from '#web/kit/form/use-draft.ts'
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
  const [form] = Form.useForm<DomainValues>()
  const { seen, begin, unlessChanged, notice } = useRowConflict(domain, {
    entity: 'restricted_domains',
    declared: entities.restricted_domains,
    fields: ['domainName', 'match', 'effect', 'note'],
    form,
    valuesOf: (now = domain) => valuesOf(now),
    reads: restrictedDomains.list,
    onSkip: onClose,
  })
  const { id, version, status } = seen ?? domain
  const draft = `domain-${id}`
  const save = async (typed: DomainValues) => {
    const edited = { ...typed, domainName: cleanDomain(typed.domainName) }
    let refused = false
    const asked = await askFirst({
      title: (name) => `Change ${name}?`,
      button: 'Save domain',
      change: { id, domainName: edited.domainName, match: edited.match, effect: edited.effect },
      effect: status === 'active' ? edited.effect : undefined,
      act: async () => {
        const saved = await unlessChanged(update.orThrow({ params: { id }, body: { ...edited, version } }))
        refused = saved === STAY
        if (saved === STAY) return
        ownDrafts().drop(draft)
        onClose()
        onSaved(saved.data)
      },
    })
    return asked || refused ? STAY : undefined
  }
  return (
    <FormModal<DomainValues, RestrictedDomain>
      open
      title="Edit domain"
      button="Save domain"
      form={form}
      draft={draft}
      begunOn={seen}
      onTouch={begin}
      onClose={onClose}
      initialValues={valuesOf(domain)}
      onSave={save}
    >
      {notice}
      <DomainFields />
      {dialog}
    </FormModal>
  )
}

const valuesOf = ({ domainName, match, effect, note }: RestrictedDomain): DomainValues => ({
  domainName,
  match,
  effect,
  note,
})
