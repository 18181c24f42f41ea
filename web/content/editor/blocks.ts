import { mergeAttributes, Node, textblockTypeInputRule, wrappingInputRule } from '@tiptap/core'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { NODES } from '#contract/content/document.ts'
import { attributesOf } from './attributes.ts'

export const Doc = Node.create({
  name: 'doc',
  topNode: true,
  content: NODES.doc.content,
  addAttributes: () => attributesOf('doc'),
})

export const Heading = Node.create({
  name: 'heading',
  content: NODES.heading.content,
  group: NODES.heading.group,
  defining: true,
  addAttributes: () => attributesOf('heading', { level: { rendered: false, parseHTML: () => undefined } }),
  // The title of the post is its heading of the first level.
  parseHTML: () =>
    [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level: Math.min(Math.max(level, 2), 4) } })),
  renderHTML: ({ node, HTMLAttributes }) => [`h${node.attrs['level']}`, HTMLAttributes, 0],
  addKeyboardShortcuts() {
    return Object.fromEntries(
      [2, 3, 4].map((level) => [
        `Mod-Alt-${level}`,
        () => this.editor.commands.toggleNode(this.name, 'paragraph', { level }),
      ]),
    )
  },
  addInputRules() {
    return [2, 3, 4].map((level) =>
      textblockTypeInputRule({
        find: new RegExp(`^#{${level}}\\s$`),
        type: this.type,
        getAttributes: { level },
      }),
    )
  },
})

export const BulletList = Node.create({
  name: 'bulletList',
  content: NODES.bulletList.content,
  group: NODES.bulletList.group,
  parseHTML: () => [{ tag: 'ul' }],
  renderHTML: ({ HTMLAttributes }) => ['ul', HTMLAttributes, 0],
  addKeyboardShortcuts() {
    return { 'Mod-Shift-8': () => this.editor.commands.toggleList(this.name, 'listItem') }
  },
  addInputRules() {
    return [wrappingInputRule({ find: /^\s*[-+*]\s$/, type: this.type })]
  },
})

export const OrderedList = Node.create({
  name: 'orderedList',
  content: NODES.orderedList.content,
  group: NODES.orderedList.group,
  addAttributes: () =>
    attributesOf('orderedList', {
      start: {
        parseHTML: (element) => {
          const start = Math.trunc(Number(element.getAttribute('start') ?? 1))
          return start >= 0 && start <= 1_000_000 ? start : 1
        },
        renderHTML: ({ start }) => (start === 1 ? {} : { start }),
      },
    }),
  parseHTML: () => [{ tag: 'ol' }],
  renderHTML: ({ HTMLAttributes }) => ['ol', HTMLAttributes, 0],
  addKeyboardShortcuts() {
    return { 'Mod-Shift-7': () => this.editor.commands.toggleList(this.name, 'listItem') }
  },
  addInputRules() {
    return [
      wrappingInputRule({
        find: /^(\d{1,6})\.\s$/,
        type: this.type,
        getAttributes: ([, start]) => ({ start: Number(start) }),
        joinPredicate: ([, start], node) => node.childCount + node.attrs['start'] === Number(start),
      }),
    ]
  },
})

export const CodeBlock = Node.create({
  name: 'codeBlock',
  content: NODES.codeBlock.content,
  group: NODES.codeBlock.group,
  marks: NODES.codeBlock.marks,
  code: true,
  defining: true,
  addAttributes: () => attributesOf('codeBlock'),
  parseHTML: () => [{ tag: 'pre', preserveWhitespace: 'full' }],
  renderHTML: ({ HTMLAttributes }) => ['pre', HTMLAttributes, ['code', 0]],
  addKeyboardShortcuts() {
    return {
      // Two empty lines at its end lead out of it.
      Enter: ({ editor }) => {
        const { $from, empty } = editor.state.selection
        const isDone =
          empty && $from.parentOffset === $from.parent.content.size && $from.parent.textContent.endsWith('\n\n')
        if ($from.parent.type !== this.type || !isDone) return false
        return editor
          .chain()
          .command(({ tr }) => !!tr.delete($from.pos - 2, $from.pos))
          .exitCode()
          .run()
      },
      Backspace: ({ editor }) => {
        const { $from, empty } = editor.state.selection
        if (!empty || $from.parent.type !== this.type || $from.parent.content.size > 0) return false
        return editor.commands.clearNodes()
      },
    }
  },
  addInputRules() {
    return [
      textblockTypeInputRule({
        find: /^```([a-z]{0,30})\s$/,
        type: this.type,
        getAttributes: ([, language]) => ({ language: language || null }),
      }),
    ]
  },
})

const CALLOUTS: Readonly<Record<string, string>> = { note: 'Note', tip: 'Tip', warning: 'Warning' }

export const Callout = Node.create({
  name: 'callout',
  content: NODES.callout.content,
  group: NODES.callout.group,
  defining: true,
  addAttributes: () => attributesOf('callout', { kind: { renderHTML: ({ kind }) => ({ 'data-kind': kind }) } }),
  parseHTML: () => [{ tag: 'aside' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'aside',
    mergeAttributes(HTMLAttributes, {
      class: 'text-callout',
      'aria-label': CALLOUTS[node.attrs['kind']],
    }),
    0,
  ],
})

// Without the widths of columns, which would be `style` attributes.
const cell = (name: 'tableCell' | 'tableHeader') => () => {
  const span = (key: 'colspan' | 'rowspan') => ({
    parseHTML: (element: HTMLElement) => Math.min(Math.max(Math.trunc(Number(element.getAttribute(key))) || 1, 1), 20),
    renderHTML: (attributes: Record<string, unknown>) => (attributes[key] === 1 ? {} : { [key]: attributes[key] }),
  })
  return attributesOf(name, { colspan: span('colspan'), rowspan: span('rowspan') })
}

export const tables = [
  Table.extend({
    addNodeView: () => null,
    renderHTML: ({ HTMLAttributes }) => ['table', HTMLAttributes, ['tbody', 0]],
  }),
  TableRow,
  TableHeader.extend({
    addAttributes: cell('tableHeader'),
    renderHTML: ({ HTMLAttributes }) => ['th', HTMLAttributes, 0],
  }),
  TableCell.extend({
    addAttributes: cell('tableCell'),
    renderHTML: ({ HTMLAttributes }) => ['td', HTMLAttributes, 0],
  }),
]
