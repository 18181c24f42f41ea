import { Button } from 'antd'
import { useId } from 'react'
import type { Contact } from '#contract/directory/contacts.ts'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { formats } from '#web/kit/look/format.ts'

type Merge = Contact['merges'][number]

interface MergedPartsProps {
  merges: readonly Merge[]
  running: boolean
  /** Undefined for people who may not take them apart. */
  onUnmerge: ((merge: Merge) => void) | undefined
}

/** The one that U takes apart: what was merged last. */
export const newestMerge = (merges: readonly Merge[]) =>
  merges.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at) || other.id - one.id)[0]

/** Those that have become part of this one. */
export const MergedParts = ({ merges, running, onUnmerge }: MergedPartsProps) => {
  const heading = useId()
  if (merges.length === 0) return null
  const newest = newestMerge(merges)
  return (
    <section aria-labelledby={heading}>
      <header className="facts-head">
        <h3 id={heading}>Merged into this</h3>
      </header>
      <ul className="merged-parts">
        {merges.map((merge) => (
          <li key={merge.id}>
            <span>
              {merge.name}
              <span className="second">
                Merged by {merge.by}, {formats().date(merge.at)}
              </span>
            </span>
            {onUnmerge && (
              <Button
                size="small"
                loading={running}
                {...(merge === newest && { 'aria-keyshortcuts': 'U' })}
                onClick={() => onUnmerge(merge)}
              >
                Unmerge<span className="sr-only"> {merge.name}</span>
                {merge === newest && <Kbd>U</Kbd>}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
