import { Mark, markInputRule, markPasteRule } from '@tiptap/core'
import { attributesOf, linkOf } from './attributes.ts'

/** Unlike that of the starter kit it goes with other marks, as the vocabulary has it. */
export const Code = Mark.create({
  name: 'code',
  parseHTML: () => [{ tag: 'code' }, { tag: 'tt' }, { tag: 'kbd' }],
  renderHTML: () => ['code', 0],
  addKeyboardShortcuts() {
    return { 'Mod-e': () => this.editor.commands.toggleMark(this.name) }
  },
  addInputRules() {
    return [markInputRule({ find: /(?:^|[^`])(`([^`]+)`)$/, type: this.type })]
  },
})

/** To an address, or to a post by its id. */
export const Link = Mark.create({
  name: 'link',
  inclusive: false,
  addAttributes: () =>
    attributesOf('link', {
      href: {
        parseHTML: (element) => linkOf(element.getAttribute('href') ?? ''),
        renderHTML: ({ href }) => (href == null ? {} : { href }),
      },
    }),
  parseHTML: () => [
    {
      tag: 'a',
      getAttrs: (element) =>
        linkOf(element.getAttribute('href') ?? '') || element.hasAttribute('data-post_id') ? null : false,
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['a', { ...HTMLAttributes, rel: 'noopener' }, 0],
  addPasteRules() {
    return [
      markPasteRule({
        find: (text) =>
          [...text.matchAll(/\bhttps?:\/\/[^\s<>"]{1,1000}/g)].map((match) => ({ index: match.index, text: match[0] })),
        type: this.type,
        getAttributes: (match) => ({ href: linkOf(match[0]) ?? null }),
      }),
    ]
  },
})

const script = (name: 'superscript' | 'subscript', tag: 'sup' | 'sub', key: string) =>
  Mark.create({
    name,
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
    addKeyboardShortcuts() {
      return { [key]: () => this.editor.commands.toggleMark(this.name) }
    },
  })

export const Superscript = script('superscript', 'sup', 'Mod-.')
export const Subscript = script('subscript', 'sub', 'Mod-,')
