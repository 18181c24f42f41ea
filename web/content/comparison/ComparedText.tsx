import { memo, useMemo } from 'react'
import { ComparedBlock } from './ComparedBlock.tsx'
import { useVersion } from './ComparedFields.tsx'
import { Current } from './Current.tsx'
import type { Diffed } from './diff-blocks.ts'
import { shownIn } from './shown-in.ts'

interface ComparedTextProps {
  id: number
  blocks: readonly Diffed[]
  older: number
  newer: number
  /** How many changes stand above the text. */
  before: number
  current: number
  total: number
  /** False: the newer text as it reads. */
  marks: boolean
}

/** The text of the newer version, with what the older one had between it. */
export const ComparedText = ({ id, blocks, older, newer, before, current, total, marks }: ComparedTextProps) => {
  const from = useVersion(id, older)?.content ?? ''
  const to = useVersion(id, newer)?.content ?? ''
  // Two long texts are parsed here, and every key press draws them again.
  const shown = useMemo(() => shownIn(from, to), [from, to])
  const numbers = numbered(blocks, before)
  return blocks.map((block, at) => {
    if (!marks && block.change === 'removed') return null
    const number = numbers[at]
    return (
      <Current key={at} number={number} isCurrent={marks && number === current} total={total} kind={kindOf(block)}>
        <Drawn block={block} shown={shown} />
      </Current>
    )
  })
}

/** Going from change to change draws none of them again. */
const Drawn = memo(ComparedBlock)

const numbered = (blocks: readonly Diffed[], before: number) => {
  let last = before
  return blocks.map(({ change }) => {
    if (change === 'same') return undefined
    last += 1
    return last
  })
}

const kindOf = ({ change }: Diffed) =>
  change === 'added' || change === 'removed' || change === 'moved' ? change : 'changed'
