import type { Editor, Range } from '@tiptap/core'
import type { EditorState } from '@tiptap/pm/state'

/** What an act has to ask the person for. */
export interface Asks {
  picture: () => void
  link: () => void
  card: () => void
}

/** Something that the toolbar or the menu of blocks does to the text. */
export interface Act {
  id: string
  label: string
  /** As printed on the keys. */
  keys?: string
  /** Also found by these words. */
  words?: string
  /** The mark or block at the caret that it makes, with an attribute where that says which. */
  makes?: { name: string; attribute?: [name: string, value: unknown] }
  run: (editor: Editor, asks: Asks) => unknown
  /** Undefined: everywhere. */
  fits?: (state: EditorState) => boolean
}

const insert = (editor: Editor, type: string, attrs: Record<string, unknown> = {}) =>
  editor
    .chain()
    .focus()
    .insertContent([{ type, attrs }, ...(isAtEnd(editor.state) ? [{ type: 'paragraph' }] : [])])
    .run()

/** Behind a card at the end there would be no place to write. */
const isAtEnd = ({ selection: { $to }, doc }: EditorState) => $to.depth === 1 && $to.after(1) === doc.content.size

const mark = (id: string, label: string, keys?: string): Act => ({
  id,
  label,
  ...(keys && { keys }),
  makes: { name: id },
  run: (editor) => editor.chain().focus().toggleMark(id).run(),
})

const heading = (level: number): Act => ({
  id: `heading${level}`,
  label: `Heading ${level}`,
  keys: `Ctrl+Alt+${level}`,
  words: `h${level} title section`,
  makes: { name: 'heading', attribute: ['level', level] },
  run: (editor) => editor.chain().focus().toggleNode('heading', 'paragraph', { level }).run(),
})

const callout = (kind: string, label: string): Act => ({
  id: kind,
  label,
  words: 'callout box aside',
  makes: { name: 'callout', attribute: ['kind', kind] },
  run: (editor) =>
    isIn(editor.state, 'callout')
      ? editor.chain().focus().updateAttributes('callout', { kind }).run()
      : editor.chain().focus().wrapIn('callout', { kind }).run(),
})

export const isIn = ({ selection: { $head } }: EditorState, name: string) =>
  Array.from({ length: $head.depth + 1 }, (_, depth) => $head.node(depth)).some(({ type }) => type.name === name)

export const ACTS = {
  heading2: heading(2),
  heading3: heading(3),
  heading4: heading(4),
  bold: mark('bold', 'Bold', 'Ctrl+B'),
  italic: mark('italic', 'Italic', 'Ctrl+I'),
  strike: mark('strike', 'Strikethrough', 'Ctrl+Shift+S'),
  code: mark('code', 'Code in the text', 'Ctrl+E'),
  superscript: mark('superscript', 'Superscript', 'Ctrl+.'),
  subscript: mark('subscript', 'Subscript', 'Ctrl+,'),
  link: { id: 'link', label: 'Link', keys: 'Ctrl+K', makes: { name: 'link' }, run: (_, { link }) => link() },
  bulletList: {
    id: 'bulletList',
    label: 'Bulleted list',
    keys: 'Ctrl+Shift+8',
    words: 'ul points',
    makes: { name: 'bulletList' },
    run: (editor) => editor.chain().focus().toggleList('bulletList', 'listItem').run(),
  },
  orderedList: {
    id: 'orderedList',
    label: 'Numbered list',
    keys: 'Ctrl+Shift+7',
    words: 'ol steps',
    makes: { name: 'orderedList' },
    run: (editor) => editor.chain().focus().toggleList('orderedList', 'listItem').run(),
  },
  picture: { id: 'picture', label: 'Picture', words: 'image photo', run: (_, { picture }) => picture() },
  table: {
    id: 'table',
    label: 'Table',
    makes: { name: 'table' },
    fits: (state) => !isIn(state, 'table'),
    run: (editor) => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
  },
  quote: {
    id: 'quote',
    label: 'Quote',
    keys: 'Ctrl+Shift+B',
    words: 'blockquote citation',
    makes: { name: 'blockquote' },
    run: (editor) => editor.chain().focus().toggleWrap('blockquote').run(),
  },
  note: callout('note', 'Note'),
  tip: callout('tip', 'Tip'),
  warning: callout('warning', 'Warning'),
  codeBlock: {
    id: 'codeBlock',
    label: 'Code block',
    words: 'pre program',
    makes: { name: 'codeBlock' },
    run: (editor) => editor.chain().focus().toggleNode('codeBlock', 'paragraph').run(),
  },
  divider: {
    id: 'divider',
    label: 'Divider',
    words: 'line rule hr',
    run: (editor) => insert(editor, 'horizontalRule'),
  },
  faq: {
    id: 'faq',
    label: 'FAQ',
    words: 'questions',
    fits: ({ doc }) => !doc.children.some(({ type }) => type.name === 'faq'),
    run: (editor) => insert(editor, 'faq'),
  },
  product: {
    id: 'product',
    label: 'Product or post',
    keys: '@',
    words: 'card link',
    run: (editor) => editor.chain().focus().insertContent('@').run(),
  },
  card: { id: 'card', label: 'Link card', words: 'embed', run: (_, { card }) => card() },
} as const satisfies Record<string, Act>

/** What the menu of blocks offers. */
export const BLOCKS: readonly Act[] = [
  ACTS.heading2,
  ACTS.heading3,
  ACTS.heading4,
  ACTS.bulletList,
  ACTS.orderedList,
  ACTS.picture,
  ACTS.table,
  ACTS.quote,
  ACTS.note,
  ACTS.tip,
  ACTS.warning,
  ACTS.codeBlock,
  ACTS.divider,
  ACTS.faq,
  ACTS.product,
  ACTS.card,
]

const tableAct = (id: string, label: string, run: (editor: Editor) => unknown): Act => ({ id, label, run })

export const TABLE_ACTS: readonly Act[] = [
  tableAct('rowAbove', 'Row above', (editor) => editor.chain().focus().addRowBefore().run()),
  tableAct('rowBelow', 'Row below', (editor) => editor.chain().focus().addRowAfter().run()),
  tableAct('columnBefore', 'Column before', (editor) => editor.chain().focus().addColumnBefore().run()),
  tableAct('columnAfter', 'Column after', (editor) => editor.chain().focus().addColumnAfter().run()),
  tableAct('headerRow', 'Header row', (editor) => editor.chain().focus().toggleHeaderRow().run()),
  tableAct('mergeOrSplit', 'Merge or split', (editor) => editor.chain().focus().mergeOrSplit().run()),
  tableAct('deleteRow', 'Delete row', (editor) => editor.chain().focus().deleteRow().run()),
  tableAct('deleteColumn', 'Delete column', (editor) => editor.chain().focus().deleteColumn().run()),
  tableAct('deleteTable', 'Delete table', (editor) => editor.chain().focus().deleteTable().run()),
]

/** The blocks that fit here and go with what was typed. */
export const blocksFor = (state: EditorState, query: string) =>
  BLOCKS.filter(
    ({ label, words = '', fits }) =>
      `${label} ${words}`.toLowerCase().includes(query.toLowerCase()) && (fits?.(state) ?? true),
  )

/** Takes away what was typed to find it, and does it. */
export const runInstead = (editor: Editor, range: Range, act: Act, asks: Asks) => {
  editor.chain().focus().deleteRange(range).run()
  act.run(editor, asks)
}
