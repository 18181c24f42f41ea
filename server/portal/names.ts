import { badField } from '#server/kit/errors.ts'

interface Names {
  firstname: string
  lastname: string
}

/** What somebody is called, as it is kept: in one line, without what shows nothing or turns the text around it. */
export const readNames = ({ firstname, lastname }: Names): Names => {
  const names = { firstname: oneLine(firstname), lastname: oneLine(lastname) }
  if (names.firstname === '') throw badField('firstname', 'Enter a first name')
  return names
}

const oneLine = (name: string) => name.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim()
