import {
  CheckCircleFilled,
  CloseCircleFilled,
  DownOutlined,
  ExclamationCircleFilled,
  RightOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { useId, useState, type Ref } from 'react'
import type { Finding, Post } from '#contract/content/post.ts'
import { counted } from '#web/kit/look/format.ts'
import { placeOf } from './places.ts'
import type { PublishCheck } from './use-plan.ts'

interface ChecksProps {
  post: Post
  check: PublishCheck | undefined
  /** Of the first that has to be mended. */
  first: Ref<HTMLButtonElement>
  onGoTo: (finding: Finding) => void
}

/** What keeps it from being published, then what could be better, of which one is shown before the rest. */
export const Checks = ({ post, check, first, onGoTo }: ChecksProps) => {
  const heading = useId()
  const [unfolded, setUnfolded] = useState(false)
  if (!check)
    return (
      <section aria-labelledby={heading}>
        <h3 id={heading}>Checks</h3>
        <span className="bone" />
        <span className="bone bone-short" />
      </section>
    )
  const { blocking, advice } = check
  const shown = unfolded ? advice : advice.slice(0, 1)
  const more = advice.length - shown.length
  return (
    <section aria-labelledby={heading}>
      <div className="publish-heading">
        <h3 id={heading}>Checks</h3>
        <span role="status">
          {blocking.length > 0 && <strong className="publish-wrong">{blocking.length} to fix</strong>}
          {blocking.length > 0 && advice.length > 0 && ' · '}
          {advice.length > 0 && counted(advice.length, 'suggestion')}
        </span>
      </div>
      <ul className="checks">
        {blocking.map((finding, at) => (
          <li key={keyOf(finding, at)} className="check check-blocking">
            <CheckRow
              post={post}
              finding={finding}
              kind="blocking"
              button={at === 0 ? first : undefined}
              onGoTo={onGoTo}
            />
          </li>
        ))}
        {shown.map((finding, at) => (
          <li key={keyOf(finding, at)} className="check">
            <CheckRow post={post} finding={finding} kind="advice" onGoTo={onGoTo} />
          </li>
        ))}
        {advice.length > 1 && (
          <li className="check">
            <button
              type="button"
              className="check-more"
              aria-expanded={unfolded}
              onClick={() => setUnfolded(!unfolded)}
            >
              {unfolded ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
              {unfolded ? 'Fewer suggestions' : counted(more, 'more suggestion')}
            </button>
          </li>
        )}
        {blocking.length === 0 && advice.length === 0 && (
          <li className="check check-fine">
            <CheckCircleFilled aria-hidden /> Everything is fine
          </li>
        )}
      </ul>
    </section>
  )
}

const keyOf = ({ code, field, block }: Finding, at: number) => `${code} ${field} ${block} ${at}`

interface CheckRowProps {
  post: Post
  finding: Finding
  kind: 'blocking' | 'advice'
  button?: Ref<HTMLButtonElement> | undefined
  onGoTo: (finding: Finding) => void
}

const CheckRow = ({ post, finding, kind, button, onGoTo }: CheckRowProps) => {
  const place = placeOf(finding, post)
  const id = useId()
  return (
    <>
      {kind === 'blocking' ? (
        <CloseCircleFilled className="check-wrong" aria-label="To fix:" />
      ) : (
        <ExclamationCircleFilled className="check-could" aria-label="Suggestion:" />
      )}
      <span className="check-words" id={id}>
        <strong>{finding.message}</strong>
        <span className="second">{[place, finding.detail].filter(Boolean).join('. ')}</span>
      </span>
      {finding.field !== null && (
        <Button {...(button && { ref: button })} size="small" aria-describedby={id} onClick={() => onGoTo(finding)}>
          Go there
        </Button>
      )}
    </>
  )
}
