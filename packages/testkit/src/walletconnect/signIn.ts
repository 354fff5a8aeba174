import { hexOf } from '@billfold/protocol/bytes'
import { sealEnvelope } from '@billfold/protocol/wc/anyEnvelope'
import type { AuthPayload, Cacao } from '@billfold/protocol/wc/authenticate'
import type { KeyPair } from '@billfold/protocol/wc/keyAgreement'
import { bytesOfKey } from '@billfold/protocol/wc/keys'
import { sessionMethods } from '@billfold/protocol/wc/session'
import { signInMessage } from '@billfold/protocol/wc/signInMessage'
import { sha256 } from 'viem/utils'
import type { RelayLink } from './relayLink.ts'
import type { WalletKeys } from './walletKeys.ts'

/** The requested statements of a one-click sign-in, one for each EVM chain the wallet has; still unsigned. */
export function statementsOf(payload: AuthPayload, chains: readonly string[], address: string): Cacao['p'][] {
  const { domain, aud, version, nonce, iat, nbf, exp, statement, requestId, resources } = payload
  const claims = { domain, aud, version, nonce, iat, nbf, exp, statement, requestId, resources }
  const present = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined))
  return payload.chains
    .filter((chain) => chains.includes(chain))
    .map((chain) => ({ iss: `did:pkh:${chain}:${address}`, ...present }) as Cacao['p'])
}

/** Signs statements as the wallet's EVM account. */
export async function signStatements(keys: WalletKeys, statements: Cacao['p'][], over?: string): Promise<Cacao[]> {
  const account = await keys.eip155()
  return Promise.all(
    statements.map(async (p) => ({
      h: { t: 'caip122' as const },
      p,
      s: { t: 'eip191' as const, s: over ?? (await account.signMessage({ message: signInMessage(p) })) },
    })),
  )
}

type Answer = { id: number; result: unknown } | { id: number; error: unknown }

/** Answers a sign-in: sealed to the key the site gave for it, on that key's own topic. */
export async function answerSignIn(
  link: RelayLink,
  { own, requester, answer }: { own: KeyPair; requester: string; answer: Answer },
): Promise<void> {
  const topic = hexOf(sha256(bytesOfKey(requester), 'bytes'))
  const sealed = { privateKey: own.privateKey, peerPublicKey: requester }
  const message = sealEnvelope(JSON.stringify({ jsonrpc: '2.0', ...answer }), sealed)
  const { response, reject } = sessionMethods.wc_sessionAuthenticate
  await link.call('irn_publish', { topic, message, ...('error' in answer ? reject : response) })
}
