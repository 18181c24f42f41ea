import type { PostDocument } from '#contract/content/document.ts'
import { nodesOf, textOf } from '#contract/content/document-text.ts'
import type { Finding, FindingKind, Findings } from '#contract/content/findings.ts'
import { adviseOnText, type Find } from './advice.ts'
import { readabilityOf, sentencesOf } from './readability.ts'

/** What is checked: the content of one version. */
export interface CheckedVersion {
  title: string
  slug: string
  document: PostDocument
  excerpt: string
  image_id: number | null
  image_alt: string
  image_decorative: boolean
  author_ids: readonly number[]
  faq: readonly { question: string; answer: string }[]
  seo_title: string
  seo_description: string
  canonical_url: string | null
}

/** What has to be looked up for it. Undefined: there is no such thing. */
export interface KnownFacts {
  picture: (id: number) => 'processing' | 'ready' | 'failed' | undefined
  /** Whether the catalogue has it. */
  product: (id: number) => boolean
  /** Of a post that is linked to: whether readers can open it, and the ids of its headings. */
  post: (id: number) => { title: string; live: boolean; headings: readonly string[] } | undefined
  author: (id: number) => { name: string; active: boolean } | undefined
  /** Why this address cannot be used; null: it can. */
  slugProblem: string | null
  /** The title of the live post whose address `canonical_url` is. */
  canonicalOf: string | null
  /** Titles of other live posts that are the same or nearly so. */
  similarTitles: readonly string[]
  /** Why somebody else has to look at it first; null: nobody has to. */
  review: string | null
  /** How many people would get the update mail; null: none is prepared. */
  subscribers: number | null
}

/** What blocks publishing and what is advice, in the order of the page. */
export const checkPost = (version: CheckedVersion, known: KnownFacts): Findings => {
  const [blocking, advice]: [Finding[], Finding[]] = [[], []]
  const into =
    (list: Finding[]): Find =>
    (kind, field, message, detail, at) =>
      void list.push({ kind, field, message, detail, at: at ?? null })
  const [block, advise] = [into(blocking), into(advice)]
  const sentences = sentencesOf(version.document)
  const readability = readabilityOf(sentences)
  blockOnFields(version, known, block)
  blockOnText(version, known, block)
  blockOnFaq(version, block)
  adviseOnFields(version, known, advise)
  adviseOnText(version.document, sentences, readability, advise)
  return { blocking, advice, readability }
}

const blockOnFields = (version: CheckedVersion, known: KnownFacts, block: Find) => {
  const { title, image_id, image_alt, image_decorative, author_ids } = version
  if (title.trim() === '') block('missing', 'title', 'The post has no title', 'Enter the title')
  if (known.slugProblem !== null) block('slug', 'slug', 'The address can’t be used', known.slugProblem)
  if (image_id === null) block('missing', 'image', 'The post has no cover', 'Choose a picture')
  else
    checkPicture(
      { name: 'The cover', alt: image_alt, decorative: image_decorative, state: known.picture(image_id) },
      (...found) => block(found[0], 'image', found[1], found[2]),
    )
  if (author_ids.length === 0) block('missing', 'authors', 'The post has no author', 'Choose at least one author')
  for (const id of author_ids)
    if (known.author(id) === undefined) block('missing', 'authors', 'An author was deleted', 'Choose another author')
  if (known.canonicalOf !== null)
    block(
      'canonical',
      'canonical_url',
      'The canonical address belongs to another post',
      `It is the address of “${known.canonicalOf}”`,
    )
  if (known.review !== null) block('review', 'review', 'Someone else has to review this version', known.review)
}

const FILE_NAME =
  /^(?:img|dsc|dscn|pxl|image|photo|screenshot)[-_ ]?\d|\.(?:jpe?g|png|webp|gif|heic|avif|svg|bmp|tiff?)$/i

interface Pictured {
  name: string
  alt: string
  decorative: boolean
  state: ReturnType<KnownFacts['picture']>
}

const checkPicture = (
  { name, alt, decorative, state }: Pictured,
  found: (kind: FindingKind, message: string, detail: string) => void,
) => {
  if (!decorative && alt.trim() === '')
    found('picture_alt', `${name} has no alternative text`, 'Describe it, or mark it as decoration')
  else if (!decorative && FILE_NAME.test(alt.trim()))
    found('picture_alt', `${name} has a file name as its alternative text`, `Describe what “${alt.trim()}” shows`)
  if (state === undefined) found('missing', `${name} was deleted`, 'Choose another picture')
  else if (state === 'failed') found('picture_not_ready', `${name} could not be read`, 'Upload it again')
  else if (state === 'processing')
    found('picture_not_ready', `${name} is still being prepared`, 'Wait until it is ready')
}

