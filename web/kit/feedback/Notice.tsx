import { CloseCircleFilled, ExclamationCircleFilled, InfoCircleFilled } from '@ant-design/icons'
import type { ReactNode } from 'react'

const ICONS = {
  error: <CloseCircleFilled aria-hidden />,
  warning: <ExclamationCircleFilled aria-hidden />,
  info: <InfoCircleFilled aria-hidden />,
}

interface NoticeProps {
  kind: keyof typeof ICONS
  title: string
  children?: ReactNode
  action?: ReactNode
}

/** A message in the page: what happened, then what to do. */
export const Notice = ({ kind, title, children, action }: NoticeProps) => (
  <div className={`notice notice-${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
    <span className="notice-icon" aria-hidden>
      {ICONS[kind]}
    </span>
    <div className="notice-text">
      <strong>{title}</strong>
      {children && <div>{children}</div>}
    </div>
    {action && <div className="notice-action">{action}</div>}
  </div>
)
