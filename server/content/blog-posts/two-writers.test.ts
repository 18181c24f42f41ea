import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { blogPublishing } from '#contract/content/blog-publishing.ts'
import { blogVersions } from '#contract/content/blog-versions.ts'
import { blogWorkingCopies } from '#contract/content/blog-working-copies.ts'
import { changes } from '#contract/platform/changes.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import {
  addPost,
  documentText,
  paragraphsOf,
  picturesReady,
  POST_KEYS,
  postOf,
  savePost,
  withAuthor,
} from '#server/test/posts.ts'
import { howMany } from '../../../scripts/scope.mjs'

const app = await startTestApp()
afterAll(() => app.stop())

const ACTS = ['type', 'type', 'type', 'save', 'save', 'autosave', 'publish', 'restore', 'undo', 'look'] as const
const step = fc.record({
  who: fc.integer({ min: 0, max: 1 }),
  act: fc.constantFrom(...ACTS),
  at: fc.integer({ min: 0, max: 4 }),
})

/** A person at a browser: what they see, and what they have typed into it and not saved. */
interface Writer {
  person: TestPerson
  version: number
  paragraphs: string[]
  dirty: boolean
}

test('C7: two people type, save, keep, publish, restore and undo in any order; no word of theirs is lost', async () => {
  const { person, authorId } = await withAuthor(app)
  const bob = await app.signIn({ can: POST_KEYS, colleagueOf: person })
  const cover = (await addPost(person, authorId)).image!.id
  await picturesReady(app, person)
  let word = 0

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 25 }), async (steps) => {
      const { id } = await addPost(person, authorId, {
        image_id: cover,
        document: documentText('Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon'),
      })
      const key = String(id)
      /** Words that somebody took out knowingly: by a restore or an undo of a post that they saw. */
      const takenOut = new Set<string>()
      const conflicts: string[] = []
      const look = async (writer: Writer) => {
        const post = await postOf(writer.person, id)
        Object.assign(writer, { version: post.version, paragraphs: paragraphsOf(post), dirty: false })
      }
      const writers: Writer[] = [person, bob].map((each) => ({
        person: each,
        version: 1,
        paragraphs: [],
        dirty: false,
      }))
      for (const writer of writers) await look(writer)
      const typed: string[] = []
      const draftWords = async () => paragraphsOf(await postOf(person, id)).join(' ')
      const refusedAs = async (work: Promise<unknown>) =>
        work.then(
          () => undefined,
          ({ status, failure }) => {
            expect(status).toBe(409)
            return failure
          },
        )
      /** Notes what an act took out of the draft. */
      const takingOut = async (work: () => Promise<unknown>) => {
        const before = await draftWords()
        const failure = await refusedAs(work())
        const after = await draftWords()
        for (const each of typed) if (before.includes(each) && !after.includes(each)) takenOut.add(each)
        return failure
      }

      for (const { who, act, at } of steps) {
        const writer = writers[who]!
        switch (act) {
          case 'type': {
            const token = `w${++word}z`
            const place = at % Math.max(1, writer.paragraphs.length)
            writer.paragraphs = writer.paragraphs.map((text, no) => (no === place ? `${text} ${token}` : text))
            writer.dirty = true
            typed.push(token)
            await writer.person.call(blogWorkingCopies.keep, {
              params: { key },
              body: { post_id: id, fields: JSON.stringify({ document: writer.paragraphs }) },
            })
            break
          }
          case 'autosave':
            await writer.person.call(blogWorkingCopies.keep, {
              params: { key },
              body: { post_id: id, fields: JSON.stringify({ document: writer.paragraphs }) },
            })
            break
          case 'save': {
            const sent = {
              document: documentText(...writer.paragraphs),
              version: writer.version,
              working_copy: key,
            }
            const failure = await refusedAs(savePost(writer.person, id, sent))
            if (failure) conflicts.push(JSON.stringify(failure.details))
            else await look(writer)
            break
          }
          case 'publish':
            await refusedAs(
              writer.person.call(blogPublishing.setStatus, {
                params: { id },
                body: { action: 'publish', version: writer.version },
              }),
            )
            break
          case 'restore':
            if (!writer.dirty)
              await takingOut(() =>
                writer.person.call(blogVersions.restore, {
                  params: { id },
                  body: { number: 1, version: writer.version },
                }),
              )
            break
          case 'undo': {
            const [newest] = (await writer.person.call(changes.list, { query: { limit: 1 } })).data
            if (newest && newest.did !== 'Added *')
              await takingOut(() => writer.person.call(changes.undo, { body: { changeSet: newest.change_set } }))
            break
          }
          case 'look':
            if (!writer.dirty) await look(writer)
        }
      }

      const kept = await app.sql(
        person.companyId,
        `select fields::text as text from blog_working_copies where company_id = $1 and key = $2`,
        [person.companyId, key],
      )
      const versions = await app.sql(
        person.companyId,
        `select document::text as text from blog_versions where company_id = $1 and post_id = $2`,
        [person.companyId, id],
      )
      const found = [await draftWords(), ...conflicts, ...kept.map(({ text }) => text)].join(' ')
      expect(typed.filter((each) => !found.includes(each) && !takenOut.has(each))).toEqual([])
      // What was taken out knowingly is in the versions.
      const history = versions.map(({ text }) => text).join(' ')
      expect([...takenOut].filter((each) => !history.includes(each))).toEqual([])
    }),
    { numRuns: howMany(12, 200, 'two writers') },
  )
})