const blockOnText = ({ document }: CheckedVersion, known: KnownFacts, block: Find) => {
  const blocks = document.content ?? []
  const isEmpty = blocks.every(
    (each) => textOf(each).trim() === '' && nodesOf(each).every(({ type }) => !SHOWN.includes(type)),
  )
  if (isEmpty) block('missing', 'document', 'The post has no text', 'Write the text')
  blocks.forEach((each, at) => {
    for (const node of nodesOf(each)) {
      if (node.type === 'image') {
        const { alt, decorative, image_id } = node.attrs
        checkPicture({ name: 'A picture', alt, decorative, state: known.picture(image_id) }, (...found) =>
          block(found[0], 'document', found[1], found[2], at),
        )
      }
      if (node.type === 'productCard' && !known.product(node.attrs.product_id))
        block(
          'product',
          'document',
          'A product is not in the catalogue',
          'Choose another product, or remove the card',
          at,
        )
      for (const mark of node.marks ?? [])
        if (mark.type === 'link' && mark.attrs.post_id !== null)
          checkPostLink(known.post(mark.attrs.post_id), mark.attrs.fragment, (kind, message) =>
            block(kind, 'document', message, `“${textOf(node)}”`, at),
          )
    }
  })
}

const SHOWN = ['image', 'table', 'productCard', 'embed']

const checkPostLink = (
  post: ReturnType<KnownFacts['post']>,
  fragment: string | null,
  found: (kind: FindingKind, message: string) => void,
) => {
  if (post === undefined) found('dead_link', 'A link leads to a deleted post')
  else if (!post.live) found('dead_link', `A link leads to “${post.title}”, which is not published`)
  else if (fragment !== null && !post.headings.includes(fragment))
    found('dead_fragment', `A link leads to a heading that “${post.title}” does not have`)
}

const blockOnFaq = ({ faq }: CheckedVersion, block: Find) => {
  const seen = new Set<string>()
  faq.forEach(({ question, answer }, at) => {
    const folded = question.toLowerCase().replaceAll(/\s+/g, ' ').trim()
    if (folded === '') block('faq', 'faq', 'A question is empty', 'Enter the question', at)
    else if (seen.has(folded)) block('faq', 'faq', 'This question appears twice', `“${question.trim()}”`, at)
    seen.add(folded)
    if (answer.trim() === '')
      block('faq', 'faq', 'A question has no answer', `Enter the answer to “${question.trim()}”`, at)
  })
}

const [TITLE, DESCRIPTION, SUMMARY, ANSWER] = [60, 155, 160, 300]

const adviseOnFields = (version: CheckedVersion, known: KnownFacts, advise: Find) => {
  const { title, seo_title, seo_description, excerpt, author_ids, faq } = version
  const shown = seo_title || title
  if (shown.length > TITLE)
    advise(
      'length',
      seo_title ? 'seo_title' : 'title',
      `The title has ${shown.length} characters`,
      `Search engines show about ${TITLE}`,
    )
  if (seo_description === '')
    advise(
      'length',
      'seo_description',
      'There is no description for search engines',
      'Say in a sentence what the post is about',
    )
  else if (seo_description.length > DESCRIPTION)
    advise(
      'length',
      'seo_description',
      `The description has ${seo_description.length} characters`,
      `Search engines show about ${DESCRIPTION}`,
    )
  if (excerpt.length > SUMMARY)
    advise('length', 'excerpt', `The summary has ${excerpt.length} characters`, `At most ${SUMMARY} read well`)
  const [similar] = known.similarTitles
  if (similar !== undefined) advise('similar_title', 'title', 'Another post has nearly the same title', `“${similar}”`)
  for (const id of author_ids) {
    const author = known.author(id)
    if (author && !author.active)
      advise('inactive_author', 'authors', `${author.name} is inactive`, 'Choose an active author, or leave it')
  }
  faq.forEach(({ question, answer }, at) => {
    const words = answer.split(/\s+/).filter(Boolean).length
    if (words > ANSWER)
      advise('long_answer', 'faq', `An answer has ${words} words`, `“${question}”. Shorten it to ${ANSWER}`, at)
  })
  if (known.subscribers === 0)
    advise('nobody_subscribed', 'send', 'Nobody is subscribed yet', 'The update email would reach nobody')
}
