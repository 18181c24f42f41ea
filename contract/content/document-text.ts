import type { DocumentNode } from './document.ts'

/** All nodes in the order in which they are read. */
export const nodesOf = (node: DocumentNode): DocumentNode[] => {
  const nodes: DocumentNode[] = []
  const add = (each: DocumentNode) => {
    nodes.push(each)
    each.content?.forEach(add)
  }
  add(node)
  return nodes
}

/** What is read of a node, its blocks on lines of their own. */
export const textOf = (node: DocumentNode): string => {
  if (node.type === 'text') return node.text ?? ''
  if (node.type === 'hardBreak') return '\n'
  if (node.type === 'image') return node.attrs.caption
  const parts = (node.content ?? []).map(textOf)
  return parts.join(isTextblock(node) ? '' : '\n')
}

const isTextblock = ({ type }: DocumentNode) => type === 'paragraph' || type === 'heading' || type === 'codeBlock'
