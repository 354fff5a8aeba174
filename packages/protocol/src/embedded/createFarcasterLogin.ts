import * as z from 'zod/mini'
import { KitError } from '../error.ts'
import { RefusedSignIn } from '../signin/refusedSignIn.ts'
import type { AskChain } from '../signin/verifySignature.ts'
import { type FarcasterAnswer, farcasterAnswer, farcasterChannel, farcasterStatus } from './farcasterRelay.ts'
import type { FarcasterSettings } from './farcasterSettings.ts'
import { verifyFarcasterSignIn } from './farcasterSignIn.ts'
import { readSocialPerson, type SocialPerson } from './socialIssuers.ts'

/** Requests JSON from another server; deadline and size limit are the caller's. */
export type AskJson = (request: {
  url: string
  method: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: unknown
}) => Promise<{ status: number; json: unknown }>

/** The contract ran and gave up: the chain's word, and no. */
const ranAndFailed = /revert|out of gas|invalid opcode|invalid jump|stack (?:under|over)flow/i
const rpcReply = z.object({
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ code: z.number(), message: z.string() })),
})

export type FarcasterLogin = ReturnType<typeof createFarcasterLogin>

/**
 * Signing in with Farcaster, for one service: its channel at a relay, and who came by it. The relay only carries; who someone is, is what they
 * signed for this very origin and nonce, and what the registries say of the address that signed.
 */
export function createFarcasterLogin(
  { relayUrl, rpcUrl }: FarcasterSettings,
  { origin, ask }: { origin: string; ask: AskJson },
) {
  const { host: domain } = new URL(origin)
  const uri = new URL('/farcaster', origin).href

  /** Reports only that it failed: addresses of relays and nodes may contain keys. */
  const reach: AskJson = (request) =>
    ask(request).catch((cause: unknown) => {
      throw new KitError('sources_unavailable', { cause })
    })

  const queryChain: AskChain = async (_, method, params) => {
    const body = { jsonrpc: '2.0', id: 1, method, params }
    const reply = z.safeParse(rpcReply, (await reach({ url: rpcUrl, method: 'POST', body })).json)
    const { result, error } = reply.success ? reply.data : {}
    if (error && (error.code === 3 || ranAndFailed.test(error.message))) return '0x'
    if (result === undefined) throw new KitError('sources_unavailable')
    return result
  }

  return {
    /** Opens a channel; the link is for the person's phone, the token for no one else. */
    async open({ nonce, endsAt }: { nonce: string; endsAt: Date }): Promise<{ channelToken: string; url: string }> {
      const expirationTime = endsAt.toISOString()
      const { status, json } = await reach({
        url: `${relayUrl}/v1/channel`,
        method: 'POST',
        body: { siweUri: uri, domain, nonce, expirationTime, acceptAuthAddress: true },
      })
      const result = z.safeParse(farcasterChannel, json)
      // A relay that would have another nonce signed is of no use.
      if (status >= 300 || !result.success || result.data.nonce !== nonce) throw new KitError('sources_unavailable')
      const { channelToken, url } = result.data
      return { channelToken, url }
    },
    /** The response of the person's app; undefined before. It can be read once. */
    async read(channelToken: string): Promise<FarcasterAnswer | undefined> {
      const headers = { authorization: `Bearer ${channelToken}` }
      const { status, json } = await reach({ url: `${relayUrl}/v1/channel/status`, method: 'GET', headers })
      if (status === 401 || status === 404) throw new KitError('not_found', { message: 'This sign-in has ended.' })
      const result = z.safeParse(farcasterStatus, json)
      if (status >= 300 || !result.success) throw new KitError('sources_unavailable')
      if (result.data.state === 'pending') return undefined
      const answer = z.safeParse(farcasterAnswer, result.data)
      if (!answer.success) throw new KitError('sign_in_unproven')
      return answer.data
    },
    /** The person behind a response. The name is from the relay: for display, and unproven. */
    async verify(answer: FarcasterAnswer, { nonce, now }: { nonce: string; now: number }): Promise<SocialPerson> {
      const { fid } = await verifyFarcasterSignIn(answer, { domain, uri, nonce, now }, queryChain)
      if (fid !== String(answer.fid)) throw new RefusedSignIn('address', 'the relay names another person')
      const person = readSocialPerson({ subject: fid, email: null, name: answer.username })
      return { subject: fid, email: null, name: person?.name ?? `!${fid}` }
    },
  }
}
