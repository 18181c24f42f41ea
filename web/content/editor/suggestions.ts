import { Extension, type Editor, type Range } from '@tiptap/core'
import { PluginKey } from '@tiptap/pm/state'
import { Suggestion, type SuggestionOptions, type SuggestionProps } from '@tiptap/suggestion'
import { blocksFor, runInstead, type Asks } from './acts.ts'
import type { LinkTarget, TextHost } from './text-host.ts'

interface Offered {
  id: string
  label: string
  hint: string
  run: (editor: Editor, range: Range) => void
}

/** `/` offers blocks, `@` products and posts. The focus stays in the text, which says by `aria-activedescendant` what is chosen. */
export const Suggestions = Extension.create<{ asks: Asks; search: TextHost['search'] }>({
  name: 'suggestions',
  // Before the keys of lists and tables.
  priority: 1_000,
  addProseMirrorPlugins() {
    const { editor } = this
    const { asks, search } = this.options
    const blocks = ({ query }: { query: string }): Offered[] =>
      blocksFor(editor.state, query).map((act) => ({
        id: act.id,
        label: act.label,
        hint: act.keys ?? '',
        run: (_, range) => runInstead(editor, range, act, asks),
      }))
    const targets = async ({ query }: { query: string }): Promise<Offered[]> =>
      (await search(query)).map((target) => ({
        id: `${target.kind}-${target.id}`,
        label: target.name,
        hint: target.kind === 'post' ? 'Post' : 'Product',
        run: (_, range) => putTarget(editor, range, target),
      }))
    return [
      Suggestion(options(editor, { char: '/', label: 'Blocks', items: blocks })),
      Suggestion(options(editor, { char: '@', label: 'Products and posts', items: targets, debounce: 150 })),
    ]
  },
})

const putTarget = (editor: Editor, range: Range, { kind, id, name }: LinkTarget) => {
  const at = editor.chain().focus().deleteRange(range)
  if (kind === 'product') at.insertContent({ type: 'productCard', attrs: { product_id: id } }).run()
  else
    at.insertContent([
      { type: 'text', text: name, marks: [{ type: 'link', attrs: { post_id: id } }] },
      { type: 'text', text: ' ' },
    ]).run()
}

interface Kind {
  char: string
  label: string
  items: (query: { query: string }) => Offered[] | Promise<Offered[]>
  debounce?: number
}

const options = (editor: Editor, { label, ...kind }: Kind): SuggestionOptions<Offered, Offered> => ({
  editor,
  ...kind,
  pluginKey: new PluginKey(`suggestions ${label}`),
  allow: ({ state }) => !state.selection.$from.parent.type.spec.code,
  command: ({ editor, range, props }) => props.run(editor, range),
  render: () => listOf(editor, label),
})

/** The list at the caret. */
const listOf = (editor: Editor, label: string) => {
  const id = `suggested-${label.toLowerCase().replaceAll(' ', '-')}`
  const list = document.createElement('div')
  list.className = 'suggested'
  list.id = id
  list.role = 'listbox'
  list.ariaLabel = label
  // What scrolls can be reached; Tab itself chooses while the list is open.
  list.tabIndex = 0
  let shown: SuggestionProps<Offered, Offered> | undefined
  let at = 0
  let takeAway: (() => void) | undefined

  const choose = (item: Offered | undefined) => item && shown?.command(item)
  const draw = () => {
    const items = shown?.items ?? []
    at = Math.min(at, Math.max(items.length - 1, 0))
    list.hidden = items.length === 0 && !shown?.loading
    list.replaceChildren(...items.map((item, place) => optionOf(item, place)))
    list.children[at]?.scrollIntoView({ block: 'nearest' })
    tell(items.length > 0)
  }
  const optionOf = (item: Offered, place: number) => {
    const option = document.createElement('div')
    option.role = 'option'
    option.id = `${id}-${place}`
    option.ariaSelected = String(place === at)
    const name = option.appendChild(document.createElement('span'))
    name.textContent = item.label
    const hint = option.appendChild(document.createElement('span'))
    hint.className = 'suggested-hint'
    hint.textContent = item.hint
    option.addEventListener('pointerdown', (event) => {
      event.preventDefault()
      choose(item)
    })
    return option
  }
  const tell = (open: boolean) => {
    const { dom } = editor.view
    const said = { 'aria-controls': id, 'aria-activedescendant': `${id}-${at}` }
    for (const [name, value] of Object.entries(said))
      if (open) dom.setAttribute(name, value)
      else dom.removeAttribute(name)
  }
  const step = (by: number) => {
    const most = shown?.items.length ?? 0
    if (most > 0) at = (at + by + most) % most
    draw()
    return true
  }

  return {
    onStart(props: SuggestionProps<Offered, Offered>) {
      shown = props
      at = 0
      takeAway = props.mount(list)
      draw()
    },
    onUpdate(props: SuggestionProps<Offered, Offered>) {
      if (shown?.query !== props.query) at = 0
      shown = props
      draw()
    },
    onKeyDown({ event }: { event: KeyboardEvent }) {
      if (!shown?.items.length) return false
      if (event.key === 'ArrowDown') return step(1)
      if (event.key === 'ArrowUp') return step(-1)
      if (event.key !== 'Enter' && event.key !== 'Tab') return false
      choose(shown.items[at])
      return true
    },
    onExit() {
      shown = undefined
      tell(false)
      takeAway?.()
      list.remove()
    },
  }
}
