import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Pagination } from '#contract/kit/endpoint.ts'
import { lastPageOf, pageNumbers } from './page-numbers.ts'

interface PagerProps {
  pagination: Pagination
  /** The address of a page. */
  linkTo: (page: number) => string
}

/** The pages as links, so that each can be copied and opened beside. Those that the server refuses are not among them: the last one says why. */
export const Pager = ({ pagination, linkTo }: PagerProps) => {
  const { page, end } = pagination
  const pages = lastPageOf(pagination)
  if (pages < 2) return null
  return (
    <nav aria-label="Pages" className="pager">
      {page === end?.page && <span className="pager-end">{end.message}</span>}
      <Step to={page > 1 ? linkTo(page - 1) : undefined} label="Previous page">
        <LeftOutlined aria-hidden />
      </Step>
      {pageNumbers(page, pages).map((number, index) =>
        number === undefined ? (
          <span key={`gap-${index}`} className="pager-gap" aria-hidden>
            …
          </span>
        ) : (
          <Link
            key={number}
            to={linkTo(number)}
            className="pager-page pager-number"
            aria-label={`Page ${number}`}
            aria-current={number === page ? 'page' : undefined}
          >
            {number}
          </Link>
        ),
      )}
      <Step to={page < pages ? linkTo(page + 1) : undefined} label="Next page">
        <RightOutlined aria-hidden />
      </Step>
    </nav>
  )
}

const Step = ({ to, label, children }: { to: string | undefined; label: string; children: ReactNode }) =>
  to === undefined ? (
    <span className="pager-page pager-off" aria-hidden>
      {children}
    </span>
  ) : (
    <Link to={to} className="pager-page" aria-label={label}>
      {children}
    </Link>
  )
