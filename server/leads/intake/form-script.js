// The public forms' only script: sends what was typed once and without leaving the page, and shows what the server answers in its place.
const UNSENT = 'This was not sent because the server can’t be reached. Your text is still here. Try again.'

// Made once per page: a second press, or a retry after a lost answer, sends the same form again, not another one.
let key = newKey()
let isSent = false

document.addEventListener('input', () => {
  if (isSent) key = newKey()
  isSent = false
})

document.addEventListener('submit', async (event) => {
  event.preventDefault()
  const form = event.target
  const button = form.querySelector('button')
  button.disabled = true
  isSent = true
  try {
    const answer = await fetch(location.href, {
      method: 'POST',
      headers: { accept: 'text/html', 'idempotency-key': key },
      body: new URLSearchParams(new FormData(form)),
    })
    const text = await answer.text()
    if (answer.headers.get('content-type')?.startsWith('text/html')) show(text)
    else say(JSON.parse(text).message)
  } catch {
    say(UNSENT)
  } finally {
    button.disabled = false
  }
})

const show = (page) => {
  // This page has the styles already, and its policy refuses those of another answer.
  const bare = page.replace(/<style[^]*?<\/style>/g, '')
  const main = new DOMParser().parseFromString(bare, 'text/html').querySelector('main')
  document.querySelector('main').replaceWith(main)
  const place = main.querySelector('[aria-invalid]') ?? document.getElementById('outcome')
  place.focus()
}

const say = (text) => {
  const outcome = document.getElementById('outcome')
  outcome.textContent = text
  outcome.hidden = false
  outcome.focus()
}

// Not randomUUID, which browsers offer over https alone.
function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
