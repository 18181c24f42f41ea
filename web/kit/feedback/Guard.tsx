import { Spin } from 'antd'
import type { ReactNode } from 'react'
import type { Permission } from '#contract/kit/endpoint.ts'
import { NoAccess } from './NoAccess.tsx'
import { can, session } from '#web/kit/data/session.ts'

/** The spinner while permissions load, the 403 page where the permission is missing, the content otherwise or without a key. */
export const Guard = ({ permission, children }: { permission?: Permission | undefined; children: ReactNode }) => {
  const access = session.usePart((now) => now.access)
  if (permission === undefined) return children
  if (access === undefined) return <FullScreenSpinner />
  return can(permission) ? children : <NoAccess need={permission} />
}

/** Only while permissions load. */
export const FullScreenSpinner = () => (
  <div className="full-screen" role="status" aria-label="Loading">
    <Spin size="large" />
  </div>
)
