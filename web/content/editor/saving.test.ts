import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Post } from '#contract/content/post.ts'
import { NEW_POST, type PostFields } from './post-fields.ts'
import { createSaving, groundOf } from './saving.ts'
import { readFromTab } from './tab-copies.ts'

/** A server with one post, as far as saving knows it. What is held is answered when the test lets it go. */
const serverWith = (stored: Record<string, unknown>) => {
  let post = { ...stored }
  const asked: { method: string; path: string; body: Record<string, unknown> }[] = []
  let held: Promise<void> | undefined
  const answer = (status: number, body: object) => new Response(JSON.stringify(body), { status, headers: JSON_TYPE })
  const fetch = async (url: string, { method, body }: { method: string; body: string | FormData | null }) => {
    const path = url.replace(/\?.*/, '')
    const sent = Object.fromEntries(
      body instanceof FormData ? body : Object.entries(JSON.parse(body ?? '{}')),
    ) as Record<string, unknown>
    asked.push({ method, path, body: sent })
    await held
    if (path.includes('working_copies')) return answer(200, { success: 1, data: {} })
    if (method === 'PUT') {
      if (Number(sent['version']) !== post['version'])
        return answer(409, { success: 0, message: 'Changed since', code: 'conflict' })
      post = {
        ...post,
        ...sent,
        version: post['version'] + 1,
        draft_version: Number(post['draft_version']) + 1,
      }
      if (typeof sent['document'] === 'string') post['document'] = JSON.parse(sent['document'])
    }
    return answer(200, { success: 1, data: post })
  }
  return {
    fetch,
    asked,
    saves: () => asked.filter(({ path }) => path.includes('update_blogpost')),
    kept: () => asked.filter(({ method, path }) => method === 'PUT' && path.includes('working_copies')),
    stored: () => post,
    changeIt: (change: object) => (post = { ...post, ...change, version: Number(post['version']) + 1 }),
    hold() {
      let letGo = () => {}
      held = new Promise((resolve) => (letGo = resolve))
      return () => {
        held = undefined
        letGo()
      }
    },
  }
}
const JSON_TYPE = { 'content-type': 'application/json' }
const POST = {
  ...NEW_POST,
  id: 7,
  title: 'Pumps',
  slug: 'pumps',
  canonical_url: null,
  version: 3,
  draft_version: 5,
  live_version: null,
  updated_by: { id: 2, name: 'Asha Verma' },
}

const writingOn = (server: ReturnType<typeof serverWith>) => {
  const post = server.stored() as unknown as Post
  let fields: PostFields = groundOf(post).fields
  const conflicts: { fields: readonly string[] }[] = []
  const saving = createSaving({
    key: '7',
    ground: groundOf(post),
    read: () => fields,
    write: (next) => (fields = next),
    onConflict: (collision) => conflicts.push(collision),
    onSaved: () => undefined,
  })
  return {
    saving,
    conflicts,
    fields: () => fields,
    type(change: Partial<PostFields>) {
      fields = { ...fields, ...change }
      saving.touched()
    },
  }
}

let server: ReturnType<typeof serverWith>
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-02T14:03:00Z') })
  server = serverWith(POST)
  const shelf = new Map<string, string>()
  vi.stubGlobal('fetch', (url: string, request: Parameters<typeof server.fetch>[1]) => server.fetch(url, request))
  vi.stubGlobal('document', { cookie: 'accessToken=token' })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => shelf.get(key) ?? null,
    setItem: (key: string, value: string) => void shelf.set(key, value),
    removeItem: (key: string) => void shelf.delete(key),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a save sends what differs alone, and then nothing more', async () => {
  const { saving, type } = writingOn(server)
  type({ title: 'Sizing a pump' })

  await saving.save()
  await saving.save()

  expect(server.saves()).toHaveLength(1)
  expect(server.saves()[0]?.body).toMatchObject({ title: 'Sizing a pump', version: '3', working_copy: '7' })
  expect(server.saves()[0]?.body).not.toHaveProperty('excerpt')
  expect(saving.state.get()).toMatchObject({ kind: 'saved', version: 6 })
})

