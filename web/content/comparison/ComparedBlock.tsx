import { SwapOutlined } from '@ant-design/icons'
import { createElement, Fragment, type ReactNode } from 'react'
import type { DocumentNode } from '#contract/content/document.ts'
import type { Diffed } from './diff-blocks.ts'
import { Runs, withMarks } from './Runs.tsx'
import type { ShownIn } from './shown-in.ts'

interface ComparedBlockProps {
  block: Diffed
  shown: ShownIn
}

/** A block of the text with what became of it. */
export const ComparedBlock = ({ block, shown }: ComparedBlockProps): ReactNode => {
  const { change, node } = block
  switch (change) {
    case 'same':
      return <Node node={node} shown={shown} />
    case 'added':
    case 'removed':
      return (
        <div className={change === 'added' ? 'block-came' : 'block-went'}>
          <span className="sr-only">{change === 'added' ? 'Added: ' : 'Deleted: '}</span>
          <Node node={node} shown={shown} />
        </div>
      )
    case 'moved':
      return (
        <div className="block-moved">
          <p className="moved-from">
            <SwapOutlined rotate={90} aria-hidden /> Moved here{' '}
            {block.from === undefined ? 'from the beginning' : `from “${block.from}”`}
          </p>
          <Node node={node} shown={shown} />
        </div>
      )
    case 'text':
      return <Frame node={node}>{<Runs runs={block.runs} />}</Frame>
    case 'within':
      return (
        <Frame node={node}>
          {block.parts.map((part, at) => (
            <Part key={at} block={part} shown={shown} />
          ))}
        </Frame>
      )
  }
}

/** Rows, cells and items are marked on themselves: nothing may stand between them and what they are in. */
const Part = ({ block, shown }: ComparedBlockProps) => {
  const { change, node } = block
  const isPlain = !['tableRow', 'tableCell', 'tableHeader', 'listItem'].includes(node.type)
  if (isPlain || change === 'text' || change === 'within' || change === 'same')
    return <ComparedBlock block={block} shown={shown} />
  return <Node node={node} shown={shown} mark={change === 'removed' ? 'block-went' : 'block-came'} />
}

interface NodeProps {
  node: DocumentNode
  shown: ShownIn
  mark?: string
}

/** A node as it is. */
const Node = ({ node, shown, mark }: NodeProps): ReactNode => {
  switch (node.type) {
    case 'text':
      return withMarks(node.text ?? '', node.marks)
    case 'hardBreak':
      return <br />
    case 'horizontalRule':
      return <hr />
    case 'image': {
      const source = shown.pictures.get(node.attrs.image_id)
      return (
        <figure>
          {source ? <img src={source} alt={node.attrs.alt} loading="lazy" /> : <em>Picture {node.attrs.image_id}</em>}
          {(node.attrs.caption || node.attrs.alt) && (
            <figcaption>{node.attrs.caption || `Shows: ${node.attrs.alt}`}</figcaption>
          )}
        </figure>
      )
    }
    case 'productCard':
      return (
        <p className="compared-card">Product: {shown.products.get(node.attrs.product_id) ?? node.attrs.product_id}</p>
      )
    case 'embed':
      return <p className="compared-card">Link: {node.attrs.url}</p>
    case 'faq':
      return <p className="compared-card">The questions stand here</p>
    default:
      return (
        <Frame node={node} {...(mark !== undefined && { mark })}>
          {node.content?.map((child, at) => (
            <Fragment key={at}>
              <Node node={child} shown={shown} />
            </Fragment>
          ))}
        </Frame>
      )
  }
}

/** The element that a node with content stands in. */
const Frame = ({ node, mark, children }: { node: DocumentNode; mark?: string; children: ReactNode }) => {
  const marked = mark === undefined ? {} : { className: mark }
  switch (node.type) {
    case 'heading':
      return createElement(`h${node.attrs.level}`, { className: mark }, children)
    case 'blockquote':
      return <blockquote {...marked}>{children}</blockquote>
    case 'bulletList':
      return <ul {...marked}>{children}</ul>
    case 'orderedList':
      return (
        <ol start={node.attrs.start} {...marked}>
          {children}
        </ol>
      )
    case 'listItem':
      return <li {...marked}>{children}</li>
    case 'codeBlock':
      return (
        <pre {...marked}>
          <code>{children}</code>
        </pre>
      )
    case 'callout':
      return (
        <aside aria-label={node.attrs.kind} className={`compared-callout ${mark ?? ''}`}>
          {children}
        </aside>
      )
    case 'table':
      return (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
        <div className="compared-table" role="region" aria-label="Table" tabIndex={0}>
          <table {...marked}>
            <tbody>{children}</tbody>
          </table>
        </div>
      )
    case 'tableRow':
      return <tr {...marked}>{children}</tr>
    case 'tableHeader':
      return (
        <th colSpan={node.attrs.colspan} rowSpan={node.attrs.rowspan} {...marked}>
          {children}
        </th>
      )
    case 'tableCell':
      return (
        <td colSpan={node.attrs.colspan} rowSpan={node.attrs.rowspan} {...marked}>
          {children}
        </td>
      )
    default:
      return <p {...marked}>{children}</p>
  }
}
