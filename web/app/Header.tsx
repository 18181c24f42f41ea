import { MenuOutlined, MoonOutlined, QuestionCircleOutlined, SearchOutlined, SunOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Link, useLocation } from 'react-router'
import { NotificationBell } from '#web/platform/notifications/NotificationBell.tsx'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { setPreference } from '#web/kit/data/preferences.ts'
import { look } from '#web/kit/look/theme.ts'
import { JobsButton } from './JobsButton.tsx'
import { screenAt, trailOf } from './screens.ts'
import { UserMenu } from './UserMenu.tsx'
import './header.css'

interface HeaderProps {
  narrow: boolean
  onPalette: () => void
  onKeys: () => void
  onSide: () => void
}

export const Header = ({ narrow, onPalette, onKeys, onSide }: HeaderProps) => (
  <header className="header">
    {narrow && <Button type="text" icon={<MenuOutlined aria-hidden />} aria-label="Open the menu" onClick={onSide} />}
    <Trail short={narrow} />
    <button type="button" className="palette-button" aria-keyshortcuts="Control+K" onClick={onPalette}>
      <SearchOutlined aria-hidden />
      <span className="palette-text">Search or jump to…</span>
      <Kbd>{CTRL} K</Kbd>
    </button>
    {!narrow && (
      <Button
        type="text"
        icon={<QuestionCircleOutlined aria-hidden />}
        aria-label="All keys"
        aria-keyshortcuts="?"
        onClick={onKeys}
      />
    )}
    <JobsButton />
    <ThemeSwitch />
    <NotificationBell narrow={narrow} />
    <UserMenu narrow={narrow} />
  </header>
)

const CTRL = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'

const Trail = ({ short }: { short: boolean }) => {
  const { pathname } = useLocation()
  const screen = screenAt(pathname)
  const trail = screen ? trailOf(screen) : ['Page not found']
  const under = screen?.under
  // Where there is room for one alone, it is the way back.
  const shown = short ? trail.slice(under ? -2 : -1, under ? -1 : undefined) : trail
  return (
    <nav aria-label="Breadcrumb" className="trail">
      <ol>
        {shown.map((part, index) => (
          <li
            key={`${index}-${part}`}
            className="cut"
            {...(part === trail.at(-1) && index === shown.length - 1 && { 'aria-current': 'page' })}
          >
            {part === under?.title ? <Link to={under.path}>{part}</Link> : part}
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Light and dark by one press; "system" is in the menu of the person. */
const ThemeSwitch = () => {
  const now = look.use()
  const other = now === 'dark' ? 'light' : 'dark'
  return (
    <Button
      type="text"
      icon={now === 'dark' ? <SunOutlined aria-hidden /> : <MoonOutlined aria-hidden />}
      aria-label={`Switch to the ${other} theme`}
      onClick={() => setPreference('theme', other)}
    />
  )
}
