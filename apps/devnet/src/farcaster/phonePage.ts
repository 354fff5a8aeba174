import { written } from '../identity/loginPage.ts'

/** The page behind a channel's link: a phone whose owner is anyone you name. */
export const phonePage = (domain: string, problem = ''): string =>
  page(
    'Sign in with Farcaster',
    `<p>${written(domain)} asks who you are.</p>
      <form method="post">
        <label for="name">Name</label>
        <input id="name" name="name" required maxlength="40" pattern="[a-z0-9][a-z0-9.\\-]*" autocomplete="off" spellcheck="false" autofocus data-testid="farcaster-name" />
        <label class="tick"><input type="checkbox" name="by" value="authAddress" /> Sign by an auth address</label>
        <button data-testid="farcaster-sign">Sign in</button>
      </form>
      <p role="alert">${written(problem)}</p>`,
  )

export const signedPage = (name: string): string =>
  page('You have signed', `<p>Go back to where you began, ${written(name)}: it goes on by itself.</p>`)

export const endedPage = (): string =>
  page('This link no longer works', '<p>It works once, and for ten minutes. Begin again where you came from.</p>')

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${title} (local)</title>
    <link rel="stylesheet" href="/identity.css" />
  </head>
  <body>
    <main>
      <p class="note">Local stand-in for a phone: nothing here reaches Farcaster.</p>
      <h1>${title}</h1>
      ${body}
    </main>
  </body>
</html>
`
