import type { ListEndpoint, Page } from '#web/kit/data/api.ts'
import { counted, formats } from '#web/kit/look/format.ts'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import type { Noun } from './list.ts'
import { Pager } from './Pager.tsx'
import type { ListState } from './use-list-params.ts'

interface ListFootProps<E extends ListEndpoint> {
  list: ListState<E>
  page: Page<unknown> | undefined
  noun: Noun
  loading: boolean
  /** Whether the page is still the one before. */
  stale: boolean
  /** Whether changes are looked for instead of told. */
  polls: boolean
  opens: boolean
  selects: boolean
}

/** Where in the list one is, which keys there are, and the way to other pages. */
export const ListFoot = <E extends ListEndpoint>({
  list,
  page,
  noun,
  loading,
  stale,
  polls,
  opens,
  selects,
}: ListFootProps<E>) => (
  <footer className="list-foot">
    <span>{footText(page, noun, loading)}</span>
    {polls && <span>Looking for changes every 15 s</span>}
    <span className="sr-only" role="status">
      {page && page.data.length > 0 && !stale ? counted(page.pagination.total, ...noun) : ''}
    </span>
    <KeyHints opens={opens} selects={selects} />
    {page && <Pager pagination={page.pagination} linkTo={(next) => list.linkTo({ page: String(next) })} />}
  </footer>
)

const footText = (page: Page<unknown> | undefined, noun: Noun, loading: boolean) => {
  if (page) return rangeOf(page) ?? counted(page.pagination.total, ...noun)
  return loading ? `Loading ${noun[1]}` : ''
}

/** Rows that left the list stay on screen for a while: they are not counted. */
const rangeOf = ({ data, pagination: { page, pageSize, total } }: Page<unknown>) => {
  const { number } = formats()
  const first = (page - 1) * pageSize + 1
  const last = Math.min(first + data.length - 1, total)
  return last < first ? undefined : `${number(first)}–${number(last)} of ${number(total)}`
}

const KeyHints = ({ opens, selects }: { opens: boolean; selects: boolean }) => (
  <span className="key-hints" aria-hidden>
    <span>
      <Kbd>J</Kbd> <Kbd>K</Kbd> move
    </span>
    {opens && (
      <span>
        <Kbd>Enter</Kbd> open
      </span>
    )}
    {selects && (
      <span>
        <Kbd>X</Kbd> select
      </span>
    )}
  </span>
)
