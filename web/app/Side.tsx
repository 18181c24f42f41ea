import { DoubleLeftOutlined, DoubleRightOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode } from 'react'
import { NavLink, useLocation } from 'react-router'
import { contactMessages } from '#contract/content/contact-messages.ts'
import { allLeads } from '#contract/leads/all-leads.ts'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { queryFor } from '#web/kit/data/api.ts'
import { formats } from '#web/kit/look/format.ts'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { companyInitials } from '#web/kit/look/PersonAvatar.tsx'
import { can, session } from '#web/kit/data/session.ts'
import { ICONS } from './icons.tsx'
import { isVisible, MENU_GROUPS, SCREENS, type Screen } from './screens.ts'
import './side.css'

/** The menu: only what the person may see; a group without any disappears. As a rail it shows the icons alone. */
export const Side = ({ rail, onCollapse }: { rail: boolean; onCollapse: (() => void) | undefined }) => (
  <aside className={rail ? 'side side-rail' : 'side'}>
    <SideMenu>
      {onCollapse && (
        <button type="button" className="side-link side-collapse" aria-keyshortcuts="[" onClick={onCollapse}>
          <span className="side-icon" aria-hidden>
            {rail ? <DoubleRightOutlined /> : <DoubleLeftOutlined />}
          </span>
          <span className="side-label">{rail ? 'Expand sidebar' : 'Collapse sidebar'}</span>
          <Kbd>[</Kbd>
        </button>
      )}
    </SideMenu>
  </aside>
)

/** The same on narrow screens, over the page. */
export const SideDrawer = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])
  useEffect(onClose, [pathname]) // oxlint-disable-line react-hooks/exhaustive-deps -- only a new page closes it
  return (
    // The dialog closes on Esc by itself; the click on what lies behind it is for the mouse alone.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <dialog
      ref={dialog}
      className="side-menu"
      aria-label="Menu"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <SideMenu />
    </dialog>
  )
}

const SideMenu = ({ children }: { children?: ReactNode }) => {
  const user = session.usePart((now) => now.user)
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // In a menu longer than the window, the open screen stays in sight.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [pathname])
  const visible = SCREENS.filter(isVisible)
  const inGroup = (group: Screen['group']) => visible.filter((screen) => screen.group === group)
  return (
    <div className="side-inner">
      <div className="side-company">
        {user?.logo_url ? (
          <img src={user.logo_url} alt="" width={32} height={32} />
        ) : (
          <span className="company-mark" aria-hidden>
            {companyInitials(user?.company_name ?? 'L')}
          </span>
        )}
        <span className="side-label">
          <strong className="cut">{user?.company_name}</strong>
          <span className="second">Marketing back-office</span>
        </span>
      </div>
      <nav ref={nav} aria-label="Main" className="side-nav">
        <Links screens={inGroup('top')} />
        {MENU_GROUPS.map((group) => {
          const screens = inGroup(group)
          return (
            screens.length > 0 && (
              <section key={group} aria-label={group}>
                <h2 className="side-group">{group}</h2>
                <Links screens={screens} />
              </section>
            )
          )
        })}
      </nav>
      {inGroup('foot').length > 0 && (
        <nav aria-label="Settings" className="side-foot">
          <Links screens={inGroup('foot')} />
        </nav>
      )}
      {children}
    </div>
  )
}

const Links = ({ screens }: { screens: readonly Screen[] }) => (
  <ul>
    {screens.map(({ path, title, menuTitle, page }) => (
      <li key={path}>
        <NavLink to={path} end className="side-link" title={menuTitle ?? title} onPointerEnter={page?.load}>
          <span className="side-icon" aria-hidden>
            {ICONS[path]}
          </span>
          <span className="side-label">{menuTitle ?? title}</span>
          <Count path={path} />
        </NavLink>
      </li>
    ))}
  </ul>
)

/** How many wait behind a link; hidden when it is not known. */
const Count = ({ path }: { path: string }) => {
  const { list, query = {} } = COUNTS.get(path) ?? {}
  const { data } = useQuery({
    ...queryFor(list ?? allLeads.list, { query: { page: 1, pageSize: 1, ...query } }),
    enabled: list !== undefined && can(list.permission),
    staleTime: 60_000,
  })
  return list && data ? <span className="side-count">{formats().number(data.pagination.total)}</span> : null
}

interface Counted {
  list: typeof allLeads.list | typeof assignedLeads.list | typeof marketingLeads.list | typeof contactMessages.list
  query?: object
}

/** The queues whose length is worth knowing from anywhere. */
const COUNTS = new Map<string, Counted>([
  ['/marketing/marketing_leads_list', { list: marketingLeads.list }],
  ['/marketing/all_leads', { list: allLeads.list }],
  ['/marketing/assigned_leads', { list: assignedLeads.list }],
  ['/marketing/contactus_listing', { list: contactMessages.list, query: { status: ['new'] } }],
])
