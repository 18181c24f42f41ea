import {
  BulbOutlined,
  InboxOutlined,
  KeyOutlined,
  LogoutOutlined,
  QuestionCircleOutlined,
  SearchOutlined,
} from '@ant-design/icons'
import { Input, Modal } from 'antd'
import { useDeferredValue, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { allLeads } from '#contract/leads/all-leads.ts'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { registrationLeads } from '#contract/leads/registration-leads.ts'
import { validLeads } from '#contract/leads/valid-leads.ts'
import { sentenceOf, useList } from '#web/kit/data/api.ts'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { typedMeanwhile } from '#web/kit/feedback/late-dialog.tsx'
import { setPreference } from '#web/kit/data/preferences.ts'
import { can } from '#web/kit/data/session.ts'
import { look } from '#web/kit/look/theme.ts'
import { useFocusBack } from '#web/kit/keys/use-focus-back.ts'
import { ICONS } from './icons.tsx'
import { isVisible, SCREENS } from './screens.ts'
import './command-palette.css'

interface Command {
  id: string
  group: 'Actions' | 'Pages' | 'Leads'
  label: string
  hint?: string
  icon: ReactNode
  keys?: string
  run: () => void
}

/** Finds pages, actions and leads by name. */
export const CommandPalette = ({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) => {
  useFocusBack()
  const [text, setText] = useState(typedMeanwhile)
  const [at, setAt] = useState(0)
  // Enter means what is typed by then: only the search for leads may lag behind.
  const sought = text.trim().toLowerCase()
  const { leads, state } = useLeads(sought)
  const commands = [...useCommands(onKeys), ...leads].filter(
    ({ label, group }) => group === 'Leads' || label.toLowerCase().includes(sought),
  )
  const current = commands[Math.min(at, commands.length - 1)]

  const run = (command: Command | undefined) => {
    if (!command) return
    onClose()
    command.run()
  }
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setAt((Math.min(at, commands.length - 1) + step + commands.length) % commands.length)
    else if (event.key === 'Enter') run(current)
    else return
    event.preventDefault()
  }

  return (
    <Modal
      open
      footer={null}
      closable={false}
      onCancel={onClose}
      width={560}
      className="palette"
      title={<span className="sr-only">Search or jump to</span>}
      style={{ top: 96 }}
      mask={{ closable: true }}
    >
      <Input
        autoFocus
        variant="borderless"
        size="large"
        prefix={<SearchOutlined aria-hidden />}
        placeholder="Search or jump to…"
        aria-label="Search or jump to"
        role="combobox"
        aria-expanded
        aria-controls="palette-list"
        aria-activedescendant={current && `palette-${current.id}`}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKey}
      />
      <div
        id="palette-list"
        className="palette-list"
        {...(commands.length > 0 && { role: 'listbox', 'aria-label': 'Found' })}
      >
        {commands.map((command, index) => (
          <div key={command.id}>
            {commands[index - 1]?.group !== command.group && (
              <div className="palette-group" role="presentation">
                {command.group}
              </div>
            )}
            <div
              id={`palette-${command.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={command === current}
              className="palette-item"
              ref={command === current ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
              onMouseMove={() => setAt(index)}
              onClick={() => run(command)}
              onKeyDown={onKey}
            >
              <span aria-hidden>{command.icon}</span>
              <span className="cut">
                {command.label} {command.hint && <span className="second">{command.hint}</span>}
              </span>
              {command.keys && (
                <span className="palette-keys">
                  {command.keys.split(' ').map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </span>
              )}
            </div>
          </div>
        ))}
      </div>
      <p className="palette-note" role="status">
        {state ?? (commands.length === 0 && 'No matches. Try a page, a person or a company.')}
      </p>
      <div className="palette-foot" aria-hidden>
        <span>
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> move
        </span>
        <span>
          <Kbd>Enter</Kbd> open
        </span>
        <span>
          <Kbd>Esc</Kbd> close
        </span>
      </div>
    </Modal>
  )
}

const KEYS: Readonly<Record<string, string>> = {
  '/': 'G D',
  '/marketing/marketing_leads_list': 'G L',
  '/marketing/all_leads': 'G U',
  '/marketing/assigned_leads': 'G Q',
  '/marketing/add_leads': 'N',
  '/marketing/masterproduct_properties': 'G P',
  '/marketing/product_listing': 'G K',
}

const useCommands = (onKeys: () => void): Command[] => {
  const navigate = useNavigate()
  const dark = look.use() === 'dark'
  const pages = SCREENS.filter(isVisible).map(({ path, title, menuTitle }): Command => {
    const keys = KEYS[path]
    return {
      id: path.replaceAll('/', '-'),
      group: 'Pages',
      label: menuTitle ?? title,
      icon: ICONS[path],
      run: () => void navigate(path),
      ...(keys && { keys }),
    }
  })
  const own: Command[] = [
    {
      id: 'profile',
      group: 'Pages',
      label: 'My profile',
      icon: <InboxOutlined aria-hidden />,
      run: () => void navigate('/app/profile'),
    },
    {
      id: 'permissions',
      group: 'Pages',
      label: 'My permissions',
      icon: <KeyOutlined aria-hidden />,
      run: () => void navigate('/marketing/my_permissions'),
    },
    {
      id: 'companies',
      group: 'Pages',
      label: 'Switch company',
      icon: <LogoutOutlined aria-hidden />,
      run: () => void navigate('/app/companies'),
    },
  ]
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
  return [...actions, ...pages, ...own]
}

/** The list with the widest view that the person may read, and the screen that shows it. */
const SEARCHED = [
  { list: marketingLeads.list, screen: '/marketing/marketing_leads_list' },
  { list: assignedLeads.list, screen: '/marketing/assigned_leads' },
  { list: allLeads.list, screen: '/marketing/all_leads' },
  { list: validLeads.list, screen: '/marketing/valid_leads' },
  { list: registrationLeads.list, screen: '/marketing/registration_leads' },
] as const

/** The leads by what is typed by now, never by what was typed before; and how the search for them stands, until it is done. */
const useLeads = (text: string): { leads: Command[]; state: string | undefined } => {
  const navigate = useNavigate()
  const { list, screen } = SEARCHED.find((one) => can(one.list.permission)) ?? SEARCHED[0]
  const sought = useDeferredValue(text)
  const enabled = text.length >= 2 && can(list.permission)
  const answer = useList(list, { page: 1, pageSize: 10, search: sought }, { enabled: enabled && sought.length >= 2 })
  if (!enabled) return { leads: [], state: undefined }
  if (sought !== text || answer.isPlaceholderData || answer.isPending) return { leads: [], state: 'Looking for leads…' }
  if (answer.isError) return { leads: [], state: `The leads did not load. ${sentenceOf(answer.error, list.failure)}` }
  const leads = answer.data.data.slice(0, 6).map((lead): Command => ({
    id: `lead-${lead.id}`,
    group: 'Leads',
    label: lead.name,
    hint: [lead.company, lead.country && countryName(lead.country)].filter(Boolean).join(' · '),
    icon: <InboxOutlined aria-hidden />,
    run: () => void navigate(`${screen}?lead=${lead.id}`),
  }))
  return { leads, state: undefined }
}

const REGIONS = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })
const countryName = (code: string) => (/^[A-Z]{2}$/.test(code) ? (REGIONS.of(code) ?? code) : code)
