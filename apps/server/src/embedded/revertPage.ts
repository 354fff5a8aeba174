import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0;background:light-dark(#f4f3ee,#181816);color:light-dark(#141413,#f1f0ea)}
main{box-sizing:border-box;max-width:480px;margin:10vh auto 0;padding:32px 24px;border-radius:16px;background:light-dark(#fbfaf6,#222220)}
h1{margin:0 0 16px;font-size:24px;line-height:1.2}
p{margin:0 0 16px}
button{width:100%;min-height:48px;padding:8px 16px;border:1px solid #87867f;border-radius:12px;background:none;color:inherit;font:inherit;cursor:pointer}
button:hover{background:light-dark(#efeee8,#2c2c29)}
button:focus-visible{outline:2px solid light-dark(#14714b,#4fc08d);outline-offset:2px}`

/** What a browser may do with these pages: show them, and send their form back. */
export const revertPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`

/** The page behind the link that undoes a change of address. Opening it does nothing: programs look into mail too. */
export const revertPage = () =>
  page(
    'Undo the change of address?',
    html`<p>Your wallet can be opened with this address again, and no longer with the new one.</p>
      <p>Everyone is signed out. The device that changed the address, and every device added since, is locked out.</p>
      <form method="post"><button>Undo the change</button></form>`,
  )

export const revertedPage = () =>
  page(
    'The change was undone',
    html`<p>Sign in with this address. On a device that is new to your wallet, you unlock it as always.</p>
      <p>If somebody else made the change, they had your wallet open: move what is in it, and change the password of your mail.</p>`,
  )

export const endedPage = () =>
  page('This link no longer works', html`<p>It works once, and for 72 hours after the change.</p>`)

const page = (title: string, body: ReturnType<typeof html>) =>
  html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <meta name="robots" content="noindex" />
    <title>${title}</title>
    <style>${raw(style)}</style>
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      ${body}
    </main>
  </body>
</html>
`
