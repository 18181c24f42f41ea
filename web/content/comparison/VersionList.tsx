import { Button, Checkbox, Select } from 'antd'
import { useRef, type KeyboardEvent } from 'react'
import type { PostVersionRow } from '#contract/content/post.ts'
import { counted, formats } from '#web/kit/look/format.ts'
import { kindOf, type Versions } from './use-versions.ts'

interface VersionListProps {
  versions: Versions
  older: number | undefined
  newer: number | undefined
  /** In either order. */
  onChoose: (one: number, other: number) => void
}

interface ListedProps extends VersionListProps {
  /** Whether those alone are listed that readers have seen. */
  publishedOnly: boolean
  onPublishedOnly: (only: boolean) => void
}

/** The versions beside the text. Enter or a press makes one the newer of the two, with Shift the older. */
export const VersionList = ({
  versions: { rows, total, more },
  older,
  newer,
  onChoose,
  publishedOnly,
  onPublishedOnly,
}: ListedProps) => {
  const list = useRef<HTMLUListElement>(null)
  const step = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('.version') ?? [])]
    const at = buttons.findIndex((button) => button === document.activeElement)
    buttons[Math.min(buttons.length - 1, Math.max(0, at + by))]?.focus()
  }
  const choose = (number: number, asOlder: boolean) => {
    if (asOlder) onChoose(number, newer !== undefined && newer !== number ? newer : number)
    else onChoose(older !== undefined && older !== number ? older : number, number)
  }
  const tabStop = rows.some(({ number }) => number === newer) ? newer : rows[0]?.number
  return (
    <nav className="versions" aria-label="Versions">
      <div className="versions-head">
        <span role="status">{total === undefined ? 'Versions' : counted(total, 'version')}</span>
        <Checkbox checked={publishedOnly} onChange={({ target }) => onPublishedOnly(target.checked)}>
          Published only
        </Checkbox>
      </div>
      <ul ref={list} onKeyDown={step}>
        {rows.map((row) => (
          <li key={row.number}>
            <button
              type="button"
              className={`version ${placeOf(row.number, older, newer)}`}
              aria-describedby="versions-help"
              aria-current={row.number === newer || row.number === older ? true : undefined}
              tabIndex={row.number === tabStop ? 0 : -1}
              onClick={(event) => choose(row.number, event.shiftKey)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                event.preventDefault()
                choose(row.number, event.shiftKey)
              }}
            >
              <VersionFacts row={row} older={older} newer={newer} />
            </button>
          </li>
        ))}
      </ul>
      {more && (
        <Button type="link" onClick={more}>
          Show older versions
        </Button>
      )}
      <p className="versions-foot" id="versions-help">
        <kbd className="kbd">⏎</kbd> newer <kbd className="kbd">⇧ ⏎</kbd> older
      </p>
    </nav>
  )
}

const placeOf = (number: number, older: number | undefined, newer: number | undefined) => {
  if (number === newer) return 'version-newer'
  return number === older ? 'version-older' : ''
}

const VersionFacts = ({ row, older, newer }: { row: PostVersionRow } & Pick<VersionListProps, 'older' | 'newer'>) => {
  const { number, made_at, made_by, note, is_live } = row
  return (
    <>
      <span className="version-line">
        <strong>Version {number}</strong>
        <span className="second">{formats().dateTime(made_at)}</span>
      </span>
      <span className="version-line">
        <span className="second cut">
          {kindOf(row)}
          {made_by && ` · ${made_by.name}`}
        </span>
        {number === newer && <span className="version-tag version-tag-newer">Newer</span>}
        {number === older && number !== newer && <span className="version-tag version-tag-older">Older</span>}
      </span>
      {note && <span className="version-note">{note}</span>}
      {is_live && <span className="version-note">Live now</span>}
    </>
  )
}

/** On a narrow screen: one choice for each of the two. */
export const VersionSelects = ({ versions: { rows }, older, newer, onChoose }: VersionListProps) => {
  const options = rows.map((row) => ({ value: row.number, label: `${row.number}, ${kindOf(row).toLowerCase()}` }))
  return (
    <div className="version-selects">
      <div>
        <span aria-hidden>Older</span>
        <Select
          aria-label="Older"
          {...(older !== undefined && { value: older })}
          options={options}
          onChange={(to) => onChoose(to, newer ?? to)}
        />
      </div>
      <div>
        <span aria-hidden>Newer</span>
        <Select
          aria-label="Newer"
          {...(newer !== undefined && { value: newer })}
          options={options}
          onChange={(to) => onChoose(older ?? to, to)}
        />
      </div>
    </div>
  )
}
