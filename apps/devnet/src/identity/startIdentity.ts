import { generateKeyPair } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { readRequestTarget } from '@billfold/protocol/readRequestTarget'
import type Provider from 'oidc-provider'
import { type FarcasterServer, serveFarcaster } from '../farcaster/serveFarcaster.ts'
import { closeServer, listen } from '../listen.ts'
import { createIssuer } from './createIssuer.ts'
import type { IdentityConfig } from './identityConfig.ts'
import { loginPage, loginStyle } from './loginPage.ts'
import { type Person, type ProviderRow, providerTable } from './providerTable.ts'
import { toPerson } from './toPerson.ts'

// There are no passwords here, so it listens on this machine only.
const host = '127.0.0.1'
const policy = "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'"

type Issuer = { row: ProviderRow; provider: Provider; persons: Map<string, Person> }

/** Starts the six social providers, each with an issuer at `/<provider>`, and Farcaster at `/farcaster`. */
export async function startIdentity({ port, redirectUris, farcasterRpcUrl: rpcUrl }: IdentityConfig): Promise<{
  url: string
  close(): Promise<void>
}> {
  const server = createServer()
  server.requestTimeout = 10_000
  // Longer than Node's clients keep a socket: the one that closes it must be the client, which may be about to use it.
  server.keepAliveTimeout = 60_000
  const url = `http://${host}:${await listen(server, { host, port, setting: 'DEVNET_IDENTITY_PORT' })}`
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const key = privateKey.export({ format: 'jwk' })
  const issuers = new Map(
    Object.entries(providerTable).map(([id, row]): [string, Issuer] => {
      const persons = new Map<string, Person>()
      const uris = redirectUris.map((uri) => uri.replace('{provider}', id))
      return [
        id,
        { row, persons, provider: createIssuer({ issuer: `${url}/${id}`, row, redirectUris: uris, key, persons }) },
      ]
    }),
  )
  const farcaster = rpcUrl === undefined ? undefined : serveFarcaster({ url: `${url}/farcaster`, rpcUrl, readText })
  server.on('request', (request, response) => {
    answer({ issuers, farcaster }, request, response).catch((error: unknown) => {
      if (error instanceof RangeError) return end(response, 413, 'The body is too large.\n')
      console.error('A request failed:', error)
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })
  return {
    url,
    close: () => closeServer(server),
  }
}

type Served = { issuers: ReadonlyMap<string, Issuer>; farcaster: FarcasterServer | undefined }
async function answer({ issuers, farcaster }: Served, request: IncomingMessage, response: ServerResponse) {
  const target = readRequestTarget(request.url)
  if (!target) return end(response, 400, 'The request URL is malformed.\n')
  if (target.path === '/health') return end(response, 200, 'ok\n')
  if (target.path === '/identity.css') return end(response, 200, loginStyle, 'text/css')
  const [, id = '', path = '/'] = /^\/([a-z]+)(\/.*)$/.exec(target.path) ?? []
  if (id === 'farcaster' && farcaster) {
    const reply = await farcaster({ path, query: target.query }, request)
    return reply ? end(response, reply.status, reply.body, reply.type) : end(response, 404, 'There is nothing here.\n')
  }
  const issuer = issuers.get(id)
  if (!issuer) return end(response, 404, 'There is nothing here.\n')
  if (path.startsWith('/interaction/')) return logIn(issuer, id, request, response)
  const describeUser = issuer.row.users && Object.hasOwn(issuer.row.users, path) ? issuer.row.users[path] : undefined
  if (describeUser) return sendUser(issuer, describeUser, request, response)
  // As a router would pass on what is under its path; the library derives its own addresses from the difference.
  const mounted = Object.assign(request, { originalUrl: request.url })
  mounted.url = request.url?.slice(id.length + 1)
  return issuer.provider.callback()(mounted, response)
}

async function logIn(
  { row, provider, persons }: Issuer,
  id: string,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const { uid } = await provider.interactionDetails(request, response).catch(() => ({ uid: undefined }))
  if (!uid) return end(response, 410, 'This sign-in has ended: begin again where you came from.\n')
  if (request.method !== 'POST')
    return end(response, 200, loginPage(row.name, `/${id}/interaction/${uid}`), 'text/html; charset=utf-8')
  const form = new URLSearchParams(await readText(request))
  const name = form.get('name')?.trim() ?? ''
  if (form.get('answer') !== 'continue' || name === '')
    return provider.interactionFinished(request, response, {
      error: 'access_denied',
      error_description: 'The person said no',
    })
  const person = toPerson(id, name, form.get('verified') === 'yes')
  persons.set(person.sub, person)
  return provider.interactionFinished(request, response, { login: { accountId: person.sub, remember: false } })
}

async function sendUser(
  { provider, persons }: Issuer,
  describeUser: (person: Person) => unknown,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const bearer = /^(?:Bearer|token) (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const token = bearer ? await provider.AccessToken.find(bearer) : undefined
  const person = token?.accountId ? persons.get(token.accountId) : undefined
  if (!person) return end(response, 401, JSON.stringify({ message: 'Bad credentials' }), 'application/json')
  return end(response, 200, JSON.stringify(describeUser(person)), 'application/json; charset=utf-8')
}

const formLimit = 40_000

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > formLimit) throw new RangeError('The body is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function end(response: ServerResponse, status: number, body: string, type = 'text/plain; charset=utf-8'): void {
  response
    .writeHead(status, {
      'content-type': type,
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .end(body)
}
