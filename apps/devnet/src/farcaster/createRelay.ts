import { randomBytes, randomUUID } from 'node:crypto'
import {
  type FarcasterAnswer,
  type FarcasterRequest,
  farcasterAnswer,
  farcasterRequest,
} from '@billfold/protocol/embedded/farcasterRelay'
import type * as z from 'zod/mini'

/** The key with which the local phone answers a channel, as Farcaster's own apps have theirs. It is public. */
export const localPhoneKey = 'billfold-local-phone'

type Channel = { request: FarcasterRequest & { nonce: string }; url: string; endsAt: number; answer?: FarcasterAnswer }
export type RelayReply = { status: number; body: unknown }
export type Relay = ReturnType<typeof createRelay>

const channelMs = 10 * 60_000
/** The maximum of pending channels: beyond it the oldest end. */
const maxChannels = 1000

/**
 * Carries sign-ins between a site and a person's phone, by the three calls of Farcaster's relay. It verifies nothing,
 * by design.
 */
export function createRelay({ linkTo, now = Date.now }: { linkTo(channelToken: string): string; now?: () => number }) {
  const channels = new Map<string, Channel>()
  const find = (token: string): Channel | undefined => {
    // Oldest first.
    for (const [each, { endsAt }] of channels) if (endsAt <= now()) channels.delete(each)
    return channels.get(token)
  }
  const describe = ({ request, url, answer }: Channel) => ({
    state: answer ? ('completed' as const) : ('pending' as const),
    ...{ nonce: request.nonce, url, ...answer, signatureParams: request, metadata: { userAgent: '', ip: '' } },
    acceptAuthAddress: request.acceptAuthAddress ?? false,
  })
  return {
    /** `POST /v1/channel` */
    open(body: unknown): RelayReply {
      const read = farcasterRequest.safeParse(body)
      if (!read.success) return wrong(read.error)
      const [oldest] = channels.keys()
      if (channels.size >= maxChannels && oldest) channels.delete(oldest)
      const channelToken = randomUUID()
      const nonce = read.data.nonce ?? randomBytes(16).toString('hex')
      const url = linkTo(channelToken)
      channels.set(channelToken, { request: { ...read.data, nonce }, url, endsAt: now() + channelMs })
      return { status: 201, body: { channelToken, url, nonce } }
    },
    /** `GET /v1/channel/status`; returns the signed message once. */
    status(token: string): RelayReply {
      const channel = find(token)
      if (!channel) return unknown
      if (channel.answer) channels.delete(token)
      return { status: channel.answer ? 200 : 202, body: describe(channel) }
    },
    /** The request of a channel; reading it leaves the channel pending. */
    requestOf: (token: string): Channel['request'] | undefined => find(token)?.request,
    /** `POST /v1/channel/authenticate` */
    authenticate(token: string, key: string, body: unknown): RelayReply {
      const channel = find(token)
      if (!channel || key !== localPhoneKey) return unknown
      if (channel.answer) return { status: 400, body: { error: 'bad_request', message: 'Already answered.' } }
      const read = farcasterAnswer.safeParse(body)
      if (!read.success) return wrong(read.error)
      channel.answer = read.data
      return { status: 201, body: describe(channel) }
    },
  }
}

const unknown: RelayReply = { status: 401, body: { error: 'unauthorized', message: 'Channel not found.' } }

function wrong({ issues }: z.core.$ZodError): RelayReply {
  const [issue] = issues
  return { status: 400, body: { error: 'bad_request', message: `${issue?.path.join('.')}: ${issue?.message}` } }
}
