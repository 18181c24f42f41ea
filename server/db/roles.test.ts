import { Client } from 'pg'
import { expect, test } from 'vitest'
import { createDatabase, databaseUrl, dropDatabase } from '#server/test/database.ts'
import { ensureRoles } from './roles.ts'

test('several databases of one server prepare the roles that they share at the same moment, and all succeed', async () => {
  const databases = await Promise.all(Array.from({ length: 6 }, () => createDatabase()))
  const owners = databases.map((name) => new Client({ connectionString: databaseUrl(name) }))
  await Promise.all(owners.map((owner) => owner.connect()))

  const again = async (owner: Client) => {
    for (let round = 0; round < 20; round += 1) await ensureRoles(owner, undefined)
  }
  await expect(Promise.all(owners.map(again))).resolves.toHaveLength(6)

  await Promise.all(owners.map((owner) => owner.end()))
  await Promise.all(databases.map(dropDatabase))
})
