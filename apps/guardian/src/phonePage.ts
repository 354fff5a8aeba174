import { qrMatrix } from '@billfold/protocol/qr/qrMatrix'
import { html, raw } from 'hono/html'
import { page } from './approvalPage.ts'

const quiet = 4
const secondsBetween = 3

/** What a person of Farcaster sees before the numbers: a code for their phone, and the same link for anyone who is on it. */
export const phonePage = (url: string) =>
  page(
    'Sign in with Farcaster',
    html`<p>Scan this code with your phone and sign in there. Your Farcaster app names this page’s address.</p>
      ${raw(qrOf(url))}
      <p><a href="${url}" target="_blank" rel="noopener noreferrer">Open Farcaster on this device</a></p>
      <p role="status">Waiting for your signature. This page goes on by itself.</p>
      <p>If somebody sent you here and no device of yours waits, close this page.</p>`,
    secondsBetween,
  )

/** A QR code as a drawing: of numbers alone, whatever the link is. */
function qrOf(text: string): string {
  const { size, isDark } = qrMatrix(text, 'M')
  const side = size + 2 * quiet
  let path = ''
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) if (isDark(x, y)) path += `M${x + quiet} ${y + quiet}h1v1h-1z`
  return `<svg class="qr" role="img" aria-label="QR code" viewBox="0 0 ${side} ${side}"><path d="${path}"/></svg>`
}
