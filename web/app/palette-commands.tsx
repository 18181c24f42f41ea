import {
  BulbOutlined,
  InboxOutlined,
  KeyOutlined,
  LogoutOutlined,
  QuestionCircleOutlined,
  SettingOutlined,
  ThunderboltOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import { registrations } from '#web/kit/keys/keys.ts'
import { setPreference } from '#web/kit/data/preferences.ts'
import { look } from '#web/kit/look/theme.ts'
import { isOpenSection, SECTIONS } from '#web/leads/configuration/sections.ts'
import { MORE_SECTIONS } from './configuration-sections.ts'
import { ICONS } from './icons.tsx'
import { useGo } from '#web/kit/feedback/leaving.ts'
import { isVisible, SCREENS } from './screens.ts'

/** In the order in which they are shown. What the server finds comes last, so that it moves nothing which is there already. */
export const GROUPS = [
  'This lead',
  'This panel',
  'Recent leads',
  'Actions',
  'Pages',
  'Settings',
  'Jobs',
  'Leads',
  'People',
  'Imports',
] as const
export type Group = (typeof GROUPS)[number]

export interface Command {
  id: string
  group: Group
  label: string
  hint?: string | undefined
  icon: ReactNode
  /** The key that does the same. */
  keys?: string | undefined
  run: () => void
}

/** Whether all of the words are in the text, in any order. */
export const says = (text: string, words: string) => {
  const label = text.toLowerCase()
  return words.split(/\s+/).every((word) => label.includes(word))
}

/** What can be done from anywhere: with what is open, and where else to go. */
export const useCommands = (onKeys: () => void): Command[] => {
  const go = useGo()
  const dark = look.use() === 'dark'
  const pages = SCREENS.filter(isVisible).map(({ path, title, menuTitle }): Command => ({
    id: path.replaceAll('/', '-'),
    group: 'Pages',
    label: menuTitle ?? title,
    icon: ICONS[path],
    run: () => go(path),
    keys: KEYS[path],
  }))
  const own = OWN_PAGES.map(({ path, ...page }): Command => ({
    ...page,
    group: 'Pages',
    run: () => go(path),
  }))
  const actions: Command[] = [
    {
      id: 'theme',
      group: 'Actions',
      label: dark ? 'Light theme' : 'Dark theme',
      icon: <BulbOutlined aria-hidden />,
      run: () => setPreference('theme', dark ? 'light' : 'dark'),
    },
    {
      id: 'keys',
      group: 'Actions',
      label: 'All keys',
      icon: <QuestionCircleOutlined aria-hidden />,
      keys: '?',
      run: onKeys,
    },
  ]
  const settings = isConfigurable()
    ? [...SECTIONS, ...Object.values(MORE_SECTIONS)].filter(isOpenSection).map(({ key, title }): Command => ({
        id: `section-${key}`,
        group: 'Settings',
        label: title,
        icon: <SettingOutlined aria-hidden />,
        run: () => go(`${CONFIGURATION}?section=${key}`),
      }))
    : []
  return [...openPanel(), ...actions, ...pages, ...own, ...settings]
}

const CONFIGURATION = '/marketing/configuration'
const isConfigurable = () => SCREENS.some((screen) => screen.path === CONFIGURATION && isVisible(screen))

/** What the open lead, or another open panel, can be made to do: what listens to keys there, and what it offers without one. */
const openPanel = (): Command[] => {
  const group = new URLSearchParams(location.search).has('lead') ? 'This lead' : 'This panel'
  const bindings = registrations
    .get()
    .filter(({ current }) => current.scope === 'panel')
    .flatMap(({ current }) => current.bindings)
  const byLabel = new Map(bindings.map((binding) => [binding.label, binding]))
  return [...byLabel.values()].map(({ keys, label, run }): Command => ({
    id: `panel-${label.replaceAll(/\W+/g, '-')}`,
    group,
    label,
    icon: <ThunderboltOutlined aria-hidden />,
    keys: [keys].flat()[0],
    run,
  }))
}

const KEYS: Readonly<Record<string, string>> = {
  '/': 'g d',
  '/marketing/marketing_leads_list': 'g l',
  '/marketing/all_leads': 'g u',
  '/marketing/assigned_leads': 'g q',
  '/marketing/add_leads': 'n',
  '/marketing/masterproduct_properties': 'g p',
  '/marketing/product_listing': 'g k',
}

/** Pages that are in no menu of the sidebar. */
const OWN_PAGES = [
  { id: 'profile', label: 'My profile', icon: <InboxOutlined aria-hidden />, path: '/app/profile' },
  {
    id: 'permissions',
    label: 'My permissions',
    icon: <KeyOutlined aria-hidden />,
    path: '/marketing/my_permissions',
  },
  { id: 'companies', label: 'Switch company', icon: <LogoutOutlined aria-hidden />, path: '/app/companies' },
]
