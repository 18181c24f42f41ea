import { getSchema } from '@tiptap/core'
import { expect, test } from 'vitest'
import { MARKS, NODES, type Attribute, type NodeType } from '#contract/content/document.ts'
import { vocabulary } from './extensions.ts'

const schema = getSchema(vocabulary({ pictureUrl: async () => undefined, nameOf: async () => undefined }))

const attributesIn = (attrs: Record<string, { default?: unknown }> | null | undefined) =>
  Object.fromEntries(
    Object.entries(attrs ?? {}).map(([name, spec]) => [name, 'default' in spec ? { default: spec.default } : {}]),
  )
const attributesOf = (attributes: Readonly<Record<string, Attribute>> = {}) =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, spec]) => [name, 'default' in spec ? { default: spec.default } : {}]),
  )

test('the editor has the nodes of the contract and no others', () => {
  expect(Object.keys(schema.nodes).toSorted()).toEqual(Object.keys(NODES).toSorted())
  expect(schema.topNodeType.name).toBe('doc')
})

test.each(Object.entries<NodeType>(NODES))('a %s is the same in the editor and in the contract', (name, node) => {
  const { spec } = schema.nodes[name]!

  expect({
    content: spec.content || undefined,
    group: spec.group,
    marks: spec.marks,
    attributes: attributesIn(spec.attrs),
  }).toEqual({
    content: node.content,
    group: node.group,
    marks: node.marks,
    attributes: attributesOf(node.attributes),
  })
})

test('the editor has the marks of the contract, and each goes with every other', () => {
  expect(Object.keys(schema.marks).toSorted()).toEqual(Object.keys(MARKS).toSorted())
  for (const [name, attributes] of Object.entries(MARKS)) {
    const mark = schema.marks[name]!
    expect(attributesIn(mark.spec.attrs)).toEqual(attributesOf(attributes))
    expect(Object.values(schema.marks).filter((other) => mark.excludes(other))).toEqual([mark])
  }
})

test.each([
  ['heading', { level: 1 }],
  ['heading', { level: '2' }],
  ['image', {}],
  ['image', { image_id: '7' }],
  ['image', { image_id: 7, width: 'huge' }],
  ['image', { image_id: 7, alt: 'a'.repeat(251) }],
  ['embed', { url: 'javascript:alert(1)' }],
  ['embed', { url: ['https://example.com'] }],
  ['productCard', { product_id: 0 }],
  ['orderedList', { start: -1 }],
])('the editor refuses a %s with %j', (type, attrs) => {
  const inside =
    type === 'heading'
      ? []
      : type === 'orderedList'
        ? [{ type: 'listItem', content: [{ type: 'paragraph' }] }]
        : undefined

  const read = () =>
    schema.nodeFromJSON({ type: 'doc', content: [{ type, attrs, ...(inside && { content: inside }) }] }).check()

  expect(read).toThrow(RangeError)
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', 'not an address'])(
  'a link to %s is refused',
  (href) => {
    const text = { type: 'text', text: 'a', marks: [{ type: 'link', attrs: { href } }] }

    expect(() =>
      schema.nodeFromJSON({ type: 'doc', content: [{ type: 'paragraph', content: [text] }] }).check(),
    ).toThrow(RangeError)
  },
)
