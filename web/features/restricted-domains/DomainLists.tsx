import { Segmented } from 'antd'
import { useNavigate, useSearchParams } from 'react-router'

const LISTS = [
  { value: 'restricted', label: 'Restricted' },
  { value: 'allowed', label: 'Allowed' },
]

/** Which of the screen's lists is shown. */
export const DomainLists = () => {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  return (
    <Segmented
      aria-label="List"
      options={LISTS}
      value={params.get('show') ?? 'restricted'}
      onChange={(show) => void navigate(show === 'restricted' ? '?' : `?show=${show}`)}
    />
  )
}
