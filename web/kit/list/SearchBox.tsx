import { SearchOutlined } from '@ant-design/icons'
import { Input, type InputRef } from 'antd'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { useKeys } from '#web/kit/keys/keys.ts'
import { useStable } from '#web/kit/form/use-stable.ts'

interface SearchBoxProps {
  value: string
  placeholder: string
  /** Called with the trimmed text 250 ms after the last key, at once on Enter. */
  onSearch: (text: string) => void
}

const WAIT = 250

export const SearchBox = ({ value, placeholder, onSearch }: SearchBoxProps) => {
  const [text, setText] = useState(value)
  const [shownFor, setShownFor] = useState(value)
  const [sent, setSent] = useState(value)
  const input = useRef<InputRef>(null)
  useKeys('list', [{ keys: '/', label: 'Search the list', run: () => input.current?.focus({ cursor: 'all' }) }])

  // The address changed by other means: Back, a view, Clear.
  if (value !== shownFor) {
    setShownFor(value)
    if (value !== sent) {
      setSent(value)
      setText(value)
    }
  }

  // Whatever was pressed since the last key is in the address by then: the search comes to it, and takes nothing back.
  const send = useStable((next: string) => {
    setSent(next)
    onSearch(next)
  })
  const typed = text.trim()
  useEffect(() => {
    if (typed === sent) return
    const timer = setTimeout(() => send(typed), WAIT)
    return () => clearTimeout(timer)
  }, [typed, sent, send])

  return (
    <Input
      ref={input}
      className="search-box"
      type="search"
      role="searchbox"
      aria-label={placeholder}
      aria-keyshortcuts="/"
      placeholder={placeholder}
      prefix={<SearchOutlined aria-hidden />}
      suffix={text ? <span /> : <Kbd>/</Kbd>}
      allowClear
      maxLength={200}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onPressEnter={() => typed !== sent && send(typed)}
      onKeyDown={leave}
    />
  )
}

/** By itself, Chromium empties a search box on Escape. */
const leave = (event: KeyboardEvent<HTMLInputElement>) => {
  if (event.key !== 'Escape') return
  event.preventDefault()
  event.currentTarget.blur()
}
