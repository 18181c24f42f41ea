import { sql } from 'kysely'
import type { contacts } from '#contract/directory/contacts.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { contactKey, domainKey, type DirectoryKey } from '#server/directory/directory-upkeep/keys.ts'
import { cleanTags, editOwn, versionConflict, type Own } from '#server/directory/edits/own.ts'
import { badField, found } from '#server/kit/errors.ts'
import { fieldsToWrite } from '#server/kit/merge-edits.ts'
import { dropAddress, giveKey, markWrong, ownerOf, showContact, taken } from './keys.ts'
import { readAddress, readValues } from './values.ts'

type Values = ReturnType<typeof readValues>

/** Adds a contact by hand, or brings one back that was taken off the list; its id. */
export const addContact = async (
  tenant: Tenant,
  body: BodyOf<typeof contacts.add>,
  personId: number,
): Promise<number> => {
  const { db, companyId } = tenant
  const values = readValues(body, null)
  const firm = values.company_id ?? (await companyOf(tenant, values))
  const own = Object.fromEntries(Object.entries({ ...values, company_id: firm }).filter(([, value]) => value !== null))
  if (!own['name'] && !own['email'] && !own['phone'])
    throw badField('name', 'Enter a name, an email address or a phone number')
  await checkCompany(tenant, values)
  const key = keyOf(own)
  const owner = key && (await ownerOf(tenant, key))
  if (owner?.there) throw taken(spoken(key, values), owner)
  const row = {
    own: JSON.stringify(own),
    added_by: personId,
    tags: cleanTags(body.tags ?? []),
    note: body.note?.trim() ?? '',
    do_not_contact: body.do_not_contact ?? false,
  }
  if (owner) {
    await db
      .updateTable('directory_contacts')
      .set({ ...row, removed_at: null })
      .where('company_id', '=', companyId)
      .where('id', '=', owner.id)
      .execute()
    return owner.id
  }
  const { id } = await db
    .insertInto('directory_contacts')
    .values({ company_id: companyId, ...row })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (key) await giveKey(tenant, id, key)
  await showContact(tenant, id)
  return id
}

/** The company that is known by the domain of their address. */
const companyOf = async ({ db, companyId }: Tenant, { email }: Values): Promise<number | null> => {
  const key = domainKey(String(email ?? '').split('@')[1] ?? '', undefined)
  if (!key) return null
  const { rows } = await sql<{ id: number }>`
    select c.id from directory_keys k join directory_companies c on c.company_id = k.company_id and c.id = k.directory_company_id
    where k.company_id = ${companyId} and k.kind = 'domain' and k.key = ${key.key} and c.deleted_at is null`.execute(db)
  return rows[0]?.id ?? null
}

const keyOf = (own: Readonly<Record<string, string | number | null>>): DirectoryKey | undefined =>
  contactKey({ email: textOf(own['email']), phone: textOf(own['phone']), name: textOf(own['name']) })
const textOf = (value: unknown) => (typeof value === 'string' ? value : null)

/** How people call the key. */
const spoken = (key: DirectoryKey | undefined, { phone }: Values) =>
  key?.kind === 'email' ? key.key : `${String(phone)} with this name`

const checkCompany = async ({ db, companyId }: Tenant, { company_id }: Values) => {
  if (typeof company_id !== 'number') return
  const there = await db
    .selectFrom('directory_companies')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', company_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!there) throw badField('company_id', 'This company does not exist any more. Choose another one.')
}

export interface ContactNow {
  id: number
  version: number
  own: Own
  pinned: string[]
  tags: string[]
  note: string
  do_not_contact: boolean
  shown: Record<string, string | number | null>
}

/** Those of them that are there, locked in the order of their ids. */
export const lockContacts = async ({ db, companyId }: Tenant, ids: readonly number[]): Promise<ContactNow[]> => {
  const { rows } = await sql<ContactNow>`
    select id, version, own, pinned, tags, note, do_not_contact, jsonb_build_object('name', nullif(name, ''), 'email', email, 'phone', phone,
      'designation', designation, 'department', department, 'country', country, 'city', city, 'company_id', directory_company_id) as shown
    from directory_contacts where company_id = ${companyId} and id = any (${ids}::bigint[]) and deleted_at is null
    order by id for update`.execute(db)
  return rows
}

type Body = BodyOf<typeof contacts.update>

