import { CalendarOutlined } from '@ant-design/icons'
import { availability } from '#contract/leads/availability.ts'
import { useOne } from '#web/kit/data/api.ts'
import { formats } from '#web/kit/look/format.ts'

/** A line of one's own menu, for whoever is given leads. */
export const AwayItem = ({ onPress }: { onPress: (until: string | null) => void }) => {
  const mine = useOne(availability.mine, {}, { staleTime: 30_000 }).data?.data
  if (!mine?.lists.length) return null
  const { away_until } = mine
  return (
    <li>
      <button type="button" className="menu-item" onClick={() => onPress(away_until)}>
        <CalendarOutlined aria-hidden />
        {away_until ? `Away until ${formats().writeDay(away_until)}` : 'Set an absence'}
      </button>
    </li>
  )
}
