// The only script of a vendor's link: sends what was changed, keeps it when that fails, and says what became of it.
const form = document.getElementById('form')
const outcome = document.getElementById('outcome')
const withdraw = document.getElementById('withdraw')
const buttons = document.querySelectorAll('button')
// Made once for what is typed: a second press, or a retry after a lost answer, is the same request.
let key = newKey()
let sentOnce = false

form.addEventListener('input', () => {
  if (sentOnce) key = newKey()
  sentOnce = false
})

form.addEventListener('submit', (event) => {
  event.preventDefault()
  const values = [...form.querySelectorAll('[data-field]')]
    .filter((input) => input.value !== input.defaultValue)
    .map((input) => ({
      product_id: Number(input.dataset.product),
      field: input.dataset.field,
      text: input.value,
    }))
  const typed = [...new FormData(form)].filter(([, value]) => value !== '')
  void send({ ...Object.fromEntries(typed), values })
})

withdraw.addEventListener('click', () => {
  const ids = withdraw.dataset.requests.split(',').map(Number)
  void send({ values: [], withdraw: ids })
})

const send = async (body) => {
  for (const button of buttons) button.disabled = true
  sentOnce = true
  try {
    const answer = await fetch(location.pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    })
    const said = await answer.json()
    if (answer.ok) {
      form.hidden = true
      withdraw.hidden = true
      show(`${said.message} Your reference is ${said.data.reference}.`)
    } else {
      show(said.message)
    }
  } catch {
    show('This was not sent because the server can’t be reached. Your text is still here. Try again.')
  } finally {
    for (const button of buttons) button.disabled = false
  }
}

const show = (text) => {
  outcome.textContent = text
  outcome.hidden = false
  outcome.focus()
}

// Not randomUUID, which browsers offer over https alone.
function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
