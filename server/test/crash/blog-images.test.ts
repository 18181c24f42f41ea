import { randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { blogImages } from '#contract/content/blog-images.ts'
import { startTestApp } from '../app.ts'
import { databaseUrl } from '../database.ts'
import { jpeg } from '../pictures.ts'
import { startProgram } from '../program.ts'

const SETTINGS = { LEADROOM_SECRET: randomBytes(32).toString('base64url'), LOG_LEVEL: 'silent' }
const app = await startTestApp(SETTINGS)
afterAll(() => app.stop())

const start = (crash?: string) =>
  startProgram({
    ...SETTINGS,
    DATABASE_URL: databaseUrl(app.database),
    ...(crash ? { LEADROOM_TEST_CRASH: crash } : {}),
  })

test('C9: killed while it makes what readers load, before and after it is stored, another server makes it once', async () => {
  const ada = await app.signIn({ can: ['blogs_list', 'blogs_add'] })
  const { data } = await ada.call(blogImages.add, { query: {}, bytes: await jpeg(700, 500) })
  const images = async () => (await ada.call(blogImages.list, { query: {} })).data

  for (const point of ['blog-images.made', 'blog-images.stored']) {
    const program = await start(point)
    expect((await program.ended).signal, `${point} was passed`).toBe('SIGKILL')
    expect(await images()).toEqual([data])
  }
  const program = await start()
  await expect.poll(images, { timeout: 60_000 }).toMatchObject([{ id: data.id, state: 'ready' }])
  program.kill('SIGTERM')
  await program.ended

  const stored = await app.sql(
    ada.companyId,
    `select s.format, s.size, s.cut, count(f.id)::int as files, bool_and(f.sha256 is not null) as whole
     from picture_sizes s left join files f on f.company_id = s.company_id and f.entity = 'picture_sizes' and f.entity_id = s.id
     where s.company_id = $1 group by s.id, s.format, s.size, s.cut order by s.format, s.size, s.cut`,
    [ada.companyId],
  )
  expect(stored.map(({ format, size, cut }) => `${format} ${size} ${cut}`.trim())).toEqual([
    'avif 480',
    'avif 960',
    'jpeg 960',
    'jpeg 1200 50-50',
    'source 1920',
    'webp 320',
    'webp 480',
    'webp 960',
  ])
  expect(stored.every(({ files, whole }) => files === 1 && whole)).toBe(true)
  const counted = `select (select sum(bytes)::int from pictures where company_id = $1) as pictures,
    (select sum(bytes)::int from files where company_id = $1) as files`
  const [{ pictures, files }] = await app.sql(ada.companyId, counted, [ada.companyId])
  expect(pictures).toBe(files)
})
