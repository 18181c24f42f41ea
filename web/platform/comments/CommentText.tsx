import { useState } from 'react'
import type { PersonRef } from '#contract/kit/endpoint.ts'
import { piecesOf } from './mentions.ts'
import './comments.css'

/** Longer ones are folded. */
const FOLDED = 600

interface CommentTextProps {
  text: string
  mentions?: readonly PersonRef[]
  className: string
}

/** A comment as it was written, the names in it set apart. */
export const CommentText = ({ text, mentions = [], className }: CommentTextProps) => {
  const [open, setOpen] = useState(false)
  const long = text.length > FOLDED
  return (
    <>
      <p className={className} dir="auto">
        {piecesOf(long && !open ? `${text.slice(0, FOLDED)}…` : text, mentions).map((piece, index) =>
          piece.mention ? (
            <bdi key={index} className="mention">
              {piece.text}
            </bdi>
          ) : (
            piece.text
          ),
        )}
      </p>
      {long && (
        <button type="button" className="text-link" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Show less' : 'Show all'}
        </button>
      )}
    </>
  )
}
