import { Schema, type AttributeSpec, type MarkSpec, type NodeSpec } from 'prosemirror-model'
import { fits } from '#contract/content/attribute-values.ts'
import { MARKS, NODES, type Attribute, type NodeType } from '#contract/content/document.ts'

/** The attributes of each node or mark, by its name. A Map: whatever a name is, it finds nothing that is not there. */
type Described = ReadonlyMap<string, ReadonlyMap<string, Attribute>>

const nodes = Object.entries<NodeType>(NODES)
const marks = Object.entries<Readonly<Record<string, Attribute>>>(MARKS)
const described = (entries: readonly (readonly [string, Readonly<Record<string, Attribute>>])[]): Described =>
  new Map(entries.map(([name, attributes]) => [name, new Map(Object.entries(attributes))]))

export const NODE_ATTRIBUTES = described(nodes.map(([name, { attributes = {} }]) => [name, attributes]))
export const MARK_ATTRIBUTES = described(marks)

const attributeSpec = (name: string, attribute: Attribute): AttributeSpec => ({
  ...(attribute.default === undefined ? {} : { default: attribute.default }),
  validate(value: unknown) {
    if (!fits(attribute, value)) throw new RangeError(name)
  },
})
const attributeSpecs = (attributes: Readonly<Record<string, Attribute>>) =>
  Object.fromEntries(Object.entries(attributes).map(([name, attribute]) => [name, attributeSpec(name, attribute)]))

const nodeSpec = (name: string, { content, group, marks: allowed, attributes = {} }: NodeType): NodeSpec => ({
  ...(content === undefined ? {} : { content }),
  ...(group === undefined ? {} : { group }),
  ...(allowed === undefined ? {} : { marks: allowed }),
  ...(group === 'inline' ? { inline: true } : {}),
  ...(name === 'codeBlock' ? { code: true } : {}),
  ...(name === 'table' ? { isolating: true } : {}),
  attrs: attributeSpecs(attributes),
})

/** The vocabulary of `contract/content/document.ts`, as ProseMirror has it. */
export const schema = new Schema({
  topNode: 'doc',
  nodes: Object.fromEntries(nodes.map(([name, type]) => [name, nodeSpec(name, type)])),
  marks: Object.fromEntries(
    marks.map(([name, attributes]): [string, MarkSpec] => [name, { attrs: attributeSpecs(attributes) }]),
  ),
})
