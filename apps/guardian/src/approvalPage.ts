import { titleOf } from '@billfold/protocol/embedded/socialIssuers'
import { html } from 'hono/html'
import type { Release, Shown } from './createReleases.ts'

/** The page behind the link. Opening it does nothing: programs that look into mail open links too. */
export const approvalPage = ({ site, label, email, provider, name, choices }: Shown, token: string) =>
  page(
    'Is this you?',
    html`<p>Someone is trying to open the wallet of <b>${email ?? name ?? 'this account'}</b>${provider ? ` (${titleOf(provider)})` : ''} at <b>${site}</b> on a new device:</p>
      <p class="device">${label}</p>
      <form method="post">
        <input type="hidden" name="token" value="${token}" />
        <p id="ask">If it is you: which number does that device show?</p>
        <div role="group" aria-labelledby="ask">
          ${choices.map((number) => html`<button name="number" value="${number}">${number}</button>`)}
        </div>
        <p>
          ${
            provider
              ? `If this isn’t you, someone sent you here to get into your wallet. Reject it and close this page.`
              : 'If this isn’t you, someone else can read your mail. Change your email password.'
          }
        </p>
        <button class="no" name="number" value="">It is not me</button>
      </form>`,
  )

/** The page that stops a device which has to wait. */
export const cancelPage = ({ asked: { site, email, device }, address }: Release, token: string) =>
  page(
    'Stop this device?',
    html`<p>This device waits to open the wallet of <b>${email ?? address}</b> at <b>${site}</b>:</p>
      <p class="device">${device.label}</p>
      <form method="post">
        <input type="hidden" name="token" value="${token}" />
        <p>
          ${
            email
              ? 'If it isn’t yours, stop it and change your email password: someone else can read your mail.'
              : 'If it isn’t yours, stop it and secure the account you log in with: someone else has access to it.'
          }
        </p>
        <button class="no">Stop this device</button>
      </form>`,
  )

const answers = {
  approved: ['The device may go on', 'You can close this page and go back to it.'],
  refused: [
    'Nothing was opened',
    'The device was refused. If it was yours, begin again there and choose the number that it shows.',
  ],
  held: [
    'The device has to wait a day',
    'Your wallet is in use on another device, so this one gets in tomorrow. We mailed you a link that stops it. A passkey, a recovery code or another device lets it in at once.',
  ],
  unreachable: [
    'This device can’t get in this way',
    'Your wallet is in use on another device. A new one has to wait for a day, while a mail lets you stop it, and your account has no verified address that we could write to. Use a passkey, a recovery code or the other device.',
  ],
  cancelled: [
    'The device was stopped',
    'It cannot open your wallet. Change the password of your mail if it was not yours.',
  ],
  tooLate: [
    'This link no longer works',
    'The device was stopped already, or has been let in. Remove it on another device, in the security settings of your wallet.',
  ],
  ended: ['This link no longer works', 'It works once, and for 15 minutes. Begin again on the device.'],
} as const

export const answerPage = (answer: keyof typeof answers) => page(answers[answer][0], html`<p>${answers[answer][1]}</p>`)

const loginAnswers = {
  ended: () => [
    'This login no longer works',
    'It works once, and for 15 minutes. Go back to the device and begin again.',
  ],
  away: (title: string) => [
    `${title} isn’t responding`,
    'Nothing was opened. Close this page, and try again in a moment.',
  ],
  other: (title: string) => [
    'Another account',
    `This ${title} account has no part in that wallet. Nothing was opened. Close this page, and log in with the account that you use there.`,
  ],
  unproven: (title: string) => [
    `${title} did not say who you are`,
    'Nothing was opened. Close this page, and try again.',
  ],
} as const

/** What is said after a login that leads nowhere. */
export function loginAnswerPage(answer: keyof typeof loginAnswers, provider = ''): ReturnType<typeof html> {
  const [title = '', text = ''] = loginAnswers[answer](provider)
  return page(title, html`<p>${text}</p>`)
}

/** A page of the guardian's; `seconds` has it come again by itself. */
export const page = (title: string, body: ReturnType<typeof html>, seconds?: number) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="robots" content="noindex" />
        ${seconds === undefined ? '' : html`<meta http-equiv="refresh" content="${seconds}" />`}
        <title>${title}</title>
        <link rel="stylesheet" href="/guardian/v1/page.css" />
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html>`

export const pageStyle = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0;background:light-dark(#f4f3ee,#181816);color:light-dark(#141413,#f1f0ea)}
main{box-sizing:border-box;max-width:480px;margin:10vh auto 0;padding:32px 24px;border-radius:16px;background:light-dark(#fbfaf6,#222220)}
h1{margin:0 0 16px;font-size:24px;line-height:1.2}
p{margin:0 0 16px}
.device{padding:12px 16px;border-radius:12px;background:light-dark(#efeee8,#2c2c29);overflow-wrap:anywhere}
div{display:grid;grid-template-columns:repeat(3,1fr);gap:8px;margin-bottom:24px}
button{min-height:48px;padding:8px 16px;border:1px solid light-dark(#87867f,#87867f);border-radius:12px;background:none;color:inherit;font:inherit;font-size:20px;font-variant-numeric:tabular-nums;cursor:pointer}
button:hover{background:light-dark(#efeee8,#2c2c29)}
button:focus-visible{outline:2px solid light-dark(#14714b,#4fc08d);outline-offset:2px}
.no{width:100%;font-size:16px}
.qr{display:block;box-sizing:border-box;width:min(264px,100%);margin:0 auto 16px;padding:12px;border-radius:16px;background:#fff}
a{color:light-dark(#14714b,#4fc08d)}`
