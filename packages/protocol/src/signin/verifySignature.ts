import { decodeBase58 } from '../base58.ts'
import { isBitcoinMessageSigned } from '../bitcoin/isBitcoinMessageSigned.ts'
import type { CaipNetworkId, Namespace } from '../caip.ts'
import { isPolkadotMessageSigned } from '../polkadot/isPolkadotMessageSigned.ts'
import { verifyEd25519 } from '../wc/verifyEd25519.ts'
import { isEvmMessageSigned } from './isEvmMessageSigned.ts'

/** Queries a chain's node. Errors propagate: without a response, the signature is neither valid nor invalid. */
export type AskChain = (chainId: CaipNetworkId, method: string, params: readonly unknown[]) => Promise<unknown>
export type SigningAccount = { chainId: CaipNetworkId; address: string }

type Verify = (account: SigningAccount, message: string, signature: string, ask: AskChain) => boolean | Promise<boolean>
const verifiers: Readonly<Record<Namespace, Verify>> = {
  eip155: isEvmMessageSigned,
  solana: ({ address }, message, signature) => isSolanaMessageSigned(address, message, signature),
  bip122: ({ address }, message, signature) => isBitcoinMessageSigned(address, message, signature),
  polkadot: ({ address }, message, signature) => isPolkadotMessageSigned(address, message, signature),
}

/**
 * Whether an account signed a message, in any family: keys by themselves; an EVM contract by its own code on its own
 * chain, even before it is deployed. Of two encodings of one signature only the standard one is valid.
 */
export const verifySignature = async (
  account: SigningAccount,
  message: string,
  signature: string,
  ask: AskChain,
): Promise<boolean> => verifiers[account.chainId.split(':')[0] as Namespace](account, message, signature, ask)

function isSolanaMessageSigned(address: string, message: string, signature: string): boolean {
  if (address.length > 44 || signature.length > 88) return false
  try {
    return verifyEd25519(decodeBase58(signature), new TextEncoder().encode(message), decodeBase58(address))
  } catch {
    return false // not base58: no one's
  }
}
