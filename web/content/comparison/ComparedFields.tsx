import { blogVersions } from '#contract/content/blog-versions.ts'
import type { Comparison, PostVersion, PostVersionRow } from '#contract/content/post.ts'
import { Cover } from '#web/content/post-words/Cover.tsx'
import { useOne } from '#web/kit/data/api.ts'
import { EmptyValue } from '#web/kit/look/EmptyValue.tsx'
import { formats } from '#web/kit/look/format.ts'
import { Current } from './Current.tsx'
import { diffWords, type Run, type RunKind } from './diff-blocks.ts'
import { Runs } from './Runs.tsx'
import { kindOf } from './use-versions.ts'

interface ComparedFieldsProps {
  id: number
  fields: Comparison['fields']
  /** Its number alone where the list of versions does not have it yet. */
  older: PostVersionRow | number
  newer: PostVersionRow | number
  isCurrent: boolean
  total: number
}

/** What differs beside the text, as one change. */
export const ComparedFields = ({ id, fields, older, newer, isCurrent, total }: ComparedFieldsProps) => {
  const before = useVersion(id, older)
  const after = useVersion(id, newer)
  return (
    <Current number={1} isCurrent={isCurrent} total={total} kind="changed">
      <div className="compared-fields">
        <table>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">{named(older)}</th>
              <th scope="col">{named(newer)}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ field, label, from, to }) => {
              const runs = WHOLE.has(field) ? replaced(from, to) : diffWords(shown(field, from), shown(field, to))
              const side = (kind: RunKind) => runs.filter((run) => run.kind === 'same' || run.kind === kind)
              return (
                <tr key={field}>
                  <th scope="row">{label}</th>
                  <td>
                    <Picture field={field} version={before} />
                    {from ? <Runs runs={side('removed')} /> : <EmptyValue />}
                  </td>
                  <td>
                    <Picture field={field} version={after} />
                    {to ? <Runs runs={side('added')} /> : <EmptyValue />}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </Current>
  )
}

/** A name of a file says nothing by its parts. */
const WHOLE: ReadonlySet<string> = new Set(['image_id', 'og_image_id'])
const replaced = (from: string | null, to: string | null): Run[] =>
  from === to
    ? [{ kind: 'same', text: to ?? '', marks: [] }]
    : [
        { kind: 'removed', text: from ?? '', marks: [] },
        { kind: 'added', text: to ?? '', marks: [] },
      ]

const shown = (field: string, text: string | null) => (field === 'slug' && text ? `/${text}` : (text ?? ''))

export const useVersion = (id: number, version: PostVersionRow | number) => {
  const number = typeof version === 'number' ? version : version.number
  return useOne(blogVersions.one, { params: { id, number } }, { staleTime: Infinity }).data?.data
}

const named = (version: PostVersionRow | number) => {
  if (typeof version === 'number') return `Version ${version}`
  const kind = kindOf(version)
  const at = (kind === 'Published' && version.published_at) || version.made_at
  return `Version ${version.number}, ${kind.toLowerCase()} ${formats().date(at)}`
}

const Picture = ({ field, version }: { field: string; version: PostVersion | undefined }) => {
  if (!version || (field !== 'image_id' && field !== 'og_image_id')) return null
  return (
    <Cover
      image={field === 'image_id' ? version.image : version.og_image}
      width={56}
      height={32}
      className="field-cover"
    />
  )
}
