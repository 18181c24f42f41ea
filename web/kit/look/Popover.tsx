import { Popover as Popup, type GetRef } from 'antd'
import {
  cloneElement,
  useEffect,
  useRef,
  useState,
  type AriaAttributes,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
} from 'react'
import { focusFirst } from '#web/kit/keys/focus.ts'

interface PopoverProps {
  /** What the panel is called. */
  label: string
  placement: 'bottomLeft' | 'bottom' | 'bottomRight'
  className?: string
  render: (close: () => void) => ReactNode
  /** The button that opens it. */
  children: ReactElement<AriaAttributes>
}

/** A panel at a button. It stands at the end of the page, so the focus goes into it and, when it closes, back to the button. */
export const Popover = ({ label, placement, className, render, children }: PopoverProps) => {
  const [open, setOpen] = useState(false)
  const popup = useRef<GetRef<typeof Popup>>(null)
  const panel = useRef<HTMLDivElement>(null)
  const change = (next: boolean) => {
    // Before anything else opens, so that it knows where to give the focus back to.
    if (!next && panel.current?.contains(document.activeElement)) popup.current?.nativeElement.focus()
    setOpen(next)
  }
  return (
    <Popup
      ref={popup}
      trigger="click"
      arrow={false}
      placement={placement}
      open={open}
      onOpenChange={change}
      destroyOnHidden
      content={<Panel ref={panel} label={label} className={className} render={render} onClose={() => change(false)} />}
    >
      {cloneElement(children, { 'aria-haspopup': 'dialog', 'aria-expanded': open })}
    </Popup>
  )
}

interface PanelProps extends Pick<PopoverProps, 'label' | 'render'> {
  ref: RefObject<HTMLDivElement | null>
  className: string | undefined
  onClose: () => void
}

/** Tab beyond either end closes it, and goes on from its button. */
const Panel = ({ ref, label, className, render, onClose }: PanelProps) => {
  const inside = useRef<HTMLDivElement>(null)
  useEffect(() => focusFirst(inside.current), [])
  // It may be gone before the page hears the key, which would then close what stands behind it, too.
  const leaveBy = (event: KeyboardEvent) => {
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }
  return (
    <div ref={ref} role="dialog" aria-label={label} onKeyDown={(event) => event.key === 'Escape' && leaveBy(event)}>
      <Edge onReach={onClose} />
      <div ref={inside} tabIndex={-1} className={className}>
        {render(onClose)}
      </div>
      <Edge onReach={onClose} />
    </div>
  )
}

// oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what Tab reaches at an end of the panel
const Edge = ({ onReach }: { onReach: () => void }) => <span tabIndex={0} onFocus={onReach} />
