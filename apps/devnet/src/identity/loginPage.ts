/** Text escaped for HTML. */
export const written = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** The login page: any name works, and there is no password. */
export const loginPage = (provider: string, action: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>Sign in with ${written(provider)} (local)</title>
    <link rel="stylesheet" href="/identity.css" />
  </head>
  <body>
    <main>
      <p class="note">Local stand-in: nothing here reaches ${written(provider)}.</p>
      <h1>Sign in with ${written(provider)}</h1>
      <form method="post" action="${written(action)}">
        <label for="name">Name or e-mail</label>
        <input id="name" name="name" required maxlength="100" autocomplete="off" spellcheck="false" autofocus data-testid="identity-name" />
        <label class="tick"><input type="checkbox" name="verified" value="yes" checked /> E-mail is verified</label>
        <button name="answer" value="continue" data-testid="identity-continue">Continue</button>
        <button name="answer" value="cancel" class="no" formnovalidate data-testid="identity-cancel">Cancel</button>
      </form>
    </main>
  </body>
</html>
`

export const loginStyle = `:root{color-scheme:light dark;font:16px/1.5 ui-sans-serif,system-ui,sans-serif;--ink:light-dark(#161713,#f2f1ec);--ink-2:light-dark(#5b5d55,#a9aba1);--accent:light-dark(#0b6e4f,#4cc38a)}
*{box-sizing:border-box;margin:0}
body{display:grid;min-block-size:100vh;place-items:center;padding:16px;background:light-dark(#f3f1eb,#101110);color:var(--ink)}
main{inline-size:min(400px,100%);padding:24px;border-radius:20px;background:light-dark(#fbfaf7,#151613)}
h1{margin-block:8px 24px;font-size:28px;line-height:1.2;letter-spacing:-.02em}
.note,label{color:var(--ink-2);font-size:14px}
form{display:grid;gap:8px}
input:not([type]){inline-size:100%;min-block-size:48px;padding:8px 16px;border:1px solid light-dark(#7a7c73,#85877e);border-radius:12px;background:light-dark(#fff,#101110);color:inherit;font:inherit}
.tick{display:flex;align-items:center;gap:8px;min-block-size:44px}
button{min-block-size:48px;border:0;border-radius:14px;background:var(--accent);color:light-dark(#fff,#06140d);font:inherit;font-weight:500;cursor:pointer}
.no{background:none;color:inherit;box-shadow:inset 0 0 0 1px light-dark(#7a7c73,#85877e)}
:is(button,input):focus-visible{outline:2px solid var(--accent);outline-offset:2px}
`
