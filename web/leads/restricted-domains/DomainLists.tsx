import { Segmented } from 'antd'
import { useNavigate, useSearchParams } from 'react-router'
import { domainSuggestions } from '#contract/leads/domain-suggestions.ts'
import { useOne } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'

/** Which of the screen's lists is shown. */
export const DomainLists = () => {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const suggests = can(domainSuggestions.list)
  const { data } = useOne(domainSuggestions.list, {}, { enabled: suggests })
  const found = data?.data.length ?? 0
  const lists = [
    { value: 'restricted', label: 'Restricted' },
    { value: 'allowed', label: 'Allowed' },
    ...(suggests ? [{ value: 'suggested', label: found > 0 ? `Suggested ${found}` : 'Suggested' }] : []),
  ]
  return (
    <Segmented
      aria-label="List"
      options={lists}
      value={params.get('show') ?? 'restricted'}
      onChange={(show) => void navigate(show === 'restricted' ? '?' : `?show=${show}`)}
    />
  )
}
