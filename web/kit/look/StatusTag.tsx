import type { PresetColour } from './palette.ts'
import './preset-colours.css'

export type Tone = 'info' | 'warning' | 'success' | 'error' | 'neutral' | PresetColour

/** A status: always a dot and the word, never the colour alone. */
export const StatusTag = ({ tone, children }: { tone: Tone; children: string }) => (
  <span className={`status-tag status-${tone}`}>
    <span className="status-dot" aria-hidden />
    {children}
  </span>
)
