import {
  BellOutlined,
  BulbOutlined,
  KeyOutlined,
  LogoutOutlined,
  SafetyOutlined,
  SwapOutlined,
  TeamOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { useState } from 'react'
import { Link } from 'react-router'
import { session as portal } from '#contract/portal/session.ts'
import { AwayItem } from '#web/leads/availability/AwayItem.tsx'
import { useAction } from '#web/kit/data/api.ts'
import { formats } from '#web/kit/look/format.ts'
import { PersonAvatar } from '#web/kit/look/PersonAvatar.tsx'
import { Popover } from '#web/kit/look/Popover.tsx'
import { lateDialog } from '#web/kit/feedback/late-dialog.tsx'
import { preferences, setPreference } from '#web/kit/data/preferences.ts'
import { can, dropAccessToken, goToAppHost, session, shownRole, signsInHere } from '#web/kit/data/session.ts'

const AwayDialog = lateDialog(() =>
  import('#web/leads/availability/AwayDialog.tsx').then(({ AwayDialog }) => AwayDialog),
)

/** The person at work: name, role and zone, and the way to what is theirs. */
export const UserMenu = ({ narrow }: { narrow: boolean }) => {
  const now = session.use()
  const { theme } = preferences.use()
  const [away, setAway] = useState<{ until: string | null }>()
  const signOut = useAction(portal.signOut, {
    then: () => {
      dropAccessToken()
      goToAppHost()
    },
  })
  const name = now.user?.name ?? 'User'
  const closeAway = () => setAway(undefined)
  const pages = [...(signsInHere() ? PAGES.filter(({ need }) => can(need)) : []), ...OWN]
  return (
    <>
      <Popover
        label="Account"
        placement="bottomRight"
        render={(close) => (
          <nav aria-label="Account">
            <ul className="user-menu">
              {pages.map(({ path, label, icon }) => (
                <li key={path}>
                  <Link to={path} className="menu-item" onClick={close}>
                    {icon}
                    {label}
                  </Link>
                </li>
              ))}
              <AwayItem
                onPress={(until) => {
                  close()
                  setAway({ until })
                }}
              />
              {theme !== 'system' && (
                <li>
                  <button type="button" className="menu-item" onClick={() => setPreference('theme', 'system')}>
                    <BulbOutlined aria-hidden />
                    Device theme
                  </button>
                </li>
              )}
              <li>
                <button type="button" className="menu-item" onClick={() => void signOut({})}>
                  <LogoutOutlined aria-hidden />
                  Sign out
                </button>
              </li>
            </ul>
          </nav>
        )}
      >
        <button type="button" className="user-button">
          <PersonAvatar name={name} size={28} image={now.user?.profile_image_url} />
          <span className={narrow ? 'sr-only' : 'user-text'}>
            <span className="user-name cut">{name}</span>
            <span className="user-role">
              {shownRole(now)} · {formats().zoneName}
            </span>
          </span>
        </button>
      </Popover>
      {away && <AwayDialog until={away.until} onClose={closeAway} />}
    </>
  )
}

const OWN = [
  { path: '/marketing/notifications', label: 'Notifications', icon: <BellOutlined aria-hidden /> },
  { path: '/marketing/my_permissions', label: 'My permissions', icon: <KeyOutlined aria-hidden /> },
]
const PAGES = [
  { path: '/app/profile', label: 'My profile', icon: <UserOutlined aria-hidden />, need: 'signed-in' },
  { path: '/app/sessions', label: 'Sessions', icon: <SafetyOutlined aria-hidden />, need: 'signed-in' },
  { path: '/app/companies', label: 'Switch company', icon: <SwapOutlined aria-hidden />, need: 'signed-in' },
  { path: '/app/people', label: 'People', icon: <TeamOutlined aria-hidden />, need: 'people_manage' },
] as const
