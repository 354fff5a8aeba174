import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { type RequestTarget, readRequestTarget } from '@billfold/protocol/readRequestTarget'
import type { Mailbox } from './createMailbox.ts'

const headers = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}

const read = (name: string) => readFileSync(join(import.meta.dirname, 'page', name))
const files: Readonly<Record<string, { type: string; body: Buffer }>> = {
  '/': { type: 'text/html; charset=utf-8', body: read('mail.html') },
  '/mail.css': { type: 'text/css; charset=utf-8', body: read('mail.css') },
  '/mail.js': { type: 'text/javascript; charset=utf-8', body: read('mail.js') },
  '/mail.svg': { type: 'image/svg+xml', body: read('mail.svg') },
}

/**
 * Serves the mailbox: its page, `/messages?to=` and `/events`, which reports every mail. No page of another origin can
 * read it, not even by DNS rebinding: it holds codes.
 */
export function serveMailbox(mailbox: Mailbox) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    const target = readRequestTarget(request.url)
    const answer = target ? answerTo(mailbox, request, target) : say(400, 'The request URL is malformed.')
    if (answer === 'events') tell(mailbox, request, response)
    else response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body)
  }
}

type Answer = { status: number; type: string; body: string | Buffer }
const say = (status: number, text: string): Answer => ({
  ...{ status, type: 'text/plain; charset=utf-8' },
  body: `${text}\n`,
})

function answerTo(mailbox: Mailbox, request: IncomingMessage, { path, query }: RequestTarget): Answer | 'events' {
  if (!isOwnName(request.headers.host)) return say(403, 'This mailbox is read on this machine alone.')
  if (request.method !== 'GET') return say(405, 'Only GET is supported.')
  const file = Object.hasOwn(files, path) ? files[path] : undefined
  if (file) return { status: 200, ...file }
  if (path === '/health') return say(200, 'ok')
  if (path === '/events') return 'events'
  if (path !== '/messages') return say(404, 'There is nothing here.')
  const messages = mailbox.list(query.get('to') ?? undefined)
  return { status: 200, type: 'application/json; charset=utf-8', body: JSON.stringify({ messages }) }
}

const beatMs = 15_000

function tell(mailbox: Mailbox, request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write('retry: 1000\ndata: open\n\n')
  const stop = mailbox.onMail(() => response.write('data: mail\n\n'))
  const beat = setInterval(() => response.write(': still here\n\n'), beatMs)
  request.once('close', () => {
    stop()
    clearInterval(beat)
  })
}

/** Names that always resolve to this machine. */
function isOwnName(host: string | undefined): boolean {
  const url = URL.parse(`http://${host ?? ''}`)
  return url !== null && /^(?:127\.0\.0\.1|\[::1\]|(?:[a-z0-9-]+\.)*localhost)$/.test(url.hostname)
}
