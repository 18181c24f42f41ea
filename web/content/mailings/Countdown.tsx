import { useEffect, useState } from 'react'

const SIZE = 84
const WIDTH = 6
const RADIUS = (SIZE - WIDTH) / 2
const ROUND = 2 * Math.PI * RADIUS

interface CountdownProps {
  /** From when to when, in milliseconds. */
  from: number
  until: number
}

/** A ring that empties, with what is left in the middle; read out once a minute. */
export const Countdown = ({ from, until }: CountdownProps) => {
  const now = useSecond()
  const left = Math.max(0, until - now)
  const part = Math.min(1, left / Math.max(1, until - from))
  const minutes = Math.ceil(left / 60_000)
  return (
    <div className="countdown">
      <svg width={SIZE} height={SIZE} viewBox={`0 0 ${SIZE} ${SIZE}`} aria-hidden>
        <circle className="countdown-track" cx={SIZE / 2} cy={SIZE / 2} r={RADIUS} strokeWidth={WIDTH} />
        <circle
          className="countdown-left"
          cx={SIZE / 2}
          cy={SIZE / 2}
          r={RADIUS}
          strokeWidth={WIDTH}
          strokeDasharray={`${ROUND * part} ${ROUND}`}
          transform={`rotate(-90 ${SIZE / 2} ${SIZE / 2})`}
        />
      </svg>
      <span className="countdown-words" aria-hidden>
        {clockOf(left)}
      </span>
      <span className="sr-only" role="status">
        {left > 0 ? `Sends in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}` : 'Sending begins'}
      </span>
    </div>
  )
}

/** `3:42` */
const clockOf = (milliseconds: number) => {
  const seconds = Math.ceil(milliseconds / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

const useSecond = () => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
