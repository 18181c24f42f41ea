/** Pictures and products of a version as its HTML shows them, by the ids that the document has of them. */
export interface ShownIn {
  pictures: ReadonlyMap<number, string>
  products: ReadonlyMap<number, string>
}

/** Nothing in it is run or loaded: it is looked at and thrown away. */
export const shownIn = (...contents: readonly string[]): ShownIn => {
  const pictures = new Map<number, string>()
  const products = new Map<number, string>()
  for (const content of contents) {
    const page = new DOMParser().parseFromString(content, 'text/html')
    for (const figure of page.querySelectorAll<HTMLElement>('figure[data-image-id]'))
      pictures.set(Number(figure.dataset['imageId']), figure.querySelector('img')?.getAttribute('src') ?? '')
    for (const card of page.querySelectorAll<HTMLElement>('[data-product-id]'))
      products.set(Number(card.dataset['productId']), card.querySelector('strong')?.textContent ?? '')
  }
  return { pictures, products }
}