test('saves go one after the other, each from what the one before has stored', async () => {
  const { saving, type } = writingOn(server)
  const letGo = server.hold()
  type({ title: 'One' })
  const first = saving.save()
  await vi.advanceTimersByTimeAsync(1)
  type({ title: 'Two' })
  const second = saving.save()
  letGo()
  await Promise.all([first, second])

  expect(server.saves().map(({ body }) => [Number(body['version']), body['title']])).toEqual([
    [3, 'One'],
    [4, 'Two'],
  ])
  expect(server.stored()['title']).toBe('Two')
})

test('what is typed while a save is on its way stays, and is not taken for saved', async () => {
  const { saving, type, fields } = writingOn(server)
  const letGo = server.hold()
  type({ title: 'One' })
  const save = saving.save()
  await vi.advanceTimersByTimeAsync(1)
  type({ excerpt: 'Typed meanwhile' })
  letGo()
  await save

  expect(fields()).toMatchObject({ title: 'One', excerpt: 'Typed meanwhile' })
  expect(saving.state.get()).toEqual({ kind: 'typing' })
  expect(saving.isChanged()).toBe(true)
})

test('a conflict stops the saves that wait, until somebody decides', async () => {
  const { saving, type, conflicts, fields } = writingOn(server)
  server.changeIt({ title: 'Theirs' })
  type({ title: 'Mine' })

  await Promise.all([saving.save(), saving.save()])

  expect(server.saves()).toHaveLength(1)
  expect(conflicts).toMatchObject([{ fields: ['title'] }])
  expect(saving.state.get()).toEqual({ kind: 'conflict', who: 'Asha Verma' })
  expect(server.stored()['title']).toBe('Theirs')

  await saving.settle(fields(), server.stored() as unknown as Post)

  expect(server.stored()['title']).toBe('Mine')
  expect(saving.state.get()).toMatchObject({ kind: 'saved' })
})

test('what is typed is in the tab a second later, and on the server at most every fifteen', async () => {
  const { saving, type } = writingOn(server)
  type({ title: 'A' })
  await vi.advanceTimersByTimeAsync(1_100)
  expect((await readFromTab('7'))?.fields.title).toBe('A')
  expect(server.kept()).toHaveLength(1)

  for (let second = 0; second < 12; second++) {
    type({ title: `A${second}` })
    await vi.advanceTimersByTimeAsync(900)
  }
  expect(server.kept()).toHaveLength(1)
  expect((await readFromTab('7'))?.fields.title).toMatch(/^A\d/)

  await vi.advanceTimersByTimeAsync(15_000)
  expect(server.kept()).toHaveLength(2)
  expect(JSON.parse(String(server.kept()[1]?.body['fields']))).toMatchObject({ title: 'A11', seen_version: 3 })
  saving.stop()
})

test('who turns away has all of it kept at once, and a save takes the copy of the tab away', async () => {
  const { saving, type } = writingOn(server)
  type({ title: 'A' })
  expect(saving.isUnkept()).toBe(true)

  saving.keepNow()
  await vi.advanceTimersByTimeAsync(1)
  expect(saving.isUnkept()).toBe(false)
  expect((await readFromTab('7'))?.fields.title).toBe('A')
  expect(server.kept()).toHaveLength(1)

  await saving.save()
  expect(sessionStorage.getItem('leadroom.draft.undefined.undefined.blog-post.7')).toBeNull()
})

test('without a connection it says so, and the text stays in the tab', async () => {
  const { saving, type } = writingOn(server)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  type({ title: 'A' })

  await expect(saving.save()).rejects.toMatchObject({ status: 0 })
  expect(saving.state.get()).toEqual({ kind: 'offline' })
  await vi.advanceTimersByTimeAsync(1_100)

  expect((await readFromTab('7'))?.fields.title).toBe('A')
  saving.stop()
})
