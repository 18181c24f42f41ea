import { TwoLines } from './TwoLines.tsx'

/** Deep enough for white letters: each at least 5:1. */
const COLOURS = [
  '#0f6b3a',
  '#8a4b00',
  '#2b4d9e',
  '#a3304f',
  '#1b6fa8',
  '#0d6670',
  '#5f6a1f',
  '#7a3aa8',
  '#463ac0',
  '#8c3b1b',
]

interface PersonAvatarProps {
  name: string
  /** Pixels across; 22 in tables. */
  size?: 22 | 28 | 32 | 40
  image?: string | undefined
}

/** A person's initials, or picture, on a colour that stays the person's own. */
export const PersonAvatar = ({ name, size = 22, image }: PersonAvatarProps) =>
  image ? (
    <img className="avatar" src={image} alt="" width={size} height={size} />
  ) : (
    <span className={`avatar avatar-${size}`} style={{ backgroundColor: colourOf(name) }} aria-hidden>
      {initialsOf(name)}
    </span>
  )

/** A person in a table cell: avatar and name, or a dashed ring and the word. */
export const PersonCell = ({
  person,
  nobody = 'Unassigned',
}: {
  person: { name: string } | null | undefined
  nobody?: string
}) =>
  person ? (
    <span className="person">
      <PersonAvatar name={person.name} />
      <span className="cut">{person.name}</span>
    </span>
  ) : (
    <span className="person person-none">
      <span className="avatar avatar-22 avatar-none" aria-hidden />
      <span className="cut">{nobody}</span>
    </span>
  )

/** Whom a row of a table is about: avatar, name and email. */
export const PersonWithEmail = ({ name, email }: { name: string; email: string }) => (
  <span className="person">
    <PersonAvatar name={name} size={28} />
    <TwoLines first={name} second={email} strong />
  </span>
)

const initialsOf = (name: string) => {
  const words = wordsOf(name)
  return lettersOf(words.length > 1 ? [words[0], words.at(-1)] : [words[0]])
}

/** A company goes by its first two words. */
export const companyInitials = (name: string) => lettersOf(wordsOf(name).slice(0, 2))

const wordsOf = (name: string) => name.match(/[\p{L}\p{N}][^\s]*/gu) ?? []
const lettersOf = (words: readonly (string | undefined)[]) =>
  words
    .map((word) => String.fromCodePoint(word?.codePointAt(0) ?? 32))
    .join('')
    .trim()
    .toUpperCase()

const colourOf = (name: string) =>
  COLOURS[
    Array.from(name, (letter) => letter.codePointAt(0) ?? 0).reduce((sum, code) => (sum * 31 + code) % 9973, 7) %
      COLOURS.length
  ]
