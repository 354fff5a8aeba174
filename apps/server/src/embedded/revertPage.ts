import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import { speak } from './mails.ts'
import type { MailTextKey } from './mailTexts/mailTexts.ts'

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0;background:light-dark(#f4f3ee,#181816);color:light-dark(#141413,#f1f0ea)}
main{box-sizing:border-box;max-width:480px;margin:10vh auto 0;padding:32px 24px;border-radius:16px;background:light-dark(#fbfaf6,#222220)}
h1{margin:0 0 16px;font-size:24px;line-height:1.2}
p{margin:0 0 16px}
button{width:100%;min-height:48px;padding:8px 16px;border:1px solid #87867f;border-radius:12px;background:none;color:inherit;font:inherit;cursor:pointer}
button:hover{background:light-dark(#efeee8,#2c2c29)}
button:focus-visible{outline:2px solid light-dark(#14714b,#4fc08d);outline-offset:2px}`

/** Content security policy of these pages: show them, and submit their form. */
export const revertPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`

/**
 * The page of the link that reverts a change of address. Opening it does nothing, because programs open links in mail
 * too.
 */
export const revertPage = (language: string) =>
  page(
    language,
    'revertTitle',
    (say) => html`<p>${say('revertOpens')}</p>
      <p>${say('revertLocks')}</p>
      <form method="post"><button>${say('revertButton')}</button></form>`,
  )

export const revertedPage = (language: string) =>
  page(
    language,
    'revertedTitle',
    (say) => html`<p>${say('reverted')}</p>
      <p>${say('revertedThen')}</p>`,
  )

export const endedPage = (language: string) => page(language, 'endedTitle', (say) => html`<p>${say('ended')}</p>`)

type Say = ReturnType<typeof speak>

function page(language: string, title: MailTextKey, body: (say: Say) => ReturnType<typeof html>) {
  const say = speak(language)
  const isRightToLeft = language === 'ar' || language === 'he'
  return html`<!doctype html>
<html lang="${language}" dir="${isRightToLeft ? 'rtl' : 'ltr'}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <meta name="robots" content="noindex" />
    <title>${say(title)}</title>
    <style>${raw(style)}</style>
  </head>
  <body>
    <main>
      <h1>${say(title)}</h1>
      ${body(say)}
    </main>
  </body>
</html>
`
}
