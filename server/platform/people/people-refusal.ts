import type { Refusal } from '#server/db/identity/people.ts'
import type { Forbidden } from '#server/db/identity/rights.ts'
import { conflict, UserError } from '#server/kit/errors.ts'

/** Why a change to a company's people was refused, as an error with a sentence. */
export const refusal = (refused: Refusal): UserError => {
  switch (refused.refused) {
    case 'away':
      return conflict('This person does not work here now.')
    case 'own eyes':
      return conflict('These are your own eyes.')
    case 'unknown':
      return new UserError(404, 'Person not found')
    case 'there':
      return conflict('This person works here already.')
    case 'deactivated':
      return conflict('This person was deactivated here: activate them instead.')
    case 'mailed':
      return conflict(
        'They were invited by email, and a new link can only be mailed. Set up a mail server again first.',
      )
    case 'invited':
      return conflict('This person has not accepted the invitation yet.')
    case 'self':
      return conflict('You cannot deactivate yourself: ask a colleague who manages people.')
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
  manage: () => 'You need the permission people_manage.',
  give: (keys) => `You can only give permissions that you have yourself. You don’t have: ${listed(keys)}.`,
  take: (keys) => `You can’t take permissions from people who have some that you don’t have: ${listed(keys)}.`,
  'shut out': (keys) => `You can’t deactivate people who have permissions that you don’t have: ${listed(keys)}.`,
  primary: () =>
    'This person is a primary administrator: nobody can take people_manage from them, and only another primary administrator can deactivate, activate or invite them.',
  more: (keys) =>
    `You can only view as people who may do no more than you: ${enumerated(keys)} not among your permissions.`,
}

const lastSentence = (keys: readonly string[]) =>
  keys.includes('people_manage')
    ? 'Somebody has to be able to manage people: give the permission people_manage to a colleague first.'
    : `Nobody else who manages people has ${listed(keys)}, so nobody could give ${keys.length === 1 ? 'it' : 'them'} again. Give ${keys.length === 1 ? 'it' : 'them'} to one of them first.`

/** Some of them, with the verb that goes with their number. */
export const enumerated = (keys: readonly string[]) => `${listed(keys)} ${keys.length === 1 ? 'is' : 'are'}`

const listed = (keys: readonly string[]) =>
  keys.length > 3 ? `${keys.slice(0, 3).join(', ')} and ${keys.length - 3} more` : keys.join(', ')
