import { memo, useEffect, useMemo, useState, type ReactNode } from 'react'
import { Route, Routes } from 'react-router'
import { addLead } from '#contract/leads/add-lead.ts'
import { useCompanyWords } from '#web/leads/company-words/company-words.ts'
import { Drawn, useDrawn } from '#web/kit/list/render-key.ts'
import { Guard } from '#web/kit/feedback/Guard.tsx'
import { useGo } from '#web/kit/feedback/leaving.ts'
import { useKeys } from '#web/kit/keys/keys.ts'
import { lateDialog } from '#web/kit/feedback/late-dialog.tsx'
import { startLive } from '#web/kit/data/live.ts'
import { preferences, setPreference } from '#web/kit/data/preferences.ts'
import { can, session } from '#web/kit/data/session.ts'
import { undoNewest } from '#web/kit/feedback/toast.ts'
import { useMedium, useNarrow } from '#web/kit/look/use-media.ts'
import { Away } from './Away.tsx'
import { Header } from './Header.tsx'
import NotFoundPage from './NotFoundPage.tsx'
import { PageError } from './PageError.tsx'
import { isVisible, SCREENS, type Screen } from './screens.ts'
import { Side, SideDrawer } from './Side.tsx'
import { useBroadcast } from './use-broadcast.ts'
import { ViewOnly } from './ViewOnly.tsx'
import './shell.css'

const CommandPalette = lateDialog(() => import('./CommandPalette.tsx').then(({ CommandPalette }) => CommandPalette))
const KeysSheet = lateDialog(() => import('./KeysSheet.tsx').then(({ KeysSheet }) => KeysSheet))

/** The frame around every screen. It stays as it is when the start-up screen goes: drawing all of a page anew would hold that up. */
export const Shell = memo(() => {
  const drawn = useDrawnBy()
  useBroadcast()
  useEffect(startLive, [])
  // What is typed right after Ctrl+K belongs to the palette: it is there before it is asked for.
  useEffect(() => CommandPalette.load(), [])
  const narrow = useNarrow()
  const medium = useMedium()
  const { sideCollapsed } = preferences.use()
  const [open, setOpen] = useState<'palette' | 'keys' | 'side'>()
  const close = () => setOpen(undefined)
  const collapse = () => setPreference('sideCollapsed', !sideCollapsed)
  useShellKeys({ openPalette: () => setOpen('palette'), openKeys: () => setOpen('keys'), collapse })

  return (
    <Drawn value={drawn}>
      <div className="shell">
        <a className="skip-link" href="#content">
          Skip to content
        </a>
        {narrow ? (
          // It closes with each new page, and when it comes as the window narrows: nothing else then may close with it.
          <SideDrawer open={open === 'side'} onClose={() => setOpen((now) => (now === 'side' ? undefined : now))} />
        ) : (
          <Side rail={medium || sideCollapsed} onCollapse={medium ? undefined : collapse} />
        )}
        <div className="shell-main">
          <Away />
          <ViewOnly />
          <Header
            narrow={narrow}
            onPalette={() => setOpen('palette')}
            onKeys={() => setOpen('keys')}
            onSide={() => setOpen('side')}
          />
          <Pages />
        </div>
        {open === 'palette' && <CommandPalette onClose={close} onKeys={() => setOpen('keys')} />}
        {open === 'keys' && <KeysSheet onClose={close} />}
      </div>
    </Drawn>
  )
})

/** What may be seen follows the permissions, and everything is called as the company calls it; all is drawn anew when they change. */
const useDrawnBy = () => {
  const user = session.usePart((now) => now.user)
  const access = session.usePart((now) => now.access)
  const readOnly = session.usePart((now) => now.readOnly)
  const words = useCompanyWords()
  return useMemo(() => ({ user, access, readOnly, words }), [user, access, readOnly, words])
}

/** What opens and closes around the page leaves it as it is. */
const Pages = memo(() => {
  useDrawn()
  return (
    <main id="content" tabIndex={-1}>
      <Routes>
        {SCREENS.map((screen) => (
          <Route key={screen.path} path={screen.path} element={<PageOf screen={screen} />} />
        ))}
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </main>
  )
})

const PageOf = ({ screen: { guard, page: Shown, title } }: { screen: Screen }): ReactNode => (
  <Guard permission={guard}>
    <PageError key={title}>
      <Shown />
    </PageError>
  </Guard>
)

interface ShellKeys {
  openPalette: () => void
  openKeys: () => void
  collapse: () => void
}

const useShellKeys = ({ openPalette, openKeys, collapse }: ShellKeys) => {
  const goTo = useGo()
  const userId = session.get().user?.id
  const go = (keys: string, label: string, path: string, screenPath = path) =>
    mayOpen(screenPath) ? [{ keys, label, run: () => goTo(path) }] : []
  useKeys('everywhere', [
    { keys: 'ctrl+k', label: 'Search or jump to', run: openPalette },
    { keys: '?', label: 'All keys', run: openKeys },
    { keys: 'z', label: 'Undo', run: undoNewest },
    { keys: '[', label: 'Collapse sidebar', run: collapse },
    // Not while all is read-only: a page's own N is silent then, too.
    ...(can(addLead.add) ? go('n', 'Add a lead', '/marketing/add_leads') : []),
    ...go('g b', 'Go to competitors’ posts', '/competitorInsight/PostListing'),
    ...go('g d', 'Go to the dashboard', '/'),
    ...go('g l', 'Go to leads', '/marketing/marketing_leads_list'),
    ...go('g c', 'Go to contacts', '/communication/contacts'),
    ...go('g k', 'Go to the product list', '/marketing/product_listing'),
    ...go('g q', 'Go to your queue', `/marketing/assigned_leads?assigned_qa=${userId}`, '/marketing/assigned_leads'),
    ...go('g e', 'Go to vendor data updates', '/marketing/vendor_data_update_listing'),
    ...go('g u', 'Go to unassigned leads', '/marketing/all_leads'),
    ...go('g p', 'Go to product properties', '/marketing/masterproduct_properties'),
    ...go(
      'g v',
      'Validate the next lead',
      `/marketing/assigned_leads?assigned_qa=${userId}&lead=next`,
      '/marketing/assigned_leads',
    ),
    ...(mayOpen('/marketing/assigned_leads')
      ? []
      : go(
          'g v',
          'Contact the next lead',
          `/marketing/valid_leads?enquiry_status=open&sales_person=${userId}&lead=next`,
          '/marketing/valid_leads',
        )),
  ])
}

const mayOpen = (path: string) => SCREENS.some((screen) => screen.path === path && isVisible(screen))
