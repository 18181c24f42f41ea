import { MergeCellsOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { Lookalike } from '#contract/directory/directory-values.ts'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { counted } from '#web/kit/look/format.ts'

interface PossibleDuplicateProps {
  lookalikes: readonly Lookalike[]
  running: boolean
  onNotSame: (other: Lookalike) => void
  onCompare: (other: Lookalike) => void
}

/** Somebody who is likely the same: said one by one, the likeliest first. */
export const PossibleDuplicate = ({ lookalikes, running, onNotSame, onCompare }: PossibleDuplicateProps) => {
  const [first, ...rest] = lookalikes
  if (!first) return null
  return (
    <section className="possible-duplicate" aria-label="Possible duplicate">
      <MergeCellsOutlined aria-hidden />
      <span className="possible-duplicate-words">
        <strong>Possible duplicate: {first.name}</strong>
        <span>
          {first.reason}. {counted(first.leads_all, 'lead')}.
          {rest.length > 0 && ` And ${counted(rest.length, 'more', 'more')}.`}
        </span>
      </span>
      <span className="possible-duplicate-acts">
        <Button loading={running} onClick={() => onNotSame(first)}>
          Not the same
        </Button>
        <Button type="primary" aria-keyshortcuts="M" onClick={() => onCompare(first)}>
          Compare <Kbd>M</Kbd>
        </Button>
      </span>
    </section>
  )
}
