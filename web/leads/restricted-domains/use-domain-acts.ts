import { restrictedDomains, type RestrictedDomain } from '#contract/leads/restricted-domains.ts'
import { sentenceOf, useAction } from '#web/kit/data/api.ts'
import { toast } from '#web/kit/feedback/toast.ts'
import { useAskFirst } from './use-ask-first.tsx'

const { list, setStatus, remove } = restrictedDomains

/** Switching and deleting a domain: each shows first what it would touch; `onDone` follows with the domain as it was or is. */
export const useDomainActs = (onDone: (domain: RestrictedDomain) => void) => {
  const changeStatus = useAction(setStatus, {
    optimistic: { list, rows: ({ params: { id } }) => [id], change: ({ body }) => body },
    done: ({ data }) => `${data.domainName} is ${data.status}`,
    refreshes: list,
    then: ({ data }) => onDone(data),
  })
  const removeDomain = useAction(remove, { done: ({ message }) => message ?? 'Domain deleted', refreshes: list })
  const { askFirst, dialog } = useAskFirst()
  const ask = (asked: Parameters<typeof askFirst>[0]) =>
    void askFirst(asked).catch((failure: unknown) =>
      toast.failed(sentenceOf(failure, restrictedDomains.impact.failure), { retry: () => ask(asked) }),
    )

  return {
    switchTo: ({ id, effect }: RestrictedDomain, status: RestrictedDomain['status']) =>
      ask({
        title: (name) => (status === 'active' ? `Restrict ${name} again?` : `Switch ${name} off?`),
        button: status === 'active' ? 'Switch on' : 'Switch off',
        change: { id, status },
        effect: status === 'active' ? effect : undefined,
        act: () => changeStatus.orThrow({ params: { id }, body: { status } }),
      }),
    askToRemove: (domain: RestrictedDomain) =>
      ask({
        title: (name) => `Delete ${name}?`,
        button: 'Delete domain',
        change: { id: domain.id, status: 'inactive' },
        effect: undefined,
        always: true,
        act: async () => {
          await removeDomain.orThrow({ params: { id: domain.id } })
          onDone(domain)
        },
      }),
    dialog,
  }
}
