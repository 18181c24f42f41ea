import { AimOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef, type KeyboardEvent, type MouseEvent } from 'react'
import type { ImageRef } from '#contract/content/image-ref.ts'
import './focal-point.css'
import { Popover } from '#web/kit/look/Popover.tsx'

interface FocalPointProps {
  image: Pick<ImageRef, 'url' | 'focal_x' | 'focal_y'>
  onMove: (x: number, y: number) => void
}

/** What stays in sight where the picture is cut: set by a press on it, by one of nine keys, or moved by the arrows. */
export const FocalPoint = ({ image, onMove }: FocalPointProps) => (
  <Popover label="Focal point" placement="bottom" render={() => <FocalPanel image={image} onMove={onMove} />}>
    <Button icon={<AimOutlined />} aria-label="Focal point" title="Focal point" />
  </Popover>
)

const PLACES = [
  ['Top left', 1 / 6, 1 / 6],
  ['Top', 1 / 2, 1 / 6],
  ['Top right', 5 / 6, 1 / 6],
  ['Left', 1 / 6, 1 / 2],
  ['Centre', 1 / 2, 1 / 2],
  ['Right', 5 / 6, 1 / 2],
  ['Bottom left', 1 / 6, 5 / 6],
  ['Bottom', 1 / 2, 5 / 6],
  ['Bottom right', 5 / 6, 5 / 6],
] as const
const FINE = 0.02

/** The same where there is room for it. */
export const FocalPanel = ({ image: { url, focal_x: x, focal_y: y }, onMove }: FocalPointProps) => {
  const grid = useRef<HTMLDivElement>(null)
  const clamped = (value: number) => Math.min(Math.max(Math.round(value * 1000) / 1000, 0), 1)
  const press = (event: MouseEvent<HTMLElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    // A press by a key comes without a place.
    if (event.detail > 0) onMove(clamped((event.clientX - left) / width), clamped((event.clientY - top) / height))
  }
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const [across, down] =
      { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? []
    if (across === undefined || down === undefined) return
    event.preventDefault()
    if (event.shiftKey) return onMove(clamped(x + across * FINE), clamped(y + down * FINE))
    const column = Math.min(Math.max((at % 3) + across, 0), 2)
    const row = Math.min(Math.max(Math.floor(at / 3) + down, 0), 2)
    grid.current?.querySelectorAll('button')[row * 3 + column]?.focus()
  }
  return (
    <div className="focal">
      <div className="focal-picture" onClick={press} aria-hidden>
        <img src={url} alt="" />
        <span className="focal-point" style={{ left: `${x * 100}%`, top: `${y * 100}%` }} />
      </div>
      <div className="focal-grid" ref={grid} role="group" aria-label="Nine places">
        {PLACES.map(([name, left, top], at) => (
          <button
            key={name}
            type="button"
            aria-label={name}
            aria-pressed={Math.abs(left - x) < 1 / 6 && Math.abs(top - y) < 1 / 6}
            onClick={() => onMove(clamped(left), clamped(top))}
            onKeyDown={(event) => onKeyDown(event, at)}
          />
        ))}
      </div>
      <p className="focal-note">Press on the picture, or choose a place. Shift and the arrows move it in fine steps.</p>
    </div>
  )
}
