import { CopyOutlined, DownOutlined, LinkOutlined, UpOutlined } from '@ant-design/icons'
import { Button, Space } from 'antd'
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import { callForPage, type ListEndpoint, type Page } from '#web/kit/data/api.ts'
import { copyText } from '#web/kit/feedback/copy.ts'
import { toast } from '#web/kit/feedback/toast.ts'
import { useKeys } from '#web/kit/keys/keys.ts'
import { formats } from '#web/kit/look/format.ts'
import { useNarrow } from '#web/kit/look/use-media.ts'
import { CloseButton, SideDrawer } from '#web/kit/look/SideDrawer.tsx'
import type { Noun } from './list.ts'
import { lastPageOf } from './page-numbers.ts'
import './row-drawer.css'

interface RowDrawerProps<E extends ListEndpoint> {
  id: number
  noun: Noun
  /** How wide it is; 820 unless said. */
  size?: number
  /** The list beside which it stands: what comes before and after the row. */
  endpoint: E
  query: QueryOf<E>
  page: Page<{ id: number }> | undefined
  title: string
  /** Beside the title: its status. */
  tag?: ReactNode
  /** Below the title, in a lower voice; a narrow screen has room for the first. */
  about: readonly string[]
  picture?: ReactNode
  /** What people mostly copy of a row; its link unless said. */
  copies?: { label: string; text: string; done: string }
  /** Beside the ways out: what else can be done. */
  menu?: ReactNode
  /** J and K go from field to field in the row; Shift with them goes from row to row. */
  hasFieldKeys?: boolean
  onOpen: (id: number, change?: { page?: number }) => void
  onClose: () => void
  children: ReactNode
}

/** One row beside its list: what it is, where in the list, the ways out. The keys are the drawer's while it is open. */
export const RowDrawer = <E extends ListEndpoint>(props: RowDrawerProps<E>) => {
  const {
    id,
    noun,
    size = 820,
    title,
    tag,
    about,
    picture,
    copies,
    menu,
    hasFieldKeys = false,
    onClose,
    children,
  } = props
  const narrow = useNarrow()
  const label = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  // A field that the drawer was opened at has the focus by then.
  useEffect(() => {
    const drawer = heading.current?.closest('.row-drawer')
    if (!drawer?.querySelector('.row-drawer-body')?.contains(document.activeElement))
      heading.current?.focus({ preventScroll: true })
  }, [id])
  const { place, step } = useSteps(props)
  const copy = () =>
    copies
      ? copyText(copies.text, { done: copies.done, failed: `${copies.text} was not copied. Mark it and copy it.` })
      : copyText(location.href, {
          done: 'Link copied',
          failed: 'The link was not copied. Copy it from the address bar.',
        })
  useKeys('panel', [
    { keys: hasFieldKeys ? 'shift+j' : ['j', 'arrowdown'], label: `Next ${noun[0]}`, run: () => void step(1) },
    { keys: hasFieldKeys ? 'shift+k' : ['k', 'arrowup'], label: `Previous ${noun[0]}`, run: () => void step(-1) },
    ...(copies ? [{ keys: 'c', label: copies.label, run: () => void copy() }] : []),
    { keys: 'escape', label: 'Close', run: onClose },
  ])

  return (
    <SideDrawer
      size={size}
      label={label}
      className={size < 820 ? 'row-drawer row-drawer-slim' : 'row-drawer'}
      onKeyDown={(event) => leaveField(event, heading.current)}
    >
      <div className="row-drawer-head">
        {picture}
        <div className="row-drawer-title">
          <h2 id={label} ref={heading} tabIndex={-1}>
            <span className="cut">{title}</span>
            {tag}
          </h2>
          <p>{(narrow ? [...about.slice(0, 1), ...(place ? [placeWords(place)] : [])] : about).join(' · ')}</p>
        </div>
        <div className="row-drawer-ways">
          {place && (
            <>
              {!narrow && <span className="row-drawer-place">{placeWords(place)}</span>}
              <Space.Compact>
                <Button
                  icon={<UpOutlined aria-hidden />}
                  aria-label={`Previous ${noun[0]}`}
                  aria-keyshortcuts={hasFieldKeys ? 'Shift+K' : 'K'}
                  disabled={place.at <= 1}
                  onClick={() => void step(-1)}
                />
                <Button
                  icon={<DownOutlined aria-hidden />}
                  aria-label={`Next ${noun[0]}`}
                  aria-keyshortcuts={hasFieldKeys ? 'Shift+J' : 'J'}
                  disabled={place.at >= place.of}
                  onClick={() => void step(1)}
                />
              </Space.Compact>
            </>
          )}
          {!narrow && (
            <Button
              type="text"
              icon={copies ? <CopyOutlined aria-hidden /> : <LinkOutlined aria-hidden />}
              aria-label={copies?.label ?? 'Copy link'}
              onClick={() => void copy()}
            />
          )}
          {menu}
          <CloseButton onClose={onClose} />
        </div>
      </div>
      <div className="row-drawer-body">{children}</div>
    </SideDrawer>
  )
}

const placeWords = ({ at, of }: { at: number; of: number }) => `${formats().number(at)} of ${formats().number(of)}`

/** Where the row stands in the list, and the way to its neighbours, beyond the page too. */
const useSteps = <E extends ListEndpoint>({ id, endpoint, query, page, onOpen }: RowDrawerProps<E>) => {
  const index = page?.data.findIndex((row) => row.id === id) ?? -1
  const pagination = page?.pagination
  const isHere = pagination !== undefined && index >= 0
  const step = async (by: 1 | -1) => {
    if (!page || !isHere) return
    const near = page.data[index + by]
    const next = pagination.page + by
    if (near) onOpen(near.id)
    else if (next >= 1 && next <= lastPageOf(pagination)) {
      const { data } = await callForPage(endpoint, { ...query, page: next })
      const there: unknown = by === 1 ? data[0] : data.at(-1)
      if (there) onOpen(Number(Object(there).id), { page: next })
    } else if (by === 1 && pagination.end) toast.note(pagination.end.message)
  }
  return {
    step,
    place: isHere ? { at: (pagination.page - 1) * pagination.pageSize + index + 1, of: pagination.total } : undefined,
  }
}

/** Escape leaves a field for the heading first, where the single keys work; pressed again it closes. */
const leaveField = (event: KeyboardEvent, heading: HTMLElement | null) => {
  const { target } = event
  if (event.key !== 'Escape' || event.defaultPrevented || !(target instanceof HTMLElement)) return
  // A dialog that the drawer has opened stands elsewhere in the page, and closes by itself.
  if (!event.currentTarget.contains(target)) return
  if (!target.matches('input, textarea') || target.ariaExpanded === 'true') return
  event.preventDefault()
  heading?.focus()
}