/** Changes a contact that is locked; `current` is what it shows, for somebody who has seen something else. */
export const updateContact = async (
  tenant: Tenant,
  row: ContactNow,
  {
    version: seen,
    pin = [],
    unpin = [],
    leave = [],
    wrong_email,
    right_email,
    tags,
    note,
    do_not_contact,
    ...sent
  }: Body,
  current: () => Promise<object>,
): Promise<void> => {
  const values = readValues(sent, textOf(row.shown['country']))
  await checkCompany(tenant, values)
  const wrong = wrongOf(row.own)
  const wrongThen = wrongAfter(wrong, { wrong_email, right_email })
  const versioned = { ...row, entity: 'directory_contacts' } as const
  const edit = await editOwn(
    tenant,
    versioned,
    {
      sent: {
        ...values,
        ...(wrongThen === wrong ? {} : { wrong_emails: [...wrongThen].toSorted().join(' ') || null }),
      },
      pin,
      unpin,
      leave,
    },
    seen,
  )
  const plain = await fieldsToWrite(
    tenant,
    { ...versioned, values: { tags: row.tags, note: row.note, do_not_contact: row.do_not_contact } },
    {
      ...(tags && { tags: cleanTags(tags) }),
      ...(note !== undefined && { note: note.trim() }),
      ...(do_not_contact !== undefined && { do_not_contact }),
    },
    seen,
  )
  const conflicts = [...edit.conflicts, ...plain.conflicts]
  if (conflicts.length > 0) throw versionConflict('contact', await current(), conflicts)
  await changeAddress(tenant, row, edit.own)
  const own = { ...edit.own }
  if (own['email'] === null) delete own['email']
  if (own['wrong_emails'] === null) delete own['wrong_emails']
  await tenant.db
    .updateTable('directory_contacts')
    .set({
      ...(differ(own, row.own) && { own: JSON.stringify(own) }),
      ...(differ(edit.pinned, row.pinned.toSorted()) && { pinned: edit.pinned }),
      ...plain.write,
      updated_at: sql`now()`,
    })
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', row.id)
    .execute()
  await markWrong(tenant, row.id, [...wrongThen])
  await showContact(tenant, row.id)
}

const differ = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)

export const wrongOf = (own: Own): ReadonlySet<string> => new Set(textOf(own['wrong_emails'])?.split(' ') ?? [])

const wrongAfter = (
  wrong: ReadonlySet<string>,
  said: Readonly<Record<'wrong_email' | 'right_email', string | undefined>>,
): ReadonlySet<string> => {
  const then = new Set(wrong)
  if (said.wrong_email !== undefined) then.add(readAddress('wrong_email', said.wrong_email))
  if (said.right_email !== undefined) then.delete(readAddress('right_email', said.right_email))
  return then.size === wrong.size && [...then].every((email) => wrong.has(email)) ? wrong : then
}

/** The address that a person sets becomes a key of the contact; one that nobody but a person had said goes with it. */
const changeAddress = async (tenant: Tenant, { id, own: before, shown }: ContactNow, own: Own): Promise<void> => {
  const [was, is] = [textOf(before['email']), own['email']]
  if (is === was || (is === undefined && was === null)) return
  if (typeof is === 'string') await giveKey(tenant, id, { kind: 'email', key: is })
  if (was !== null) await dropAddress(tenant, id, was)
  if (is === null && (await hasAddress(tenant, id)))
    throw badField('email', `${shown['email'] ?? 'An address'} came in with an enquiry. Mark it as wrong instead.`)
}

const hasAddress = async ({ db, companyId }: Tenant, id: number) =>
  (await db
    .selectFrom('directory_keys')
    .select('id')
    .where('company_id', '=', companyId)
    .where('contact_id', '=', id)
    .where('kind', '=', 'email')
    .executeTakeFirst()) !== undefined

/** Takes contacts off the list until something is heard of them again. */
export const removeContacts = async ({ db, companyId }: Tenant, ids: readonly number[]): Promise<void> => {
  await sql`
    update directory_contacts set removed_at = now() where company_id = ${companyId} and id = any (${ids}::bigint[])`.execute(
    db,
  )
}

/** The contact, locked; 404 where it is not there. */
export const lockContact = async (tenant: Tenant, id: number): Promise<ContactNow> =>
  found('Contact', (await lockContacts(tenant, [id]))[0])
