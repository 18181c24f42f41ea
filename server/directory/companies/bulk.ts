import { sql } from 'kysely'
import { companies } from '#contract/directory/companies.ts'
import { lockDirectory } from '#server/directory/directory-upkeep/lock.ts'
import { cleanTags, tooManyTags } from '#server/directory/edits/own.ts'
import { wordsOfMany } from '#server/directory/edits/words-of-many.ts'
import { bulkActsOf } from '#server/platform/bulk/jobs.ts'
import { COMPANIES, companyThere } from './list.ts'
import { lockCompanies, removeCompanies } from './write.ts'

interface Standing {
  tags: string[]
  roles: string[]
}

const companiesMany = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'company' : 'companies'}`

const act = bulkActsOf<Standing & { id: number }, Standing, undefined>({
  ...COMPANIES,
  gone: 'This company no longer exists',
  async lock(tenant, ids) {
    await lockDirectory(tenant)
    return lockCompanies(tenant, ids)
  },
  async standings({ db, companyId }, ids, visible) {
    const { rows } = await sql<Standing & { rows: number }>`
      select f.tags, f.roles, count(*) as rows from directory_companies f
      where f.company_id = ${companyId} and f.id = any (${ids}::bigint[]) and ${visible} group by f.tags, f.roles`.execute(
      db,
    )
    return rows
  },
  names: async () => undefined,
})

export const companyBulkActs = {
  tagMany: act('companies.tagMany', companies.tagMany, async (tenant, _caller, sent) => ({
    visible: companyThere(),
    title: (count) => `Tag ${companiesMany(count)}`,
    outcome: 'tagged',
    ...wordsOfMany(tenant, sent, {
      table: 'directory_companies',
      field: 'tags',
      choose: 'Choose tags to add or to take away',
      same: 'Its tags would not change',
      clean: cleanTags,
      refusal: (tags) => tooManyTags(tags, 'company'),
    }),
  })),
  roleMany: act('companies.roleMany', companies.roleMany, async (tenant, _caller, sent) => ({
    visible: companyThere(),
    title: (count) => `Change the roles of ${companiesMany(count)}`,
    outcome: 'changed',
    ...wordsOfMany(tenant, sent, {
      table: 'directory_companies',
      field: 'roles',
      choose: 'Choose roles to add or to take away',
      same: 'Its roles would not change',
      clean: (roles) => [...new Set(roles)],
    }),
  })),
  removeMany: act('companies.removeMany', companies.removeMany, async (tenant) => ({
    visible: companyThere(),
    title: (count) => `Delete ${companiesMany(count)}`,
    outcome: 'deleted',
    refusal: () => undefined,
    apply: (rows) =>
      removeCompanies(
        tenant,
        rows.map(({ id }) => id),
      ),
  })),
}
