import { Button, Tooltip } from 'antd'
import type { ReactNode } from 'react'

interface ActButtonProps {
  /** Shown instead of acting, also to people who come by keyboard; undefined where it can be pressed. */
  whyNot: string | undefined
  icon?: ReactNode
  onClick: () => void
  children: ReactNode
}

/** A button that says why it cannot be pressed. */
export const ActButton = ({ whyNot, icon, onClick, children }: ActButtonProps) =>
  whyNot === undefined ? (
    <Button icon={icon} onClick={onClick}>
      {children}
    </Button>
  ) : (
    <Tooltip title={whyNot} trigger={['hover', 'focus']}>
      <Button icon={icon} aria-disabled className="cannot">
        {children}
      </Button>
    </Tooltip>
  )
