import { KitError } from '@billfold/protocol/error'
import { checkSignIn } from '@billfold/protocol/signin/checkSignIn'
import { readSignIn } from '@billfold/protocol/signin/readSignIn'
import { verifySignature } from '@billfold/protocol/signin/verifySignature'
import type { Kit } from '../../kit.ts'
import type { SiwxSession } from '../../model/siwx.ts'
import type { SiwxBody } from './LazySiwx.ts'
import { type MessageOptions, makeMessage, randomNonce } from './makeMessage.ts'
import { queryChainOf } from './queryChainOf.ts'
import { storedSessions } from './storedSessions.ts'

/** Issued and unused nonces: more than anyone signs at once. */
const maxNonces = 32

/** Signs visitors in without a server: creates the message, verifies the signature, and stores it in the browser. */
export function localSignIn(kit: Kit, { key, ...options }: MessageOptions & { key: string }): SiwxBody {
  const { clock, page, storage } = kit.ports
  const kept = storedSessions(storage, key)
  const nonces = new Set<string>()

  /** Throws unless the account just signed it for this page, with a nonce issued here. */
  async function prove({ data, message, signature }: SiwxSession): Promise<void> {
    if (!nonces.has(data.nonce))
      throw new KitError('sign_in_unproven', { message: 'The nonce was not issued by this page' })
    const { chainId, nonce, accountAddress: address } = data
    checkSignIn(readSignIn(message), {
      domain: new URL(page.href()).host,
      nonce,
      chainIds: [chainId],
      address,
      now: clock.now(),
    })
    if (!(await verifySignature({ chainId, address }, message, signature, queryChainOf(kit))))
      throw new KitError('sign_in_unproven', { message: 'The signature is not valid' })
  }

  return {
    async createMessage(input) {
      const nonce = randomNonce()
      nonces.add(nonce)
      for (const old of nonces) if (nonces.size > maxNonces) nonces.delete(old)
      return makeMessage(kit, options, { ...input, nonce })
    },
    async addSession(session) {
      await prove(session)
      nonces.delete(session.data.nonce)
      kept.add(session)
    },
    async setSessions(sessions) {
      // A signature for several chains carries one nonce.
      await Promise.all(sessions.map(prove))
      for (const { data } of sessions) nonces.delete(data.nonce)
      kept.set(sessions)
    },
    async revokeSession(chainId, address) {
      kept.remove(chainId, address)
    },
    getSessions: async (chainId, address) => [...kept.of(chainId, address, clock.now())],
  }
}
