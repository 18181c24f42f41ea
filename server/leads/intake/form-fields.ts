import { html, type Markup } from '#server/kit/html.ts'
import type { FieldError } from '#server/kit/errors.ts'

/** An input of a public form. */
export interface FormField {
  /** As the call names its value: `products.0.quantity`. */
  name: string
  label: string
  type?: 'text' | 'email' | 'tel' | 'number' | 'lines' | 'choice' | 'checkbox'
  optional?: true
  maxLength?: number
  autocomplete?: string
  /** What it says until something is typed. */
  value?: string
  rows?: number
  /** What people need to know before they fill it in. */
  hint?: string
  /** Values with their labels. */
  options?: readonly (readonly [string, string])[]
}

/** Fields that stand beside one another where there is room. */
export interface FormRow {
  layout: 'one' | 'two' | 'wide-narrow'
  fields: readonly FormField[]
}

/** What was typed, and what is wrong with it. */
export interface Typed {
  texts: ReadonlyMap<string, readonly string[]>
  errors: readonly FieldError[]
}

export const drawRows = (rows: readonly FormRow[], typed: Typed | undefined): Markup[] => {
  const wrong = new Map(typed?.errors.map(({ field, message }) => [field, message]))
  const first = rows.flatMap(({ fields }) => fields).find(({ name }) => wrong.has(name))
  const draw = (field: FormField) =>
    drawField(field, {
      value: typed ? typed.texts.get(field.name)?.[0] : field.value,
      error: wrong.get(field.name),
      isFirst: field === first,
    })
  return rows.map(({ layout, fields }) =>
    layout === 'one' ? html`${fields.map(draw)}` : html`<div class="${CLASSES[layout]}">${fields.map(draw)}</div>`,
  )
}

const CLASSES = { two: 'two', 'wide-narrow': 'two wide-narrow' }

interface State {
  value: string | undefined
  error: string | undefined
  /** Whether the cursor goes there. */
  isFirst: boolean
}

const drawField = (field: FormField, state: State): Markup => {
  const id = field.name.replaceAll('.', '-')
  const { error } = state
  const label = html`<label for="${id}">${field.label}${field.optional && html` <span>(optional)</span>`}</label>`
  const input = drawInput(field, id, state)
  const note = error !== undefined && html`<span class="error" id="${id}-error">${sentenceFor(field, error)}</span>`
  return field.type === 'checkbox'
    ? html`<p class="choice">${input}${label}${note}</p>`
    : html`<p>
        ${label}${input}${field.hint !== undefined && html`<span class="hint" id="${id}-hint">${field.hint}</span>`}${note}
      </p>`
}

const drawInput = (
  { name, type = 'text', optional, maxLength, autocomplete, rows, hint, options = [] }: FormField,
  id: string,
  { value = '', error, isFirst }: State,
): Markup => {
  const described = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean).join(' ')
  const attributes = html`id="${id}"
  name="${name}"${autocomplete && html` autocomplete="${autocomplete}"`}${maxLength && html` maxlength="${maxLength}"`}${!optional && type !== 'checkbox' && html` required`}${error !== undefined && html` aria-invalid="true"`}${described !== '' && html` aria-describedby="${described}"`}${isFirst && html` autofocus`}`
  switch (type) {
    case 'lines':
      // A browser drops a line break that begins a text.
      return html`<textarea ${attributes} rows="${rows}">${'\n'}${value}</textarea>`
    case 'choice':
      return html`<select ${attributes}>
        <option value=""></option>
        ${options.map(
          ([code, words]) => html`<option value="${code}" ${code === value && html` selected`}>${words}</option>`,
        )}
      </select>`
    case 'checkbox':
      return html`<input ${attributes} type="checkbox" value="true" ${value === 'true' && html` checked`} />`
    case 'number':
      return html`<input ${attributes} type="number" min="1" max="1000000000" step="1" value="${value}" />`
    default:
      return html`<input ${attributes} type="${type}" value="${value}" />`
  }
}

/** A sentence about a value of the call, as one about the field that people see. */
const sentenceFor = ({ name, label }: FormField, message: string) => {
  if (message === `${name} is missing` || message === `Enter ${name}`) return `Enter the ${label.toLowerCase()}`
  return message.startsWith(`${name} `) ? `${label}${message.slice(name.length)}` : message
}
