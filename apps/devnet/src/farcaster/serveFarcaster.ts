import type { IncomingMessage } from 'node:http'
import { createRelay, localPhoneKey, type RelayReply } from './createRelay.ts'
import { endedPage, phonePage, signedPage } from './phonePage.ts'

type Reply = { status: number; body: string; type: string }
type Options = { url: string; rpcUrl: string; readText(request: IncomingMessage): Promise<string>; now?: () => number }
export type FarcasterServer = ReturnType<typeof serveFarcaster>

const html = (status: number, body: string): Reply => ({ status, body, type: 'text/html; charset=utf-8' })
const json = ({ status, body }: RelayReply): Reply => ({
  ...{ status, body: JSON.stringify(body), type: 'application/json; charset=utf-8' },
})

/** Farcaster as far as a sign-in needs it: a relay under `/v1`, and under `/siwf` the phone of anyone you name. */
export function serveFarcaster({ url, rpcUrl, readText, ...more }: Options) {
  const relay = createRelay({ linkTo: (token) => `${url}/siwf?channelToken=${token}`, ...more })
  // Load the chain's libraries with the first sign-in.
  const loading = () => import('./createPhone.ts').then(({ createPhone }) => createPhone(rpcUrl))
  let phone: ReturnType<typeof loading> | undefined

  async function sign(token: string, request: IncomingMessage): Promise<Reply> {
    const signRequest = relay.requestOf(token)
    if (!signRequest) return html(410, endedPage())
    if (request.method !== 'POST') return html(200, phonePage(signRequest.domain))
    const form = new URLSearchParams(await readText(request))
    const name = (form.get('name') ?? '').trim()
    if (!/^[a-z0-9][a-z0-9.-]{0,39}$/.test(name))
      return html(422, phonePage(signRequest.domain, 'A name has small letters, digits, dots and hyphens.'))
    const by = form.get('by') === 'authAddress' ? 'authAddress' : 'custody'
    const signed = await (await (phone ??= loading())).sign(name, by, signRequest)
    const { status } = relay.authenticate(token, localPhoneKey, signed)
    return status === 201 ? html(200, signedPage(name)) : html(410, endedPage())
  }

  type Target = { path: string; query: URLSearchParams }
  return async ({ path, query }: Target, request: IncomingMessage): Promise<Reply | undefined> => {
    const bearer = /^Bearer ([\w-]{1,200})$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const isPost = request.method === 'POST'
    if (path === '/siwf') return sign(query.get('channelToken') ?? '', request)
    if (path === '/v1/channel' && isPost) return json(relay.open(parse(await readText(request))))
    if (path === '/v1/channel/status' && !isPost) return json(relay.status(bearer))
    if (path === '/v1/channel/authenticate' && isPost) {
      const key = String(request.headers['x-farcaster-auth-relay-key'] ?? '')
      return json(relay.authenticate(bearer, key, parse(await readText(request))))
    }
    return undefined
  }
}

/** Text that is not JSON is undefined, which the schema rejects. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
