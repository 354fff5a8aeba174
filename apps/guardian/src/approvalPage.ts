import { titleOf } from '@billfold/protocol/embedded/socialIssuers'
import { html } from 'hono/html'
import { sinceText } from './approvalMail.ts'
import type { Release, ReleaseView } from './release.ts'
import type { PageTextKey } from './texts/catalogs.ts'
import { speak } from './texts/mailTexts.ts'
import { speakPage } from './texts/pageTexts.ts'

type Html = ReturnType<typeof html>
/** The language of the browser that reads the page, if it is one of ours. */
type Language = string | undefined

/** The page behind the link. Opening it does nothing, because mail scanners open links too. */
export function approvalPage(
  { site, label, email, provider, name, choices, since }: ReleaseView,
  token: string,
  language: Language,
): Html {
  const { say, mark } = speakPage(language)
  const person = `${email ?? name ?? say('thisAccount')}${provider ? ` (${titleOf(provider)})` : ''}`
  return page(
    language,
    say('askTitle'),
    html`<p>${mark('ask', { person, site })}</p>
      <p class="device" dir="auto">${label}</p>
      <p>${sinceText(since, language)} ${speak(language).say('neverHad')}</p>
      <form method="post">
        <input type="hidden" name="token" value="${token}" />
        <p id="ask">${say('askNumber')}</p>
        <div role="group" aria-labelledby="ask">
          ${choices.map((number) => html`<button name="number" value="${number}">${number}</button>`)}
        </div>
        <p>${say(provider ? 'notYouAccount' : 'notYouEmail')}</p>
        <button class="no" name="number" value="">${say('notMe')}</button>
      </form>`,
  )
}

/** The page that stops a device which has to wait. */
export function cancelPage(
  { asked: { site, email, device }, address, pinnedEmail, isSecond }: Release,
  token: string,
  language: Language,
): Html {
  const { say, mark } = speakPage(language)
  const person = pinnedEmail ?? email ?? address ?? say('thisAccount')
  const by = email === undefined ? say('stopByOther') : mark('stopBy', { person: email })
  const isMoved = pinnedEmail !== undefined
  return page(
    language,
    say('stopTitle'),
    html`<p>${mark('stop', { person, site })}</p>
      <p class="device" dir="auto">${device.label}</p>
      ${isMoved ? html`<p>${by}</p>` : ''}
      <form method="post">
        <input type="hidden" name="token" value="${token}" />
        <p>${say(isSecond ? 'stopSecond' : isMoved ? 'stopMoved' : email ? 'stopEmail' : 'stopAccount')}</p>
        <button class="no">${say('stopButton')}</button>
      </form>`,
  )
}

type Move = { email: string | undefined; current: string | undefined }
/** The page that undoes a change of address. */
export function undoPage({ email = '', current }: Move, token: string, language: Language): Html {
  const { say, mark } = speakPage(language)
  const moved = current === undefined ? mark('undoOther', { from: email }) : mark('undo', { from: email, to: current })
  return page(
    language,
    say('undoTitle'),
    html`<p>${moved}</p>
      <form method="post">
        <input type="hidden" name="token" value="${token}" />
        <p>${say('undoThen')}</p>
        <button class="no">${say('undoButton')}</button>
      </form>`,
  )
}

/** Title and text of what became of an answer. */
const answers = {
  approved: ['approvedTitle', 'approved'],
  refused: ['refusedTitle', 'refused'],
  held: ['waitTitle', 'held'],
  moving: ['waitTitle', 'moving'],
  second: ['waitTitle', 'second'],
  unlike: ['deniedTitle', 'unlike'],
  pinned: ['deniedTitle', 'pinned'],
  unreachable: ['deniedTitle', 'unreachable'],
  undone: ['undoneTitle', 'undone'],
  undoTooLate: ['linkEndedTitle', 'undoTooLate'],
  cancelled: ['cancelledTitle', 'cancelled'],
  tooLate: ['linkEndedTitle', 'tooLate'],
  ended: ['linkEndedTitle', 'ended'],
} as const satisfies Record<string, [PageTextKey, PageTextKey]>

export function answerPage(answer: keyof typeof answers, language: Language): Html {
  const { say } = speakPage(language)
  const [title, text] = answers[answer]
  return page(language, say(title), html`<p>${say(text)}</p>`)
}

const loginAnswers = {
  ended: ['loginEndedTitle', 'loginEnded'],
  away: ['awayTitle', 'away'],
  other: ['otherTitle', 'other'],
  unproven: ['unprovenTitle', 'unproven'],
} as const satisfies Record<string, [PageTextKey, PageTextKey]>

/** The page after a login that leads nowhere. */
export function loginAnswerPage(answer: keyof typeof loginAnswers, language: Language, provider = ''): Html {
  const { say } = speakPage(language)
  const [title, text] = loginAnswers[answer]
  return page(language, say(title, { provider }), html`<p>${say(text, { provider })}</p>`)
}

/** A page of the guardian's; `seconds` has it come again by itself. */
export function page(language: Language, title: string, body: Html, seconds?: number): Html {
  const { lang, dir } = speakPage(language)
  return html`<!doctype html>
    <html lang="${lang}" dir="${dir}">
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
}

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
