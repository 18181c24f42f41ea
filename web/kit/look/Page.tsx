import type { ReactNode } from 'react'
import { PageTitle } from './PageTitle.tsx'

interface PageProps {
  title: string
  /** What the heading says, where it is not the title. */
  heading?: ReactNode
  subtitle?: ReactNode
  actions?: ReactNode
  /** 720 for forms; the whole width without it. */
  width?: number
  children: ReactNode
}

/** A page that is not a list: heading, actions, content that scrolls. */
export const Page = ({ title, heading, subtitle, actions, width, children }: PageProps) => (
  <div className="page">
    <div className="page-inner" style={width ? { maxWidth: width } : undefined}>
      <header className="page-head">
        <div>
          <PageTitle title={title}>{heading}</PageTitle>
          {subtitle && <p className="page-subtitle">{subtitle}</p>}
        </div>
        {actions && <div className="page-actions">{actions}</div>}
      </header>
      {children}
    </div>
  </div>
)
