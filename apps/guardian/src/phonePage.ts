import { qrMatrix } from '@billfold/protocol/qr/qrMatrix'
import { html, raw } from 'hono/html'
import { page } from './approvalPage.ts'
import { speakPage } from './texts/pageTexts.ts'

const quiet = 4
const secondsBetween = 3

/** The page of a person of Farcaster before the numbers: a code for their phone, and the same link for anyone who is on it. */
export function phonePage(url: string, language: string | undefined): ReturnType<typeof html> {
  const { say } = speakPage(language)
  return page(
    language,
    say('phoneTitle'),
    html`<p>${say('phone')}</p>
      ${raw(qrOf(url, say('phoneCode')))}
      <p><a href="${url}" target="_blank" rel="noopener noreferrer">${say('phoneOpen')}</a></p>
      <p role="status">${say('phoneWait')}</p>
      <p>${say('phoneSent')}</p>`,
    secondsBetween,
  )
}

/** A QR code as a drawing: of numbers alone, whatever the link is. `label` is a text of ours. */
function qrOf(text: string, label: string): string {
  const { size, isDark } = qrMatrix(text, 'M')
  const side = size + 2 * quiet
  let path = ''
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) if (isDark(x, y)) path += `M${x + quiet} ${y + quiet}h1v1h-1z`
  return `<svg class="qr" role="img" aria-label="${label}" viewBox="0 0 ${side} ${side}"><path d="${path}"/></svg>`
}
