import { createElement, Fragment, useMemo, type ReactNode } from 'react'
import type { CompetitorPost } from '#contract/insight/competitor-posts.ts'
import { markedPieces, readHtml, type ReaderNode } from './reader.ts'
import './post-text.css'

/**
 * The text of a post as the reader view. It takes the stored field alone, and makes elements of what it knows: no HTML of a stranger is
 * put into the page.
 */
export const PostText = ({
  post: { html, text, matched },
}: {
  post: Pick<CompetitorPost, 'html' | 'text' | 'matched'>
}) => {
  const nodes = useMemo(() => (html === '' ? paragraphsOf(text) : readHtml(html)), [html, text])
  const phrases = [...new Set(matched.map(({ phrase }) => phrase))]
  if (nodes.length === 0) return <p className="post-text-none">The feed gave no text. Open the original to read it.</p>
  return <div className="post-text">{drawn(nodes, phrases)}</div>
}

const paragraphsOf = (text: string): readonly ReaderNode[] =>
  text
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== '')
    .map((part) => ({ tag: 'p', children: [part] }))

const drawn = (nodes: readonly ReaderNode[], phrases: readonly string[]): ReactNode =>
  nodes.map((node, at) => (
    <Fragment key={at}>{typeof node === 'string' ? marked(node, phrases) : element(node, phrases)}</Fragment>
  ))

/** Its headings stand below those of the drawer. */
const TAGS: Readonly<Record<string, string>> = { h2: 'h4', h3: 'h5', h4: 'h6' }

const element = ({ tag, href, children }: Exclude<ReaderNode, string>, phrases: readonly string[]): ReactNode => {
  if (tag === 'br') return <br />
  const inner = drawn(children, phrases)
  if (tag !== 'a') return createElement(TAGS[tag] ?? tag, null, inner)
  return href === undefined ? (
    <span>{inner}</span>
  ) : (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
      {inner}
    </a>
  )
}

const marked = (text: string, phrases: readonly string[]): ReactNode =>
  markedPieces(text, phrases).map(({ text: piece, marked: isMarked }, at) =>
    isMarked ? <mark key={at}>{piece}</mark> : <Fragment key={at}>{piece}</Fragment>,
  )
