import type { CompetitorPostRow } from '#contract/insight/competitor-posts.ts'
import { StatusTag } from '#web/kit/look/StatusTag.tsx'
import { COVERAGE_WORDS } from '#web/insight/frame/insight-words.tsx'

interface CoverageTagProps {
  post: Pick<CompetitorPostRow, 'coverage' | 'our_coverage'>
  short?: boolean
}

/** Whether we have written of it, how alike the nearest of ours is, and which that is. */
export const CoverageTag = ({ post: { coverage, our_coverage }, short = false }: CoverageTagProps) => {
  const { label, tone } = COVERAGE_WORDS[coverage]
  const { post, score } = our_coverage
  const says = score !== null && (coverage === 'covered' || coverage === 'nearest') ? `${label} ${score}% alike` : label
  return (
    <span className="coverage">
      <StatusTag tone={tone}>{says}</StatusTag>
      {post && coverage !== 'gap' && (
        <span className={short ? 'coverage-ours cut' : 'coverage-ours'}>{post.title}</span>
      )}
    </span>
  )
}
