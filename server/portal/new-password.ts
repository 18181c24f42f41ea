import { SHORTEST_PASSWORD } from '#contract/portal/password-resets.ts'
import { badField } from '#server/kit/errors.ts'
import type { Passwords } from './passwords.ts'

/** A new password for an account of the address, in the form in which it is stored; refused where it is easily guessed. */
export const newPassword = async (passwords: Passwords, text: string, email: string) => {
  const plain = text.normalize('NFKC')
  if (Array.from(plain).length < SHORTEST_PASSWORD)
    throw badField('password', `Use at least ${SHORTEST_PASSWORD} characters for the password.`)
  if (saysTheAddress(plain, email))
    throw badField('password', 'This password is too close to your email address. Choose another.')
  if (await isCommon(plain))
    throw badField('password', 'This password is on lists of common passwords. Choose a less common one.')
  return passwords.hash(plain, email)
}

/** Whether nothing but digits and signs stands beside the address, or beside the part before its @. */
const saysTheAddress = (password: string, email: string) => {
  const letters = signless(password)
  return [email, email.split('@', 1)[0] ?? ''].map(signless).some((name) => {
    const rest = name === '' ? letters : letters.replaceAll(name, '')
    return rest !== letters && !/\p{L}/u.test(rest)
  })
}
const signless = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Whether it is on the list, or a word of the list fills most of it, with digits and signs around. */
const isCommon = async (password: string) => {
  const common = await (list ??= readList())
  const text = password.toLowerCase()
  const signs = Array.from(text)
  const word = signs.slice(signs.findIndex(isLetter), signs.findLastIndex(isLetter) + 1).join('')
  return common.has(text) || (common.has(word) && word.length * 2 >= text.length)
}

const isLetter = (sign: string) => /\p{L}/u.test(sign)

let list: Promise<ReadonlySet<string>> | undefined

/** Loaded with the first new password: a server where nobody chooses one does without it. */
const readList = async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
