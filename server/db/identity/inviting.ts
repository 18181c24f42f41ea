import { sql, type Kysely } from 'kysely'
import type { Tables } from '../tables.ts'
import { accountToInvite } from './accounts.ts'
import type { Identity } from './door.ts'
import { dropInvitations, wasMailed } from './invitations.ts'
import { changePlaceIn, ofMember, personOf, type Act, type PersonRow, type Refusal } from './people.ts'
import { lockCompany, placeOf, refusalOf, type Asking, type Place } from './rights.ts'

type Db = Kysely<Tables>

/** What opens the invitation, as it is stored. */
interface Link {
  hash: Buffer
  /** Whether the link goes to the address itself, so that whoever follows it has proven the address. */
  mailed: boolean
}

export interface Invited extends Link {
  email: string
  firstname: string
  lastname: string
  permissions: readonly string[]
}

/** Keeps a place for somebody until the invitation is accepted; a new invitation takes the place of an older one. */
export const invite = (
  identity: Identity,
  { companyId, callerId, actor }: Act,
  invited: Invited,
): Promise<{ person: PersonRow } | Refusal> =>
  identity.write(
    async (db) => {
      await lockCompany(db, companyId)
      const asking = { companyId, callerId }
      const after = invitedPlace(invited.permissions)
      const refused = await refusalOf(db, asking, undefined, undefined, after)
      if (refused) return refused

      const id = await accountToInvite(db, companyId, invited)
      const place = {
        permissions: [...invited.permissions],
        invited_as: `${invited.firstname} ${invited.lastname}`.trim(),
      }
      const before = await placeOf(db, companyId, id)
      if (before && before.status !== 'invited')
        return { refused: before.status === 'active' ? 'there' : 'deactivated' }
      const refusedHere = before && (await refusalOf(db, asking, id, before, after))
      if (refusedHere) return refusedHere
      if (!invited.mailed && (await wasMailed(db, companyId, id))) return { refused: 'mailed' }
      await dropInvitations(db, companyId, id)
      const sent = { invited_by: callerId, invited_at: sql<string>`now()` }
      if (before)
        await ofMember(db, companyId, id)
          .set({ ...place, ...sent })
          .execute()
      else
        await db
          .insertInto('identity.memberships')
          .values({ company_id: companyId, id, status: 'invited', ...place, ...sent })
          .execute()
      await storeLink(db, asking, id, { ...invited, permissions: place.permissions })
      return { person: await personOf(db, companyId, id) }
    },
    { companyId, actor },
  )

/**
 * A fresh link for somebody who has not joined, with the permissions that wait for them; older links stop. Who sends it must be able to
 * grant all of that: where there is no mail server, they see the link.
 */
export const resend = (
  identity: Identity,
  { companyId, callerId, actor }: Act,
  id: number,
  link: Link,
): Promise<{ person: PersonRow } | Refusal> =>
  identity.write(
    async (db) => {
      await lockCompany(db, companyId)
      const before = await placeOf(db, companyId, id)
      if (!before) return { refused: 'unknown' }
      if (before.status === 'active' || (before.status === 'deactivated' && before.hasAccepted))
        return { refused: 'joined' }
      const asking = { companyId, callerId }
      const after = { ...invitedPlace(before.permissions), isPrimary: before.isPrimary }
      const refused =
        (await refusalOf(db, asking, undefined, undefined, after)) ?? (await refusalOf(db, asking, id, before, after))
      if (refused) return refused
      if (!link.mailed && (await wasMailed(db, companyId, id))) return { refused: 'mailed' }

      // Links before the place, as whoever joins locks them: somebody who joins by the older link right now has joined, and stays.
      await dropInvitations(db, companyId, id)
      const { numUpdatedRows } = await ofMember(db, companyId, id)
        .set({ status: 'invited', invited_by: callerId, invited_at: sql<string>`now()` })
        .where('status', '=', before.status)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return { refused: 'joined' }
      const person = await personOf(db, companyId, id)
      await storeLink(db, asking, id, { ...link, email: person.email, permissions: [...before.permissions] })
      return { person: await personOf(db, companyId, id) }
    },
    { companyId, actor },
  )

/** Nobody joins by the link any more; that they were invited is still known. */
export const revoke = (
  identity: Identity,
  { companyId, callerId, actor }: Act,
  id: number,
): Promise<{ person: PersonRow } | Refusal> =>
  identity.write(
    async (db) => {
      await lockCompany(db, companyId)
      const before = await placeOf(db, companyId, id)
      if (before && before.status !== 'invited') return { refused: 'not invited' }
      const changed = await changePlaceIn(db, { companyId, callerId }, id, { status: 'deactivated' })
      return 'refused' in changed ? changed : { person: await personOf(db, companyId, id) }
    },
    { companyId, actor },
  )

const invitedPlace = (permissions: readonly string[]): Place => ({ status: 'invited', permissions, isPrimary: false })

const storeLink = (
  db: Db,
  { companyId, callerId }: Asking,
  id: number,
  { hash, email, permissions, mailed }: Link & { email: string; permissions: string[] },
) =>
  db
    .insertInto('identity.invitations')
    .values({ hash, company_id: companyId, person_id: id, email, permissions, invited_by: callerId, mailed })
    .execute()
