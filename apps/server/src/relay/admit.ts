import { createPublicKey, verify } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { KitError } from '@billfold/protocol/error'
import { rateLimitKey } from '@billfold/protocol/rateLimitKey'
import type { RequestTarget } from '@billfold/protocol/readRequestTarget'
import { decodeDidKey } from '@billfold/protocol/wc/didKey'
import { verifyRelayJwt } from '@billfold/protocol/wc/relayJwt'
import type { RelayErrorName } from '@billfold/protocol/wc/relayRpc'

/** The reason for refusing a token: a sentence, and the error that the client gets. */
export type Refusal = { message: string; why: Extract<RelayErrorName, 'unauthorized' | 'token_time' | 'unavailable'> }
/** The opener of a socket: a client by its key, or a refusal with the reason. */
export type Admission = { clientId: string; key: string } | { refusal: Refusal }

/** Reads and checks an upgrade's token, from its query or its header. */
export function admit(
  { query }: RequestTarget,
  { headers }: IncomingMessage,
  audiences: readonly string[],
  nowMs: number,
): Admission {
  const bearer = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1]
  const jwt = query.get('auth') ?? bearer
  if (!jwt) return { refusal: { message: 'JWT rejected: there is none', why: 'unauthorized' } }
  try {
    const { iss } = verifyRelayJwt(jwt, { audiences, now: Math.floor(nowMs / 1_000), isSigned })
    return { clientId: iss, key: Buffer.from(decodeDidKey(iss)).toString('hex') }
  } catch (e) {
    if (e instanceof KitError)
      return { refusal: { message: e.message, why: e.code === 'relay_clock' ? 'token_time' : 'unauthorized' } }
    throw e
  }
}

/** Whether an upgrade is for the relay: at the root or under the version that other relays use. */
export const isRelayPath = ({ path }: RequestTarget): boolean => /^\/(?:v1\/?)?$/.test(path)

/** The client address of an upgrade; behind proxies, the one that the outermost trusted proxy saw. */
export function addressOf({ headers, socket }: IncomingMessage, trustProxy: number): string {
  if (trustProxy === 0) return rateLimitKey(socket.remoteAddress)
  const seen = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((s) => s.trim())
  return rateLimitKey(seen.at(-trustProxy) || socket.remoteAddress)
}

/** DER prefix of the 32 bytes of an Ed25519 key. */
const derPrefix = Buffer.from('302a300506032b6570032100', 'hex')

// OpenSSL verifies a signature in a tenth of JavaScript's time, which matters when everyone reconnects at once.
function isSigned(signature: Uint8Array, data: Uint8Array, publicKey: Uint8Array): boolean {
  const key = createPublicKey({ key: Buffer.concat([derPrefix, publicKey]), format: 'der', type: 'spki' })
  return verify(null, data, key, signature)
}
