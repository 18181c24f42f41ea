import type { Extensions } from '@tiptap/core'
import { Blockquote } from '@tiptap/extension-blockquote'
import { Bold } from '@tiptap/extension-bold'
import { HardBreak } from '@tiptap/extension-hard-break'
import { HorizontalRule } from '@tiptap/extension-horizontal-rule'
import { Italic } from '@tiptap/extension-italic'
import { ListItem, ListKeymap } from '@tiptap/extension-list'
import { Paragraph } from '@tiptap/extension-paragraph'
import { Strike } from '@tiptap/extension-strike'
import { Text } from '@tiptap/extension-text'
import { Dropcursor, Gapcursor, UndoRedo } from '@tiptap/extensions'
import { BulletList, Callout, CodeBlock, Doc, Heading, OrderedList, tables } from './blocks.ts'
import { Embed, Faq, ProductCard } from './cards.ts'
import { Code, Link, Subscript, Superscript } from './marks.ts'
import { Picture } from './picture-block.ts'
import type { TextHost } from './text-host.ts'

/** All that a text may be made of: its schema equals the vocabulary of the contract. */
export const vocabulary = (host: Pick<TextHost, 'pictureUrl' | 'nameOf'>): Extensions => [
  Bold,
  Blockquote,
  Dropcursor.configure({ color: false, class: 'text-drop-cursor', width: 2 }),
  Gapcursor,
  HardBreak,
  UndoRedo,
  HorizontalRule,
  Italic,
  ListItem,
  ListKeymap,
  Paragraph,
  Strike,
  Text,
  Doc,
  Heading,
  BulletList,
  OrderedList,
  CodeBlock,
  Callout,
  ...tables,
  Picture.configure({ pictureUrl: host.pictureUrl }),
  ProductCard.configure({ nameOf: host.nameOf }),
  Faq,
  Embed,
  Link,
  Code,
  Superscript,
  Subscript,
]
