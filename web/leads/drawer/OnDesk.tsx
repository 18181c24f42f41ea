import { PersonAvatar } from '#web/kit/look/PersonAvatar.tsx'
import { usePresence } from './presence.ts'
import '#web/leads/list/lead-cells.css'

/** Marks a lead that a colleague is validating, in a list or with the name in full. */
export const OnDesk = ({ id, full = false }: { id: number; full?: boolean }) => {
  const people = usePresence(id)
  const [first, ...more] = people
  if (!first) return null
  const words = `${first.name}${more.length > 0 ? ` and ${more.length} more` : ''} ${more.length > 0 ? 'are' : 'is'} validating`
  return (
    <span className={full ? 'on-desk on-desk-full' : 'on-desk'} title={words}>
      <PersonAvatar name={first.name} />
      <span className={full ? '' : 'sr-only'}>{words}</span>
    </span>
  )
}
