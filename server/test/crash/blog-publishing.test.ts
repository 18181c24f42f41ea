import { randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { blogPublishing } from '#contract/content/blog-publishing.ts'
import { notifications } from '#contract/platform/notifications.ts'
import { startTestApp, type TestPerson } from '../app.ts'
import { databaseUrl } from '../database.ts'
import { addPost, picturesReady, savePost, withAuthor } from '../posts.ts'
import { callsAt, freeWork, nodesOn, startProgram } from '../program.ts'

const SETTINGS = { LEADROOM_SECRET: randomBytes(32).toString('base64url'), LOG_LEVEL: 'silent' }
const app = await startTestApp(SETTINGS)
const nodes = nodesOn(app.database, SETTINGS)
afterAll(async () => {
  nodes.kill()
  await app.stop()
})

/** A post that is live at `/sizing-a-pump`, and whose draft has another title and address. */
const withChanges = async () => {
  const { person, authorId } = await withAuthor(app)
  const { id } = await addPost(person, authorId)
  await picturesReady(app, person)
  await person.call(blogPublishing.setStatus, { params: { id }, body: { action: 'publish' } })
  await savePost(person, id, { title: 'Larger pumps', slug: 'larger-pumps' })
  return { person, id }
}

/** All that publishing leaves, as it is stored. */
const stored = async ({ companyId }: TestPerson, id: number) => {
  const [row] = await app.sql(
    companyId,
    `select p.work, p.slug, p.live_version, g.slug as page, g.summary ->> 'title' as title,
      array(select from_path from blog_redirects r where r.company_id = $1 and r.post_id = p.id and r.deleted_at is null) as redirects,
      (select count(*)::int from notifications n where n.company_id = $1 and n.kind = 'post_published') as told,
      (select count(distinct change_set)::int from changes c where c.company_id = $1 and c.entity = 'blog_posts'
        and c.act = 'blog-publishing.publishDue') as acts
     from blog_posts p left join blog_pages g on g.company_id = p.company_id and g.post_id = p.id
     where p.company_id = $1 and p.id = $2`,
    [companyId, id],
  )
  return row
}
const BEFORE = { slug: 'sizing-a-pump', live_version: 1, page: 'sizing-a-pump', title: 'Sizing a pump', redirects: [] }
const AFTER = {
  work: 'clean',
  slug: 'larger-pumps',
  live_version: 2,
  page: 'larger-pumps',
  title: 'Larger pumps',
  redirects: ['sizing-a-pump'],
}
/** Far beyond what it takes: a guard against hanging alone. */
const SOON = { timeout: 60_000 }
const STEPS = ['redirected', 'published', 'drawn']

test('killed at each step of publishing, a post is wholly live with its page and its redirect, or wholly not', async () => {
  const { person, id } = await withChanges()
  const publish = (who: TestPerson) =>
    who.call(blogPublishing.setStatus, { params: { id }, body: { action: 'publish' } })

  for (const point of STEPS) {
    const program = (await nodes.start(`blog-publishing.${point}`))!
    await expect(publish(callsAt(person, () => program.port))).rejects.toThrow('fetch failed')
    expect((await program.ended).signal, `${point} was passed`).toBe('SIGKILL')
    expect([point, await stored(person, id)]).toEqual([point, { ...BEFORE, work: 'draft', told: 0, acts: 0 }])
  }
  await publish(person)

  expect(await stored(person, id)).toEqual({ ...AFTER, told: 0, acts: 0 })
})

test('C8: what fell due while no server ran is published once, whatever kills who does it, and says how late', async () => {
  const { person, id } = await withChanges()
  await person.call(blogPublishing.setStatus, {
    params: { id },
    body: { action: 'schedule', publish_at: new Date(Date.now() + 3_600_000).toISOString() },
  })
  await app.sql(person.companyId, `update blog_posts set publish_at = now() - interval '3 hours' where id = $1`, [id])
  await app.sql(person.companyId, `select mark_due('blog-publish')`)

  for (const point of [...STEPS, 'told']) {
    const program = await nodes.start(`blog-publishing.${point}`)
    if (program) expect((await program.ended).signal, `${point} was passed`).toBe('SIGKILL')
    expect([point, await stored(person, id)]).toEqual([point, { ...BEFORE, work: 'scheduled', told: 0, acts: 0 }])
    await freeWork(app.owner)
  }
  const both = await Promise.all([nodes.start(), nodes.start()])
  await expect.poll(() => stored(person, id), SOON).toEqual({ ...AFTER, told: 1, acts: 1 })
  for (const program of both) {
    program?.kill('SIGTERM')
    await program?.ended
  }

  expect(await stored(person, id)).toEqual({ ...AFTER, told: 1, acts: 1 })
  const reasons = await app.sql(
    person.companyId,
    `select distinct reason from changes where company_id = $1 and act = 'blog-publishing.publishDue' and entity = 'blog_posts'`,
    [person.companyId],
  )
  expect(reasons).toEqual([{ reason: 'Published 3 h late: the server was not running' }])
  const { data } = await person.call(notifications.list, { query: {} })
  expect(data.map(({ words }) => words.map(({ text }) => text).join(''))).toEqual([
    'Published as scheduled, 3 h late because the server was not running: Larger pumps',
  ])
})

test('C8: a server whose clock is ten minutes ahead or behind schedules and publishes by the time of the database', async () => {
  const minutes = 60_000
  const env = { ...SETTINGS, DATABASE_URL: databaseUrl(app.database) }
  for (const off of [10, -10]) {
    const program = await startProgram(env, off * minutes)
    const { person, id } = await withChanges()
    const there = callsAt(person, () => program.port)
    const schedule = (after: number) =>
      there.call(blogPublishing.setStatus, {
        params: { id },
        body: { action: 'schedule', publish_at: new Date(Date.now() + after * minutes).toISOString() },
      })
    await expect(schedule(-5)).rejects.toThrow('400 Choose a time at least a minute from now')
    await schedule(5)
    const look = () => app.sql(person.companyId, `select mark_due('blog-publish')`)

    await look()
    const looked = `select from identity.due where company_id = $1 and kind = 'blog-publish' and at <= now()`
    await expect.poll(async () => (await app.owner.query(looked, [person.companyId])).rowCount, SOON).toBe(0)
    expect(await stored(person, id)).toEqual({ ...BEFORE, work: 'scheduled', told: 0, acts: 0 })
    await app.sql(person.companyId, `update blog_posts set publish_at = now() where id = $1`, [id])
    await look()
    await expect.poll(() => stored(person, id), SOON).toEqual({ ...AFTER, told: 1, acts: 1 })

    const [times] = await app.sql(
      person.companyId,
      `select published_at between now() - interval '1 minute' and now() as published from blog_posts where id = $1`,
      [id],
    )
    expect(times).toEqual({ published: true })
    program.kill('SIGTERM')
    await program.ended
  }
})
