import { Node, type NodeViewRendererProps } from '@tiptap/core'
import { fits } from '#contract/content/attribute-values.ts'
import { NODES } from '#contract/content/document.ts'
import { attributesOf } from './attributes.ts'
import type { TextHost } from './text-host.ts'

const { attributes } = NODES.image
const WIDTHS = { text: 'As wide as the text', wide: 'Wide', full: 'Full width' } as const

/** A picture of the company. Its alt text, caption and width are written in place. */
export const Picture = Node.create<Pick<TextHost, 'pictureUrl'>>({
  name: 'image',
  group: NODES.image.group,
  atom: true,
  draggable: true,
  addOptions: () => ({ pictureUrl: () => Promise.resolve(undefined) }),
  addAttributes: () => attributesOf('image'),
  parseHTML: () => [
    {
      tag: 'figure[data-image_id]',
      getAttrs: (element) => (fits(attributes.image_id, Number(element.getAttribute('data-image_id'))) ? null : false),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['figure', HTMLAttributes],
  addNodeView() {
    const { pictureUrl } = this.options
    return (props) => pictureView(props, pictureUrl)
  },
})

const pictureView = ({ node: first, editor, getPos }: NodeViewRendererProps, pictureUrl: TextHost['pictureUrl']) => {
  let node = first
  const dom = document.createElement('figure')
  const picture = dom.appendChild(document.createElement('img'))
  picture.className = 'text-picture'
  const fields = dom.appendChild(document.createElement('div'))
  fields.className = 'text-picture-fields'
  fields.contentEditable = 'false'

  const set = (change: Record<string, unknown>) => {
    const at = getPos()
    if (at !== undefined)
      editor.view.dispatch(editor.state.tr.setNodeMarkup(at, undefined, { ...node.attrs, ...change }))
  }
  const alt = field('Alt text', attributes.alt.most, (value) => set({ alt: value }))
  const decorative = document.createElement('input')
  decorative.type = 'checkbox'
  decorative.addEventListener('change', () => set({ decorative: decorative.checked }))
  const caption = field('Caption', attributes.caption.most, (value) => set({ caption: value }))
  const width = document.createElement('select')
  for (const [value, words] of Object.entries(WIDTHS)) width.add(new Option(words, value))
  width.addEventListener('change', () => set({ width: width.value }))
  fields.append(
    labelled('Alt text', alt),
    labelled('Decoration', decorative),
    labelled('Caption', caption),
    labelled('Width', width),
  )

  const show = () => {
    const { image_id: id, ...rest } = node.attrs
    dom.dataset['width'] = String(rest['width'])
    fill(alt, String(rest['alt']))
    fill(caption, String(rest['caption']))
    decorative.checked = rest['decorative'] === true
    alt.disabled = decorative.checked
    alt.placeholder = decorative.checked ? '' : 'Describe it for people who can’t see it'
    width.value = String(rest['width'])
    picture.alt = decorative.checked ? '' : String(rest['alt'])
    if (picture.dataset['id'] === String(id)) return
    picture.dataset['id'] = String(id)
    void pictureUrl(Number(id)).then((url) => url && (picture.src = url))
  }
  const enable = () => {
    fields.hidden = !editor.isEditable
  }
  show()
  enable()
  return {
    dom,
    update(next: typeof first) {
      if (next.type !== node.type) return false
      node = next
      show()
      enable()
      return true
    },
    stopEvent: ({ target }: Event) => target instanceof Element && fields.contains(target),
    ignoreMutation: () => true,
  }
}

const field = (name: string, most: number, onText: (text: string) => void) => {
  const input = document.createElement('input')
  input.type = 'text'
  input.maxLength = most
  input.name = name
  input.addEventListener('input', () => onText(input.value))
  return input
}

/** What is being typed stays as it is, with its caret. */
const fill = (input: HTMLInputElement, text: string) => {
  if (input.value !== text) input.value = text
}

const labelled = (words: string, control: HTMLElement) => {
  const label = document.createElement('label')
  const name = document.createElement('span')
  name.textContent = words
  label.append(name, control)
  return label
}
