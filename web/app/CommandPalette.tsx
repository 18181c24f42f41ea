import { SearchOutlined } from '@ant-design/icons'
import { Input, Modal } from 'antd'
import { useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { KeyNames } from '#web/kit/keys/KeyNames.tsx'
import { typedMeanwhile } from '#web/kit/feedback/late-dialog.tsx'
import { useFocusBack } from '#web/kit/keys/use-focus-back.ts'
import { GROUPS, says, useCommands, type Command } from './palette-commands.tsx'
import { useFound, useFoundJobs, useRecentLeads } from './palette-found.tsx'
import './command-palette.css'

/** How many of the pages, settings and actions are shown that a text is in. */
const MOST_OF_GROUP = 8

/** Finds pages, actions, settings, leads, people, imports and jobs, and does what the open lead offers. */
export const CommandPalette = ({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) => {
  useFocusBack()
  const [text, setText] = useState(typedMeanwhile)
  const [at, setAt] = useState(0)
  // Enter means what is typed by then: only what the server finds may come later.
  const wanted = text.trim().toLowerCase()
  const { commands: found, state } = useFound(wanted)
  const here = useCommands(onKeys).filter(({ label }) => says(label, wanted))
  const all = Map.groupBy([...useRecentLeads(wanted), ...here, ...useFoundJobs(wanted), ...found], ({ group }) => group)
  const commands = GROUPS.flatMap((group) => {
    const ofGroup = all.get(group) ?? []
    if (group === 'Settings' && wanted === '') return []
    return wanted === '' ? ofGroup : ofGroup.slice(0, MOST_OF_GROUP)
  })
  const current = commands[Math.min(at, commands.length - 1)]

  const run = (command: Command | undefined) => {
    if (!command) return
    // The palette is gone by then: what it does may move the focus.
    flushSync(onClose)
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
                  <KeyNames keys={command.keys} />
                </span>
              )}
            </div>
          </div>
        ))}
      </div>
      <p className="palette-note" role="status">
        {state ?? (commands.length === 0 && 'No matches. Try a name, a lead’s number or a page.')}
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
