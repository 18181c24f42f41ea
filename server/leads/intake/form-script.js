// The public form's only script: sends what was typed once, keeps it when that fails, and says what became of it.
const form = document.getElementById('form')
const outcome = document.getElementById('outcome')
const button = form.querySelector('button')
// Made once per page: a second press, or a retry after a lost answer, sends the same form again, not another one.
let key = newKey()

form.addEventListener('input', () => {
  if (button.dataset.sent) key = newKey()
  delete button.dataset.sent
})

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  clearErrors()
  button.disabled = true
  button.dataset.sent = 'yes'
  try {
    const answer = await fetch(location.pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(filledIn()),
    })
    const said = await answer.json()
    if (answer.ok) succeed(said)
    else fail(said)
  } catch {
    fail({
      message: 'This was not sent because the server can’t be reached. Your text is still here. Try again.',
    })
  } finally {
    button.disabled = false
  }
})

// What led here, as the page's address says it and as the call takes it.
const utm = Object.fromEntries(
  [...new URLSearchParams(location.search)]
    .filter(([name, value]) => /^utm_\w{1,36}$/.test(name) && value !== '' && !value.includes('\0'))
    .slice(0, 10)
    .map(([name, value]) => [name, value.slice(0, 300).toWellFormed()]),
)

// The page that this one is embedded in, or came from.
const page = form.elements.page_url
if (page) page.value = document.referrer.slice(0, 500)

const filledIn = () => {
  const sent = [...new FormData(form)].map(([name, value]) => [name, form.elements[name].type === 'checkbox' || value])
  const { product, quantity, ...fields } = Object.fromEntries(sent)
  const typed = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
  const filled = Object.keys(utm).length > 0 ? { ...typed, utm } : typed
  return product ? { ...filled, products: [{ product_name: product, quantity: Number(quantity) || 0 }] } : filled
}

const succeed = ({ message, data }) => {
  form.hidden = true
  show(data ? `${message} Your reference is ${data.reference}.` : message)
}

const fail = ({ message, errors = [] }) => {
  for (const { field, message: sentence } of errors) {
    const input = form.elements[NAMES[field.replace(/\.\d+\./, '.')] ?? field]
    if (!input?.id) continue
    const note = Object.assign(document.createElement('div'), {
      className: 'error',
      id: `${input.id}-error`,
      textContent: sentence.endsWith(' is missing') ? `Enter the ${wordsOf(input)}` : sentence,
    })
    input.setAttribute('aria-invalid', 'true')
    input.setAttribute('aria-describedby', note.id)
    input.after(note)
  }
  const first = form.querySelector('[aria-invalid]')
  if (first) first.focus()
  else show(message)
}

const wordsOf = (input) => input.labels[0].firstChild.textContent.trim().toLowerCase()

const NAMES = { 'products.product_name': 'product', 'products.quantity': 'quantity' }

const show = (text) => {
  outcome.textContent = text
  outcome.hidden = false
  outcome.focus()
}

const clearErrors = () => {
  outcome.hidden = true
  for (const input of form.querySelectorAll('[aria-invalid]')) {
    input.removeAttribute('aria-invalid')
    input.removeAttribute('aria-describedby')
  }
  for (const note of form.querySelectorAll('.error')) note.remove()
}

// Not randomUUID, which browsers offer over https alone.
function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
