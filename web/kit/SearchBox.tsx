import { SearchOutlined } from '@ant-design/icons'
import { Input, type InputRef } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Kbd } from './Kbd.tsx'
import { useKeys } from './keys.ts'

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
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const input = useRef<InputRef>(null)
  useEffect(() => () => clearTimeout(timer.current), [])
  useKeys('list', [{ keys: '/', label: 'Search the list', run: () => input.current?.focus({ cursor: 'all' }) }])

  // The address changed by other means: Back, a view, Clear.
  if (value !== shownFor) {
    setShownFor(value)
    if (value !== text.trim()) setText(value)
  }

  const send = (next: string) => {
    clearTimeout(timer.current)
    if (next.trim() !== value) onSearch(next.trim())
  }
  const type = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => send(next), WAIT)
  }

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
      onChange={(event) => type(event.target.value)}
      onPressEnter={() => send(text)}
      onKeyDown={(event) => event.key === 'Escape' && input.current?.blur()}
    />
  )
}
