const list = document.querySelector('#mails')
const state = document.querySelector('#state')
const field = document.querySelector('#to')
const template = document.querySelector('#mail')
const shown = new Map()

field.value = new URLSearchParams(location.search).get('to') ?? ''
field.form.addEventListener('submit', (event) => event.preventDefault())
field.addEventListener('input', () => {
  const query = field.value ? `?to=${encodeURIComponent(field.value)}` : ''
  history.replaceState(null, '', `/${query}`)
  void show()
})

/** Text alone: no part of a mail becomes markup, and only a web address becomes a link. */
function draw(mail) {
  const item = template.content.cloneNode(true).firstElementChild
  const find = (selector) => item.querySelector(selector)
  if (mail.subject) find('h2').textContent = mail.subject
  find('time').textContent = new Date(mail.at).toLocaleTimeString()
  find('time').dateTime = mail.at
  find('.who').textContent = `${mail.from} → ${mail.to.join(', ')}`
  find('pre').textContent = mail.text
  if (mail.code) {
    find('.code').hidden = false
    find('output').textContent = mail.code
    find('button').addEventListener('click', ({ target }) => void copy(mail.code, target))
  }
  if (mail.link && /^https?:$/.test(new URL(mail.link).protocol)) {
    find('.link').hidden = false
    find('.link').href = mail.link
    find('small').textContent = new URL(mail.link).host
  }
  return item
}

async function copy(code, button) {
  try {
    await navigator.clipboard.writeText(code)
    button.textContent = 'Copied'
  } catch {
    button.textContent = 'Select the code to copy it'
  }
  setTimeout(() => {
    button.textContent = 'Copy code'
  }, 2000)
}

let latest = 0

async function show() {
  const mine = ++latest
  try {
    const query = field.value ? `?to=${encodeURIComponent(field.value)}` : ''
    const response = await fetch(`/messages${query}`, { signal: AbortSignal.timeout(5000) })
    const { messages } = await response.json()
    if (mine !== latest) return
    for (const [id, item] of shown)
      if (!messages.some((mail) => mail.id === id)) {
        item.remove()
        shown.delete(id)
      }
    let before = list.firstElementChild
    for (const mail of messages) {
      const item = shown.get(mail.id) ?? draw(mail)
      if (item === before) before = item.nextElementSibling
      else list.insertBefore(item, before)
      shown.set(mail.id, item)
    }
    const nothing = field.value ? `No mail for ${field.value} yet.` : 'No mail yet.'
    state.textContent = messages.length === 0 ? `${nothing} It appears here as it arrives.` : ''
    state.hidden = messages.length > 0
  } catch {
    if (mine !== latest) return
    state.hidden = false
    state.textContent = 'The mail catcher does not respond. Is npm start still running?'
  }
}

const events = new EventSource('/events')
events.addEventListener('message', () => void show())
events.addEventListener('error', () => void show())
