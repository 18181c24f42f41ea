import { sql } from 'kysely'
import { contacts } from '#contract/directory/contacts.ts'
import { DIRECTORY_LIMITS } from '#contract/directory/directory-values.ts'
import { lockDirectory } from '#server/directory/directory-upkeep/lock.ts'
import { cleanTags } from '#server/directory/edits/own.ts'
import { badField } from '#server/kit/errors.ts'
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
  tagMany: act('contacts.tagMany', contacts.tagMany, async (tenant, _caller, { add = [], remove = [] }) => {
    if (add.length + remove.length === 0) throw badField('add', 'Choose tags to add or to take away')
    const tagged = (tags: readonly string[]) => {
      const away = new Set(remove.map((tag) => tag.trim().toLowerCase()))
      return cleanTags([...tags.filter((tag) => !away.has(tag.toLowerCase())), ...add])
    }
    return {
      visible: contactThere(),
      title: (count) => `Tag ${contactsMany(count)}`,
      outcome: 'tagged',
      refusal({ tags }) {
        const then = tagged(tags)
        if (then.length > DIRECTORY_LIMITS.tags) return `A contact has ${DIRECTORY_LIMITS.tags} tags at most`
        return then.join('\n') === tags.join('\n') ? 'It has these tags already' : undefined
      },
      async apply(rows) {
        const said = rows.map(({ id, tags }) => ({ id, tags: tagged(tags) }))
        await sql`
          update directory_contacts c set tags = r.tags, updated_at = now()
          from jsonb_to_recordset(${JSON.stringify(said)}::jsonb) as r (id bigint, tags text[])
          where c.company_id = ${tenant.companyId} and c.id = r.id`.execute(tenant.db)
      },
    }
  }),
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
