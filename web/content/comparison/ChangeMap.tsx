import { useEffect, useState, type RefObject } from 'react'

interface ChangeMapProps {
  text: RefObject<HTMLElement | null>
  current: number
  onGoTo: (change: number) => void
  /** What is drawn in the text: another one has other places. */
  of: object
}

interface Mark {
  number: number
  kind: string
  /** Parts of the whole text. */
  top: number
  height: number
}

/** Where in the whole text the changes are, for the eye and the mouse; the keys N and P lead to the same. */
export const ChangeMap = ({ text, current, onGoTo, of }: ChangeMapProps) => {
  const [marks, setMarks] = useState<readonly Mark[]>([])
  useEffect(() => {
    const box = text.current
    if (!box) return undefined
    const measure = () => setMarks(marksIn(box))
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    for (const child of box.children) observer.observe(child)
    return () => observer.disconnect()
  }, [text, of])
  return (
    <div className="change-map" aria-hidden>
      {marks.map(({ number, kind, top, height }) => (
        <button
          key={number}
          type="button"
          tabIndex={-1}
          aria-label={`Change ${number}`}
          className={`map-mark map-${number === current ? 'current' : kind}`}
          style={{ top: `${100 * top}%`, height: `max(10px, ${100 * height}%)` }}
          onClick={() => onGoTo(number)}
        />
      ))}
    </div>
  )
}

const marksIn = (box: HTMLElement): Mark[] => {
  const whole = box.scrollHeight
  const start = box.getBoundingClientRect().top - box.scrollTop
  return [...box.querySelectorAll<HTMLElement>('[data-change]')].map((place) => {
    const { top, height } = place.getBoundingClientRect()
    return {
      number: Number(place.dataset['change']),
      kind: place.dataset['kind'] ?? 'changed',
      top: (top - start) / whole,
      height: Math.min(height / whole, 0.06),
    }
  })
}
