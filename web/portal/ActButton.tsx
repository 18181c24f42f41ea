import { Button, Tooltip } from 'antd'
import type { ReactNode } from 'react'

interface ActButtonProps {
  /** Shown instead of acting, also to people who come by keyboard; undefined where it can be pressed. */
  whyNot: string | undefined
  onClick: () => void
  children: ReactNode
}

/** A small button of a row that says why it cannot be pressed. */
export const ActButton = ({ whyNot, onClick, children }: ActButtonProps) =>
  whyNot === undefined ? (
    <Button size="small" onClick={onClick}>
      {children}
    </Button>
  ) : (
    <Tooltip title={whyNot} trigger={['hover', 'focus']}>
      <Button size="small" aria-disabled className="cannot">
        {children}
      </Button>
    </Tooltip>
  )
