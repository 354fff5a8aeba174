import type { CaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { AuthPayload } from '@billfold/protocol/wc/authenticate'
import { encodeRecap } from '@billfold/protocol/wc/recap'
import type { SiwxMessageData } from '../../model/siwx.ts'

const minNonceLength = 8

/**
 * A site's message as a sign-in request, with the session's permissions; throws if it is not bound to nonce and domain.
 */
export function signInPayload(
  message: SiwxMessageData,
  { chains, methods, now }: { chains: readonly CaipNetworkId[]; methods: readonly string[]; now: number },
): AuthPayload {
  const { nonce, domain, uri, version, statement, requestId, resources = [] } = message
  if (!(nonce?.length >= minNonceLength))
    throw new KitError('invalid_input', {
      message: `siwx.createMessage must return a nonce of at least ${minNonceLength} characters`,
    })
  if (!domain || !uri)
    throw new KitError('invalid_input', { message: 'siwx.createMessage must return a domain and a uri' })
  if (version !== '1') throw new KitError('invalid_input', { message: 'siwx.createMessage must return version "1"' })
  return {
    type: 'caip122',
    chains: [message.chainId, ...chains.filter((chain) => chain !== message.chainId)],
    domain,
    aud: uri,
    version,
    nonce,
    iat: message.issuedAt ?? new Date(now).toISOString(),
    ...(message.notBefore ? { nbf: message.notBefore } : {}),
    ...(message.expirationTime ? { exp: message.expirationTime } : {}),
    ...(statement ? { statement } : {}),
    ...(requestId ? { requestId } : {}),
    resources: [...resources, encodeRecap(methods, chains)],
  }
}
