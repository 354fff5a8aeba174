import { decimalOf } from '@billfold/protocol/decimalOf'
import type { CardFaults, CardForm } from './cards.ts'
import type { ShopOrder } from './createShop.ts'

const written = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

type Field = { name: keyof CardForm; label: string; hint: string; numeric: boolean; most: number }
const fields: readonly Field[] = [
  { name: 'number', label: 'Card number', hint: '4242 4242 4242 4242', numeric: true, most: 23 },
  { name: 'expiry', label: 'Expiry date', hint: 'MM/YY', numeric: true, most: 7 },
  { name: 'cvc', label: 'CVC', hint: '123', numeric: true, most: 3 },
  { name: 'name', label: 'Name on card', hint: 'Ada Lovelace', numeric: false, most: 60 },
]

/** The page of an order: the card's form, then its outcome, then the link back. No script runs on it. */
export function checkoutPage(order: ShopOrder, filled?: { form: CardForm; faults: CardFaults }): string {
  const { status } = order
  if (status === 'created') return page('Checkout', summary(order) + cardForm(order, filled))
  const under = status === 'paid' || status === 'sent'
  const texts = {
    paid: ['Payment received', 'Sending your coins…'],
    sent: ['Almost there', 'Waiting for the network to confirm…'],
    settled: ['Purchase complete', 'Your coins have arrived.'],
    failed: ['Purchase failed', order.reason ?? 'Nothing was charged.'],
    expired: ['Order expired', 'Nothing was charged. Start again from the site you came from.'],
  }[status]
  const next = under
    ? '<meta http-equiv="refresh" content="1" />'
    : order.back && status === 'settled'
      ? `<meta http-equiv="refresh" content="3;url=${written(order.back)}" />`
      : ''
  const hash = order.hash
    ? `<p class="note">Transaction <code data-testid="onramp-hash">${written(order.hash)}</code></p>`
    : ''
  const back = under
    ? '<progress aria-label="In progress"></progress>'
    : order.back
      ? `<a class="button" href="${written(order.back)}" data-testid="onramp-back">Back to ${written(new URL(order.back).host)}</a>`
      : '<p>You can close this window.</p>'
  const state = `<div role="status" data-testid="onramp-status" data-status="${status}"><h2>${texts[0]}</h2><p>${written(texts[1]!)}</p></div>`
  return page(texts[0]!, summary(order) + state + hash + back, next)
}

export const notFoundPage = page(
  'Order not found',
  '<h2>Order not found</h2><p>This order does not exist, or the shop was restarted. Start again from the site you came from.</p>',
)

function summary({ pays, currency, gets, goods, fees, address }: ShopOrder): string {
  const rows = [
    ['You pay', `${pays} ${currency}`],
    ...fees.map(({ name, amount }) => [name, `${amount} ${currency}`]),
    ['You get', `${decimalOf({ amount: gets, decimals: goods.decimals })} ${goods.symbol}`],
    ['To', address],
  ]
  const list = rows.map(([name = '', value = '']) => `<dt>${written(name)}</dt><dd>${written(value)}</dd>`).join('')
  return `<dl>${list}</dl>`
}

function cardForm(order: ShopOrder, filled?: { form: CardForm; faults: CardFaults }): string {
  const first = filled ? fields.find(({ name }) => filled.faults[name])?.name : 'number'
  const inputs = fields.map(({ name, label, hint, numeric, most }) => {
    const fault = filled?.faults[name]
    // Restore the input, except the card number and CVC: someone may be looking.
    const value = filled && name !== 'number' && name !== 'cvc' ? filled.form[name] : ''
    return `<label class="${name}">${label}
      <input name="${name}" value="${written(value)}" placeholder="${hint}" maxlength="${most}"${numeric ? ' inputmode="numeric"' : ''} autocomplete="off" spellcheck="false"${fault ? ` aria-invalid="true" aria-describedby="${name}-fault"` : ''}${name === first ? ' autofocus' : ''} data-testid="onramp-${name}" />
      ${fault ? `<span class="fault" id="${name}-fault">${written(fault)}</span>` : ''}</label>`
  })
  const faulty = filled ? '<p class="fault" role="alert">Check the highlighted fields.</p>' : ''
  return `<form method="post" action="/pay/${order.id}" novalidate>${faulty}${inputs.join('')}
      <button name="answer" value="pay" data-testid="onramp-pay">Pay ${written(`${order.pays} ${order.currency}`)}</button>
      <button name="answer" value="cancel" class="no" data-testid="onramp-cancel">Cancel</button>
    </form>
    <details><summary>Test cards</summary><ul>
      <li><code>4242 4242 4242 4242</code> is accepted</li>
      <li><code>4000 0000 0000 0002</code> is declined</li>
      <li><code>4000 0000 0000 0077</code> is accepted, and the coins come 15 seconds later</li>
    </ul><p>Any future date and any three digits.</p></details>`
}

function page(title: string, body: string, head = ''): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    ${head}
    <title>${title} · Local Checkout</title>
    <link rel="stylesheet" href="/onramp.css" />
  </head>
  <body>
    <main>
      <p class="note">Local network: test cards and test coins only.</p>
      <h1>Local Checkout</h1>
      ${body}
    </main>
  </body>
</html>
`
}

export const checkoutStyle = `:root{color-scheme:light dark;font:16px/1.5 ui-sans-serif,system-ui,sans-serif;--ink:light-dark(#161713,#f2f1ec);--ink-2:light-dark(#5b5d55,#a9aba1);--line:light-dark(#7a7c73,#85877e);--accent:light-dark(#0b6e4f,#4cc38a);--bad:light-dark(#b42318,#ff9a8f)}
*{box-sizing:border-box;margin:0}
body{display:grid;min-block-size:100vh;place-items:center;padding:16px;background:light-dark(#f3f1eb,#101110);color:var(--ink)}
main{display:grid;gap:16px;inline-size:min(440px,100%);padding:24px;border-radius:20px;background:light-dark(#fbfaf7,#151613)}
h1{font-size:28px;line-height:1.2;letter-spacing:-.02em}
h2{font-size:20px}
.note,dt,label,summary{color:var(--ink-2);font-size:14px}
dl{display:grid;grid-template-columns:auto 1fr;gap:4px 16px}
dd{text-align:end;overflow-wrap:anywhere}
code{overflow-wrap:anywhere}
form{display:grid;grid-template-columns:1fr 1fr;gap:12px}
form>:not(.expiry,.cvc){grid-column:1/-1}
input{display:block;inline-size:100%;min-block-size:48px;padding:8px 16px;border:1px solid var(--line);border-radius:12px;background:light-dark(#fff,#101110);color:var(--ink);font:inherit}
[aria-invalid]{border-color:var(--bad)}
.fault{color:var(--bad);font-size:14px}
button,.button{display:grid;place-items:center;min-block-size:48px;padding:8px 16px;border:0;border-radius:14px;background:var(--accent);color:light-dark(#fff,#06140d);font:inherit;font-weight:500;text-decoration:none;cursor:pointer}
.no{background:none;color:inherit;box-shadow:inset 0 0 0 1px var(--line)}
progress{inline-size:100%;accent-color:var(--accent)}
:is(button,input,a,summary):focus-visible{outline:2px solid var(--accent);outline-offset:2px}
`
