import sanitizeHtml, { type IOptions } from 'sanitize-html'

function words(text: string) {
  return text.split(/\s+/)
}

const SCHEMES = ['http', 'https', 'mailto', 'tel']
/** Of these not even the text is read: it is no text of the page. */
const NO_TEXT = words('script style xmp textarea option noscript noembed noframes plaintext template')

/** What HTML made of a document may have, and nothing else. */
export const OUTPUT: IOptions = {
  allowedTags:
    words(`p h2 h3 h4 blockquote ul ol li br hr pre code strong em s sup sub a figure picture source img figcaption table
    tbody tr th td aside div span section details summary`),
  allowedAttributes: {
    h2: ['id'],
    h3: ['id'],
    h4: ['id'],
    ol: ['start'],
    code: ['data-language'],
    a: ['href', 'title', 'rel', 'data-post-id', 'data-fragment'],
    figure: ['data-image-id', 'data-width', 'data-decorative'],
    source: ['type', 'srcset', 'sizes'],
    img: ['src', 'width', 'height', 'alt', 'loading'],
    th: ['scope', 'colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
    aside: ['role', 'data-kind', 'aria-label'],
    div: ['role', 'tabindex', 'aria-label', 'data-product-id', 'data-embed'],
    section: ['data-faq'],
  },
  selfClosing: ['br', 'hr', 'img', 'source'],
  nonTextTags: NO_TEXT,
  allowedSchemes: SCHEMES,
  allowProtocolRelative: false,
  parseStyleAttributes: false,
}

/**
 * What HTML that is sent may bring along: what is made here, and what people write elsewhere. Its attributes are those that say what
 * something is, and never how it looks.
 */
export const INPUT: IOptions = {
  ...OUTPUT,
  allowedTags: [
    ...(OUTPUT.allowedTags || []),
    ...words('h1 h5 h6 b i u del strike thead tfoot caption dl dt dd iframe'),
  ],
  allowedAttributes: {
    ...OUTPUT.allowedAttributes,
    // A picture is known by its id: where its sizes are to be had is not read.
    source: [],
    // Who reads the text does not need it: a frame becomes the link to its page.
    iframe: ['src'],
  },
}

export const sanitise = (html: string, options: IOptions): string => sanitizeHtml(html, options)

/** Throws unless a sanitiser would leave the HTML as it is: what is published was made by `render`, and this is the proof. */
export const assertSanitised = (html: string): void => {
  const clean = sanitise(html, OUTPUT)
  if (clean === html) return
  let at = 0
  while (clean[at] === html[at]) at += 1
  throw new Error(`The HTML of a post has what it must not have, at ${at}: ${JSON.stringify(html.slice(at, at + 80))}`)
}
