import { blogPosts } from '#contract/content/blog-posts.ts'
import { uploadImage } from '#web/content/blog-images/upload-image.ts'
import { call } from '#web/kit/data/api.ts'
import { toast } from '#web/kit/feedback/toast.ts'
import type { TextHost } from './text-host.ts'

/** What the text of a post needs of the company: its pictures, posts and products. */
export const companyHost = (html: string): TextHost => {
  const { pictures, names } = shownIn(html)
  return {
    async upload(file, sending) {
      const { id, alt, url } = await uploadImage(file, sending)
      pictures.set(id, url)
      return { id, alt }
    },
    pictureUrl: async (id) => pictures.get(id),
    nameOf: async (kind, id) => names.get(`${kind} ${id}`),
    async search(words) {
      const { data } = await call(blogPosts.linkTargets, { query: { search: words } })
      for (const { kind, id, label, note } of data)
        names.set(`${kind} ${id}`, kind === 'product' ? [label, note].filter(Boolean).join(' · ') : label)
      return data.map(({ kind, id, label }) => ({ kind, id, name: label }))
    },
    say: (text, retry) => (retry ? toast.failed(text, { retry }) : toast.note(text)),
  }
}

/** The stored text as HTML says where its pictures are, and what its products are called. */
const shownIn = (html: string) => {
  const pictures = new Map<number, string>()
  const names = new Map<string, string>()
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const figure of body.querySelectorAll<HTMLElement>('figure[data-image-id]')) {
    const address = figure.querySelector('img')?.getAttribute('src')
    if (address) pictures.set(Number(figure.dataset['imageId']), address)
  }
  for (const card of body.querySelectorAll<HTMLElement>('[data-product-id]'))
    names.set(
      `product ${card.dataset['productId']}`,
      [...card.children].map(({ textContent }) => textContent).join(' · '),
    )
  return { pictures, names }
}
