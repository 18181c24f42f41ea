import {
  CheckCircleOutlined,
  CommentOutlined,
  EditOutlined,
  InboxOutlined,
  MergeCellsOutlined,
  PlusOutlined,
  SplitCellsOutlined,
} from '@ant-design/icons'
import { useId, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Happened } from '#contract/directory/directory-values.ts'
import { When } from '#web/kit/look/When.tsx'
import './happened.css'

const ICONS: Readonly<Record<Happened['kind'], ReactNode>> = {
  lead: <InboxOutlined aria-hidden />,
  verdict: <CheckCircleOutlined aria-hidden />,
  comment: <CommentOutlined aria-hidden />,
  fact: <PlusOutlined aria-hidden />,
  merge: <MergeCellsOutlined aria-hidden />,
  unmerge: <SplitCellsOutlined aria-hidden />,
  change: <EditOutlined aria-hidden />,
}

/** What happened with somebody, the newest first. */
export const HappenedList = ({ timeline }: { timeline: readonly Happened[] }) => {
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading}>Timeline</h3>
      {timeline.length === 0 && <p className="second">Nothing yet.</p>}
      <ol className="happened">
        {timeline.map(({ at, kind, text, link }) => (
          <li key={`${at} ${kind} ${text}`}>
            <span className="happened-icon">{ICONS[kind]}</span>
            <span>
              {link === null ? text : <Link to={link}>{text}</Link>}
              <span className="second">
                <When at={at} />
              </span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
