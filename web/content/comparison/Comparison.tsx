import { ArrowLeftOutlined, RollbackOutlined } from '@ant-design/icons'
import { Button, Switch } from 'antd'
import { useRef, useState } from 'react'
import { blogPosts } from '#contract/content/blog-posts.ts'
import { blogVersions } from '#contract/content/blog-versions.ts'
import { POST_READS } from '#web/content/post-words/post-reads.ts'
import { sentenceOf, useAction, useOne } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { useKeys } from '#web/kit/keys/keys.ts'
import { formats } from '#web/kit/look/format.ts'
import { PageTitle } from '#web/kit/look/PageTitle.tsx'
import { useNarrow } from '#web/kit/look/use-media.ts'
import { ChangeMap } from './ChangeMap.tsx'
import { ComparedFields } from './ComparedFields.tsx'
import { ComparedText } from './ComparedText.tsx'
import { countWords } from './diff-blocks.ts'
import { useComparison } from './use-comparison.ts'
import { useVersions } from './use-versions.ts'
import { VersionList, VersionSelects } from './VersionList.tsx'
import './comparison.css'

interface ComparisonProps {
  id: number
  /** As the address has them; where it has none, what readers see and the draft are compared. */
  older: number | undefined
  newer: number | undefined
  onChoose: (older: number, newer: number) => void
  /** Back to the editor. */
  onEdit: () => void
}

/** Two versions of a post in one text: what came, what went, and what only stands elsewhere. */
export const Comparison = ({ id, older: from, newer: to, onChoose, onEdit }: ComparisonProps) => {
  const narrow = useNarrow()
  const text = useRef<HTMLDivElement>(null)
  const [marks, setMarks] = useState(true)
  const [current, setCurrent] = useState(0)
  const post = useOne(blogPosts.details, { params: { id }, query: {} }).data?.data
  const [publishedOnly, setPublishedOnly] = useState(false)
  const versions = useVersions(id)
  const listed = useVersions(id, { publishedOnly })
  const newer = to ?? post?.draft_version
  const older =
    from ?? (post && ([post.live_version, post.draft_version - 1].find((one) => one && one !== newer) ?? undefined))
  const { answer, fields, blocks } = useComparison(id, older, newer)
  const versionOf = (number: number | undefined) => versions.rows.find((row) => row.number === number)
  const changes =
    (fields && fields.length > 0 ? 1 : 0) + (blocks?.filter(({ change }) => change !== 'same').length ?? 0)
  const choose = (one: number, other: number) => {
    setCurrent(0)
    onChoose(Math.min(one, other), Math.max(one, other))
  }
  const goTo = (change: number) => {
    if (changes === 0) return
    const next = Math.min(changes, Math.max(1, change))
    setCurrent(next)
    const place = text.current?.querySelector<HTMLElement>(`[data-change="${next}"]`)
    place?.focus({ preventScroll: true })
    place?.scrollIntoView({ block: 'nearest' })
  }
  const restore = useAction(blogVersions.restore, {
    done: (_, { body: { number } }) => `Restored version ${number} as a draft`,
    refreshes: POST_READS,
    then: ({ data }) => onChoose(older ?? 1, data.draft_version),
  })
  const mayRestore =
    can(blogVersions.restore) && older !== undefined && post !== undefined && older !== post.draft_version
  const run = () => mayRestore && void restore({ params: { id }, body: { number: older, version: post.version } })
  useKeys('list', [
    { keys: 'n', label: 'Next change', run: () => goTo(current + 1) },
    { keys: 'p', label: 'Previous change', run: () => goTo(current - 1) },
    { keys: 'escape', label: 'Back to the editor', run: onEdit },
  ])

  const words = blocks && countWords(blocks)
  const { number } = formats()
  return (
    <div className="compare">
      <header className="compare-bar">
        <Button type="text" icon={<ArrowLeftOutlined aria-hidden />} aria-label="Back to the editor" onClick={onEdit} />
        <PageTitle title="Compare versions">{post?.title ?? 'Compare versions'}</PageTitle>
        {words && (
          <span className="second compare-words">
            +{number(words.added)} −{number(words.removed)} words
          </span>
        )}
        <div className="compare-acts">
          <span className="second" role="status">
            {changes > 0 &&
              (current === 0
                ? `${changes} ${changes === 1 ? 'change' : 'changes'}`
                : `Change ${current} of ${changes}`)}
          </span>
          <Button disabled={changes === 0} aria-keyshortcuts="P" onClick={() => goTo(current - 1)}>
            Previous <Kbd>P</Kbd>
          </Button>
          <Button disabled={changes === 0} aria-keyshortcuts="N" onClick={() => goTo(current + 1)}>
            Next <Kbd>N</Kbd>
          </Button>
          <label className="switch-label compare-marks" htmlFor="compare-marks">
            <Switch id="compare-marks" size={narrow ? 'small' : 'medium'} checked={marks} onChange={setMarks} />
            Marks
          </label>
          {mayRestore && (
            <Button type="primary" icon={<RollbackOutlined aria-hidden />} loading={restore.running} onClick={run}>
              Restore {older} as draft
            </Button>
          )}
        </div>
      </header>
      {narrow ? (
        <VersionSelects versions={versions} older={older} newer={newer} onChoose={choose} />
      ) : (
        <VersionList
          versions={listed}
          older={older}
          newer={newer}
          onChoose={choose}
          publishedOnly={publishedOnly}
          onPublishedOnly={setPublishedOnly}
        />
      )}
      <div
        ref={text}
        className="compare-text"
        role="region"
        aria-label="Text"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
        tabIndex={0}
        aria-busy={answer.isFetching}
      >
        {answer.isError && (
          <Notice
            kind="error"
            title="The versions were not compared"
            action={
              <Button size="small" onClick={() => void answer.refetch()}>
                Try again
              </Button>
            }
          >
            {sentenceOf(answer.error, blogVersions.compare.failure)}
          </Notice>
        )}
        {older === undefined && post && <p className="compare-none">This post has one version so far.</p>}
        {fields && blocks && older !== undefined && newer !== undefined && (
          <div className={marks ? 'compared' : 'compared compared-clean'}>
            {changes === 0 && <p className="compare-none">These versions are the same.</p>}
            {fields.length > 0 && (
              <ComparedFields
                id={id}
                fields={fields}
                older={versionOf(older) ?? older}
                newer={versionOf(newer) ?? newer}
                isCurrent={current === 1}
                total={changes}
              />
            )}
            <ComparedText
              id={id}
              blocks={blocks}
              older={older}
              newer={newer}
              before={fields.length > 0 ? 1 : 0}
              current={current}
              total={changes}
              marks={marks}
            />
          </div>
        )}
      </div>
      {!narrow && blocks && marks && <ChangeMap text={text} current={current} onGoTo={goTo} of={blocks} />}
    </div>
  )
}
