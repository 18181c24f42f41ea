import { SearchOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useEffect, type RefObject } from 'react'
import { Link, useNavigate } from 'react-router'
import type { ConfigurationSection } from './sections.ts'

interface SettingSearchProps {
  words: string
  onChange: (words: string) => void
  sections: readonly ConfigurationSection[]
}

/** Finds a setting by its name or its section's. Enter opens the first; a chosen one is scrolled to. */
export const SettingSearch = ({ words, onChange, sections }: SettingSearchProps) => {
  const navigate = useNavigate()
  const found = settingsOf(sections, words)
  const open = (to: string) => {
    onChange('')
    void navigate(to)
  }
  const [first] = found
  return (
    <search className="setting-search">
      <Input
        prefix={<SearchOutlined aria-hidden />}
        placeholder="Find a setting"
        aria-label="Find a setting"
        maxLength={80}
        value={words}
        onChange={({ target }) => onChange(target.value)}
        onPressEnter={() => first && open(pathOf(first))}
        onKeyDown={({ key }) => key === 'Escape' && onChange('')}
      />
      {words.trim() && (
        <>
          <p className="sr-only" role="status">
            {found.length === 1 ? '1 setting' : `${found.length} settings`}
          </p>
          <ul aria-label="Settings found">
            {found.map((one) => (
              <li key={pathOf(one)}>
                <Link to={pathOf(one)} onClick={() => onChange('')}>
                  {one.name}
                  <small>{one.section.title}</small>
                </Link>
              </li>
            ))}
            {found.length === 0 && <li>No setting has these words.</li>}
          </ul>
        </>
      )}
    </search>
  )
}

interface FoundSetting {
  section: ConfigurationSection
  name: string
}

const pathOf = ({ section, name }: FoundSetting) => `?section=${section.key}&setting=${encodeURIComponent(name)}`

/** Those whose own words, with their section's, begin with each word that was typed. */
const settingsOf = (sections: readonly ConfigurationSection[], words: string): FoundSetting[] => {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return []
  const says = (text: string) => wanted.every((word) => ` ${text.toLowerCase()}`.includes(` ${word}`))
  return sections.flatMap((section) =>
    (section.settings.length > 0 ? section.settings : [section.title])
      .filter((name) => says(`${name} ${section.title}`))
      .map((name) => ({ section, name })),
  )
}

/** So long the headings of a section may take to load, in milliseconds. */
const LOADS_WITHIN = 5_000

/** Brings the setting of this name into view and to the focus, as soon as its section shows it. */
export const useShownSetting = (content: RefObject<HTMLElement | null>, section: string, name: string | null) => {
  useEffect(() => {
    const box = content.current
    if (!box || name === null) return
    const show = () => {
      const heading = [...box.querySelectorAll<HTMLElement>('h2, h3')].find(
        ({ textContent }) => textContent.trim() === name,
      )
      if (!heading) return
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
      heading.scrollIntoView({ block: 'center' })
      stop()
    }
    const stop = () => {
      observer.disconnect()
      clearTimeout(tooLate)
    }
    const observer = new MutationObserver(show)
    const tooLate = setTimeout(stop, LOADS_WITHIN)
    observer.observe(box, { childList: true, subtree: true })
    show()
    return stop
  }, [content, section, name])
}
