/** What is asked of the HTML that comes in: the server has no types of the browser. */
export interface HtmlElement {
  tagName: string
  textContent: string | null
  previousElementSibling: HtmlElement | null
  lastElementChild: HtmlElement | null
  childNodes: Iterable<unknown>
  getAttribute: (name: string) => string | null
  closest: (selector: string) => HtmlElement | null
  querySelector: (selector: string) => HtmlElement | null
  append: (...nodes: readonly unknown[]) => void
  before: (node: unknown) => void
  replaceWith: (node: unknown) => void
  remove: () => void
}

export interface HtmlDocument {
  body: HtmlElement
  createElement: (name: string) => HtmlElement
  createTextNode: (text: string) => unknown
  querySelectorAll: (selector: string) => Iterable<HtmlElement>
}
