import { useDeferredValue, useEffect, useRef, type ReactNode } from 'react'
import './form.css'

interface EnterWaitsProps {
  /** What is offered was found for an earlier text, or not at all yet. */
  searching: boolean
  children: ReactNode
}

/** Around a field whose options the server finds. Enter and Tab never choose what was found for an earlier text: Enter waits for what is
 *  found for this one, and any other key, a press of the pointer or leaving the field calls it off. */
export const EnterWaits = ({ searching, children }: EnterWaitsProps) => {
  const around = useRef<HTMLSpanElement>(null)
  const waiting = useRef<HTMLInputElement>(null)
  // The list marks its first option only after it was drawn; what is deferred comes after that.
  const wasSearching = useDeferredValue(searching)
  const isLate = searching || wasSearching

  useEffect(() => {
    const over = new AbortController()
    const forget = () => {
      waiting.current = null
    }
    const onKey = (event: KeyboardEvent) => {
      if (!event.isTrusted) return
      forget()
      if (!isLate || event.isComposing) return
      if (event.key === 'Tab') event.stopPropagation()
      if (event.key !== 'Enter' || hasModifier(event)) return
      event.preventDefault()
      event.stopPropagation()
      if (event.target instanceof HTMLInputElement) waiting.current = event.target
    }
    around.current?.addEventListener('keydown', onKey, { capture: true, signal: over.signal })
    around.current?.addEventListener('focusout', forget, over)
    document.addEventListener('pointerdown', forget, over)
    return () => over.abort()
  }, [isLate])

  useEffect(() => {
    const field = waiting.current
    if (isLate || !field) return
    waiting.current = null
    for (const type of ['keydown', 'keyup']) field.dispatchEvent(new KeyboardEvent(type, ENTER))
  }, [isLate])
  return (
    <span ref={around} className="enter-waits">
      {children}
    </span>
  )
}

const ENTER = { key: 'Enter', code: 'Enter', keyCode: 13, which: 13, bubbles: true, cancelable: true }
const hasModifier = ({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) => ctrlKey || metaKey || altKey || shiftKey
