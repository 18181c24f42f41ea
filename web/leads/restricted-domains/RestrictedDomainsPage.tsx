import { useSearchParams } from 'react-router'
import { domainSuggestions } from '#contract/leads/domain-suggestions.ts'
import { can } from '#web/kit/data/session.ts'
import { AllowedDomains } from './AllowedDomains.tsx'
import { RestrictedDomains } from './RestrictedDomains.tsx'
import { SuggestedDomains } from './SuggestedDomains.tsx'

/** Whose enquiries are held back, whose are always let in, and whose might be held back as well. */
export default function RestrictedDomainsPage() {
  const [params] = useSearchParams()
  const show = params.get('show')
  if (show === 'allowed') return <AllowedDomains />
  if (show === 'suggested' && can(domainSuggestions.list)) return <SuggestedDomains />
  return <RestrictedDomains />
}
