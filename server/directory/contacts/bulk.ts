import { sql } from 'kysely'
import { contacts } from '#contract/directory/contacts.ts'
import { lockDirectory } from '#server/directory/directory-upkeep/lock.ts'
import { cleanTags, tooManyTags } from '#server/directory/edits/own.ts'
import { wordsOfMany } from '#server/directory/edits/words-of-many.ts'
import { bulkActsOf } from '#server/platform/bulk/jobs.ts'
import { contactThere, CONTACTS } from './list.ts'
import { lockContacts, removeContacts } from './write.ts'

interface Standing {
  tags: string[]
}

const contactsMany = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'contact' : 'contacts'}`

const act = bulkActsOf<Standing & { id: number }, Standing, undefined>({
  ...CONTACTS,
  gone: 'This contact no longer exists',
  async lock(tenant, ids) {
    await lockDirectory(tenant)
    return lockContacts(tenant, ids)
  },
  async standings({ db, companyId }, ids, visible) {
    const { rows } = await sql<Standing & { rows: number }>`
      select c.tags, count(*) as rows from directory_contacts c
      where c.company_id = ${companyId} and c.id = any (${ids}::bigint[]) and ${visible} group by c.tags`.execute(db)
    return rows
  },
  names: async () => undefined,
})

export const contactBulkActs = {
  tagMany: act('contacts.tagMany', contacts.tagMany, async (tenant, _caller, sent) => ({
    visible: contactThere(),
    title: (count) => `Tag ${contactsMany(count)}`,
    outcome: 'tagged',
    ...wordsOfMany(tenant, sent, {
      table: 'directory_contacts',
      field: 'tags',
      choose: 'Choose tags to add or to take away',
      same: 'Its tags would not change',
      clean: cleanTags,
      refusal: (tags) => tooManyTags(tags, 'contact'),
    }),
  })),
  removeMany: act('contacts.removeMany', contacts.removeMany, async (tenant) => ({
    visible: contactThere(),
    title: (count) => `Delete ${contactsMany(count)}`,
    outcome: 'deleted',
    refusal: () => undefined,
    apply: (rows) =>
      removeContacts(
        tenant,
        rows.map(({ id }) => id),
      ),
  })),
}
