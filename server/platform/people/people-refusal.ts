import { permissionLabel, permissionsInWords } from '#contract/platform/permission-words.ts'
import type { Refusal } from '#server/db/identity/people.ts'
import type { Forbidden } from '#server/db/identity/rights.ts'
import { conflict, UserError } from '#server/kit/errors.ts'

/** Why a change to a company's people was refused, as an error with a sentence. */
export const refusal = (refused: Refusal): UserError => {
  switch (refused.refused) {
    case 'away':
      return conflict('This person is not active in your company.')
    case 'self view':
      return conflict('You can’t view as yourself.')
    case 'unknown':
      return new UserError(404, 'Person not found')
    case 'there':
      return conflict('This person is already in your company.')
    case 'deactivated':
      return conflict('This person is deactivated. Activate them instead.')
    case 'mailed':
      return conflict('They were invited by email, so a new link must be emailed too. Set up a mail server first.')
    case 'invited':
      return conflict('This person has not accepted the invitation yet.')
    case 'joined':
      return conflict('This person has joined already.')
    case 'not invited':
      return conflict('This person has no invitation to revoke.')
    case 'changed':
      return conflict(
        'Someone else has changed the permissions of this person since you opened them. Look at them again.',
        undefined,
        'version_conflict',
      )
    case 'self':
      return conflict('You can’t deactivate yourself. Ask a colleague who manages people.')
    case 'last':
      return conflict(lastSentence(refused.keys), { needs: refused.keys }, 'last_who_can_give')
    default:
      return new UserError(403, SENTENCES[refused.refused](refused.keys), {
        code: 'forbidden',
        details: { needs: refused.keys },
      })
  }
}

const SENTENCES: Readonly<Record<Exclude<Forbidden['refused'], 'last'>, (keys: readonly string[]) => string>> = {
  manage: () => `You need the permission ${permissionsInWords(['people_manage'])}.`,
  give: (keys) => `You can only grant permissions that you have yourself. You don’t have ${listed(keys)}.`,
  take: (keys) => `You can’t remove permissions from people who have some that you don’t: ${listed(keys)}.`,
  'shut out': (keys) => `You can’t deactivate people who have permissions that you don’t: ${listed(keys)}.`,
  primary: () =>
    'This person is a primary administrator. Only another primary administrator can deactivate, activate or invite them.',
  more: (keys) => `You can only view as people whose permissions you also have. You don’t have ${listed(keys)}.`,
}

const lastSentence = (keys: readonly string[]) =>
  keys.includes('people_manage')
    ? `Someone must be able to manage people. Grant a colleague ${permissionsInWords(['people_manage'])} first.`
    : `Nobody else who manages people has ${listed(keys)}, so nobody could grant ${keys.length === 1 ? 'it' : 'them'} again. Grant ${keys.length === 1 ? 'it' : 'them'} to one of them first.`

/** The first three of them in words. */
export const listed = (keys: readonly string[]) => {
  const named = keys
    .slice(0, 3)
    .map((key) => `“${permissionLabel(key)}”`)
    .join(', ')
  return keys.length > 3 ? `${named} and ${keys.length - 3} more` : named
}
