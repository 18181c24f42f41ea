/**
 * The text of a post: a document of ProseMirror, as JSON, whose nodes, marks and attributes are all here. The server checks what is
 * sent against a schema made of this, and the editor has the same one: whatever is not here is refused, never dropped.
 */

/** What an attribute may hold. */
export type AttributeKind =
  | { kind: 'number'; from: number; to: number }
  | { kind: 'choice'; of: readonly string[] }
  | { kind: 'text'; most: number }
  /** A picture, product or post of the company. */
  | { kind: 'id' }
  | { kind: 'flag' }
  /** With http or https alone. */
  | { kind: 'web-address'; most: number }
  /** Of a link: http, https, mailto or tel. */
  | { kind: 'link'; most: number }

/** Where it may be missing, it is null. One without a default has to be there. */
export type Attribute = AttributeKind & { nullable?: true; default?: string | number | boolean | null }

export interface NodeType {
  /** As ProseMirror spells it; undefined: it holds nothing. */
  content?: string
  group?: 'block' | 'inline'
  /** The marks that its text may have; undefined: all, where it holds text. */
  marks?: ''
  attributes?: Readonly<Record<string, Attribute>>
}

/** The version of this vocabulary that a document was written with. */
export const DOCUMENT_VERSION = 1

const SPAN = { kind: 'number', from: 1, to: 20, default: 1 } as const satisfies Attribute
const CELL = { content: 'block+', attributes: { colspan: SPAN, rowspan: SPAN } } as const satisfies NodeType

export const NODES = {
  doc: {
    content: 'block+',
    attributes: { v: { kind: 'number', from: 1, to: DOCUMENT_VERSION, default: DOCUMENT_VERSION } },
  },
  paragraph: { content: 'inline*', group: 'block' },
  heading: {
    content: 'inline*',
    group: 'block',
    attributes: { level: { kind: 'number', from: 2, to: 4, default: 2 } },
  },
  blockquote: { content: 'block+', group: 'block' },
  bulletList: { content: 'listItem+', group: 'block' },
  orderedList: {
    content: 'listItem+',
    group: 'block',
    attributes: { start: { kind: 'number', from: 0, to: 1_000_000, default: 1 } },
  },
  listItem: { content: 'paragraph block*' },
  horizontalRule: { group: 'block' },
  codeBlock: {
    content: 'text*',
    group: 'block',
    marks: '',
    attributes: { language: { kind: 'text', most: 30, nullable: true, default: null } },
  },
  image: {
    group: 'block',
    attributes: {
      image_id: { kind: 'id' },
      alt: { kind: 'text', most: 250, default: '' },
      decorative: { kind: 'flag', default: false },
      caption: { kind: 'text', most: 500, default: '' },
      width: { kind: 'choice', of: ['text', 'wide', 'full'], default: 'text' },
    },
  },
  table: { content: 'tableRow+', group: 'block' },
  tableRow: { content: '(tableCell | tableHeader)*' },
  tableHeader: CELL,
  tableCell: CELL,
  callout: {
    content: 'paragraph+',
    group: 'block',
    attributes: { kind: { kind: 'choice', of: ['note', 'tip', 'warning'], default: 'note' } },
  },
  productCard: { group: 'block', attributes: { product_id: { kind: 'id' } } },
  /** Where the questions stand; without it they stand after the text. At most one. */
  faq: { group: 'block' },
  /** A card that links to a page elsewhere; nothing of that page is loaded. */
  embed: { group: 'block', attributes: { url: { kind: 'web-address', most: 2_000 } } },
  text: { group: 'inline' },
  hardBreak: { group: 'inline' },
} as const satisfies Readonly<Record<string, NodeType>>

export const MARKS = {
  /** To an address, or to a post by its id, so that a changed address of a post changes no text. */
  link: {
    href: { kind: 'link', most: 2_000, nullable: true, default: null },
    post_id: { kind: 'id', nullable: true, default: null },
    /** A heading of that post. */
    fragment: { kind: 'text', most: 100, nullable: true, default: null },
    title: { kind: 'text', most: 200, nullable: true, default: null },
    nofollow: { kind: 'flag', default: false },
  },
  bold: {},
  italic: {},
  strike: {},
  code: {},
  superscript: {},
  subscript: {},
} as const satisfies Readonly<Record<string, Readonly<Record<string, Attribute>>>>

/** How HTML spells the marks that say nothing but what they are. */
export const MARK_TAGS = {
  bold: 'strong',
  italic: 'em',
  strike: 's',
  code: 'code',
  superscript: 'sup',
  subscript: 'sub',
} as const satisfies Partial<Record<keyof typeof MARKS, string>>

export type NodeName = keyof typeof NODES
export type MarkName = keyof typeof MARKS

/** What attributes hold once they were checked, those with a default included. */
type ValuesOf<Attributes> = { readonly [Name in keyof Attributes]: ValueOf<Attributes[Name]> }
type ValueOf<It> = KindValue<It> | (It extends { nullable: true } ? null : never)
type KindValue<It> = It extends { kind: 'number' | 'id' }
  ? number
  : It extends { kind: 'flag' }
    ? boolean
    : It extends { kind: 'choice'; of: readonly (infer Choice)[] }
      ? Choice
      : string

interface NodeOf<Name extends NodeName> {
  readonly type: Name
  readonly attrs: (typeof NODES)[Name] extends { attributes: infer Attributes } ? ValuesOf<Attributes> : undefined
  readonly content?: readonly DocumentNode[]
  readonly marks?: readonly DocumentMark[]
  /** Of a `text` alone. */
  readonly text?: string
}
/** Where a node has no attributes, it says nothing of them. */
type Spelled<It extends { attrs: unknown }> = It['attrs'] extends undefined
  ? Omit<It, 'attrs'> & { readonly attrs?: undefined }
  : It

export type LinkMark = { readonly type: 'link'; readonly attrs: ValuesOf<typeof MARKS.link> }
export type DocumentMark = LinkMark | { readonly type: Exclude<MarkName, 'link'>; readonly attrs?: undefined }
/** A node of a document that was checked: each attribute is there. */
export type DocumentNode = { [Name in NodeName]: Spelled<NodeOf<Name>> }[NodeName]
/** A whole document that was checked. One that is sent is unknown until then. */
export type PostDocument = DocumentNode & { readonly type: 'doc' }

/** The most that a document may have. */
export const DOCUMENT_LIMITS = {
  bytes: 2 * 1024 ** 2,
  characters: 200_000,
  blocks: 5_000,
  depth: 12,
  pictures: 200,
  links: 1_000,
  /** Lines of one block of code: a longer one makes the browser itself slow. */
  codeLines: 2_000,
} as const

export const EMPTY_DOCUMENT: PostDocument = {
  type: 'doc',
  attrs: { v: DOCUMENT_VERSION },
  content: [{ type: 'paragraph' }],
}
