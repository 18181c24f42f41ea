import {
  BoldOutlined,
  FontSizeOutlined,
  ItalicOutlined,
  LinkOutlined,
  OrderedListOutlined,
  PictureOutlined,
  TableOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { Dropdown } from 'antd'
import { useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { ACTS, isIn, TABLE_ACTS, type Act, type Asks } from './acts.ts'

interface ToolbarProps {
  ref: RefObject<HTMLDivElement | null>
  editor: Editor
  asks: Asks
}

/** Groups of tools, as they stand between the lines. */
const GROUPS: readonly (readonly [act: Act, face: ReactNode][])[] = [
  [
    [ACTS.heading2, 'H2'],
    [ACTS.heading3, 'H3'],
  ],
  [
    [ACTS.bold, <BoldOutlined key="b" />],
    [ACTS.italic, <ItalicOutlined key="i" />],
    [ACTS.link, <LinkOutlined key="l" />],
  ],
  [
    [ACTS.bulletList, <UnorderedListOutlined key="u" />],
    [ACTS.orderedList, <OrderedListOutlined key="o" />],
    [ACTS.picture, <PictureOutlined key="p" />],
    [ACTS.table, <TableOutlined key="t" />],
    [ACTS.quote, <QuoteMark key="q" />],
  ],
]
const MORE: readonly Act[] = [
  ACTS.heading4,
  ACTS.strike,
  ACTS.code,
  ACTS.superscript,
  ACTS.subscript,
  ACTS.note,
  ACTS.tip,
  ACTS.warning,
  ACTS.codeBlock,
  ACTS.divider,
  ACTS.faq,
  ACTS.product,
  ACTS.card,
]

/** One stop of Tab: the arrows, Home and End go from tool to tool, Escape back into the text. */
export const Toolbar = ({ ref, editor, asks }: ToolbarProps) => {
  const [stop, setStop] = useState<string>(ACTS.heading2.id)
  const { active, inTable, faqFits } = useEditorState({ editor, selector: stateOf })
  const run = (act: Act) => void act.run(editor, asks)

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (!(event.target instanceof HTMLElement) || !event.currentTarget.contains(event.target)) return
    const tools = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-tool]')]
    const at = tools.findIndex((tool) => tool === event.target)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tools.length - 1 }[event.key]
    if (event.key === 'Escape') editor.view.focus()
    else if (to === undefined) return
    else tools[(to + tools.length) % tools.length]?.focus()
    event.preventDefault()
    event.stopPropagation()
  }
  const toolOf = (act: Act, face: ReactNode, pressed?: boolean) => (
    <Tool key={act.id} act={act} isStop={stop === act.id} onStop={setStop} pressed={pressed} onRun={() => run(act)}>
      {face}
    </Tool>
  )

  const more = MORE.filter((act) => act.id !== ACTS.faq.id || faqFits)
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its tools do, one at a time
    <div ref={ref} className="text-tools" role="toolbar" aria-label="Text tools" onKeyDown={onKeyDown}>
      <div className="text-tools-row">
        {GROUPS.map((group) => (
          <div key={group[0]?.[0].id} className="text-tools-group">
            {group.map(([act, face]) => toolOf(act, face, active.includes(act.id)))}
          </div>
        ))}
        <div className="text-tools-group">
          <Dropdown
            trigger={['click']}
            autoFocus
            menu={{
              items: more.map(({ id, label, keys }) => ({
                key: id,
                label: active.includes(id) ? `✓ ${label}` : label,
                ...(keys && { extra: keys }),
              })),
              onClick: ({ key }) => {
                const act = more.find(({ id }) => id === key)
                // After the menu has given the focus back.
                if (act) setTimeout(() => run(act))
              },
            }}
          >
            <button
              type="button"
              className="text-tool"
              data-tool="more"
              aria-label="More"
              aria-haspopup="menu"
              title="More"
              tabIndex={stop === 'more' ? 0 : -1}
              onFocus={() => setStop('more')}
            >
              <FontSizeOutlined />
              <span aria-hidden>▾</span>
            </button>
          </Dropdown>
        </div>
        <span className="text-tools-hint">Type / for blocks</span>
      </div>
      {inTable && (
        <div className="text-tools-row text-tools-table">{TABLE_ACTS.map((act) => toolOf(act, act.label))}</div>
      )}
    </div>
  )
}

interface ToolProps {
  act: Act
  isStop: boolean
  onStop: (id: string) => void
  pressed: boolean | undefined
  onRun: () => void
  children: ReactNode
}

const Tool = ({ act: { id, label, keys }, isStop, onStop, pressed, onRun, children }: ToolProps) => (
  <button
    type="button"
    className="text-tool"
    data-tool={id}
    // A name has in it what is seen, and not in brackets, which are not read out.
    aria-label={typeof children === 'string' && children !== label ? `${label}, ${children}` : label}
    aria-pressed={pressed}
    aria-keyshortcuts={keys?.replace('Ctrl', 'Control')}
    title={keys ? `${label} (${keys})` : label}
    tabIndex={isStop ? 0 : -1}
    onFocus={() => onStop(id)}
    // The selection of the text stays.
    onPointerDown={(event) => event.preventDefault()}
    onClick={onRun}
  >
    {children}
  </button>
)

/** What stands at the caret alone: of a whole selection it would take seconds to say. */
const stateOf = ({ editor }: { editor: Editor }) => {
  const { state } = editor
  const { $head } = state.selection
  const marks = state.storedMarks ?? $head.marks()
  const blocks = Array.from({ length: $head.depth + 1 }, (_, depth) => $head.node(depth))
  const isActive = ({ makes }: Act) =>
    makes !== undefined &&
    [...marks, ...blocks].some(
      ({ type, attrs }) =>
        type.name === makes.name && (!makes.attribute || attrs[makes.attribute[0]] === makes.attribute[1]),
    )
  return {
    active: Object.values<Act>(ACTS)
      .filter(isActive)
      .map(({ id }) => id),
    inTable: isIn(state, 'table'),
    faqFits: ACTS.faq.fits(state),
  }
}

function QuoteMark() {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" fill="currentColor" aria-hidden>
      <path d="M3 12V8.2C3 5.8 4.2 4.2 6.4 3.4l.6 1.2C5.900 5.100 5.300 5.800 5.200 7H7v5zm6 0V8.200c0-2.400 1.200-4 3.400-4.800l.6 1.200c-1.100.5-1.700 1.200-1.800 2.400H13v5z" />
    </svg>
  )
}
