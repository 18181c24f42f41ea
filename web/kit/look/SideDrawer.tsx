import { CloseOutlined } from '@ant-design/icons'
import { Button, Drawer } from 'antd'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { useNarrow } from './use-media.ts'
import './side-drawer.css'

interface SideDrawerProps {
  /** How wide it is beside what it belongs to; on a narrow screen it takes all of it. */
  size: number
  /** The id of its heading. */
  label: string
  className: string
  onKeyDown?: (event: KeyboardEvent) => void
  children: ReactNode
}

/** A drawer beside what it belongs to, which can be used meanwhile. Its keys and its focus are for whoever opens it. */
export const SideDrawer = ({ size, label, className, onKeyDown, children }: SideDrawerProps) => {
  const narrow = useNarrow()
  return (
    <Drawer
      open
      size={narrow ? '100%' : size}
      mask={false}
      keyboard={false}
      closable={false}
      focusable={{ trap: narrow }}
      autoFocus={false}
      aria-modal={false}
      aria-labelledby={label}
      rootClassName={`side-drawer ${className}`}
      {...(onKeyDown && { onKeyDown })}
    >
      {children}
    </Drawer>
  )
}

interface SideDrawerHeadProps {
  label: string
  heading: RefObject<HTMLHeadingElement | null>
  title: string
  about?: string
  /** Beside the cross: what else can be done. */
  menu?: ReactNode
  onClose: () => void
}

/** Its heading, and the way out. */
export const SideDrawerHead = ({ label, heading, title, about, menu, onClose }: SideDrawerHeadProps) => (
  <div className="side-drawer-head">
    <div className="side-drawer-title">
      <h2 id={label} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {about !== undefined && <p>{about}</p>}
    </div>
    {menu}
    <CloseButton onClose={onClose} />
  </div>
)

export const CloseButton = ({ onClose }: { onClose: () => void }) => (
  <Button
    type="text"
    icon={<CloseOutlined aria-hidden />}
    aria-label="Close"
    aria-keyshortcuts="Escape"
    onClick={onClose}
  />
)
