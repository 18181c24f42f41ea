import pg from 'pg'
import { expect, test } from 'vitest'
import { createDatabase, createTemplate, databaseUrl, dropDatabase } from './database.ts'

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

test('a template is filled once, and a copy changes without the others', async () => {
  const template = await createTemplate('template_of_the_test', async (url) => {
    await query(url, 'create table leads as select 7 as id')
  })
  await createTemplate('template_of_the_test', () => Promise.reject(new Error('filled twice')))
  const [one, two] = await Promise.all([createDatabase(template), createDatabase(template)])

  await query(databaseUrl(one), 'delete from leads')

  expect(await query(databaseUrl(one), 'select id from leads')).toEqual([])
  expect(await query(databaseUrl(two), 'select id from leads')).toEqual([{ id: 7 }])
  await Promise.all([dropDatabase(one), dropDatabase(two)])
})
