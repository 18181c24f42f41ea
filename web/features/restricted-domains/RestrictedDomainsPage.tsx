import { useSearchParams } from 'react-router'
import { AllowedDomains } from './AllowedDomains.tsx'
import { RestrictedDomains } from './RestrictedDomains.tsx'

/** Whose enquiries are held back, and whose are always let in. */
export default function RestrictedDomainsPage() {
  const [params] = useSearchParams()
  return params.get('show') === 'allowed' ? <AllowedDomains /> : <RestrictedDomains />
}
