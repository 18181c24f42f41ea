/** "Ask Ada, Bo or 2 others." */
export const granterWords = ({ people, total }: { people: readonly { name: string }[]; total: number }) => {
  if (people.length === 0) return 'Nobody in your company can grant it. They need it themselves, and to manage people.'
  const more = total - people.length
  const names = people.map(({ name }) => name)
  if (more > 0) names.push(more === 1 ? '1 other' : `${more} others`)
  const last = names.pop()
  return `Ask ${names.length > 0 ? `${names.join(', ')} or ${last}` : last}.`
}
