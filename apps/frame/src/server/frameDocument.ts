import { html, raw } from 'hono/html'
import type { FrameSettings } from '../page/readSettings.ts'
import type { FrameFiles } from './loadFrameFiles.ts'

/** The frame's document: two files, each with its hash, and settings as inert data. */
export const frameDocument = ({ script, style }: FrameFiles, settings?: FrameSettings) =>
  page(
    'Wallet',
    html`<link rel="stylesheet" href="${style.path}" integrity="${style.integrity}" />
    <script type="module" src="${script.path}" integrity="${script.integrity}"></script>
    <script type="application/json" id="settings">${raw(JSON.stringify(settings ?? {}).replaceAll('<', '\\u003c'))}</script>`,
    html``,
  )

const refusals = {
  unknownProject: ['Unknown project', 'Project not found: check projectId. No page may embed this wallet under it.'],
  unavailable: [
    'The wallet is unavailable',
    'The list of pages that may embed it could not be read, so none may. Try again in a moment.',
  ],
} as const

/** A plain page that says why there is no wallet. */
export const refusalDocument = (why: keyof typeof refusals) =>
  page(refusals[why][0], html``, html`<h1>${refusals[why][0]}</h1><p>${refusals[why][1]}</p>`)

const page = (title: string, head: ReturnType<typeof html>, body: ReturnType<typeof html>) =>
  html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${title}</title>
    ${head}
  </head>
  <body>${body}</body>
</html>
`
