import { isEmptySignature, readSolanaTransaction } from '@billfold/protocol/solanaTransaction'
import { encodeBase64 } from '@billfold/protocol/wc/base64'
import { base58 } from '@scure/base'
import { providerError } from '../providerError.ts'

/** How a transaction is sent, as Solana's nodes take it. */
export type SendOptions = {
  skipPreflight?: boolean
  preflightCommitment?: string
  maxRetries?: number
  minContextSlot?: number
}
/** Asks a node of a Solana chain. */
export type SolanaRpc = (method: string, params: readonly unknown[]) => Promise<unknown>

/** Sends a transaction that everyone has signed; the answer is its first signature, which is also its name. */
export async function sendSolanaTransaction(
  rpc: SolanaRpc,
  bytes: Uint8Array,
  { skipPreflight, preflightCommitment, maxRetries, minContextSlot }: SendOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const { signatures, signers } = readSolanaTransaction(bytes)
  const missing = signers.filter((_, at) => isEmptySignature(signatures[at]!))
  if (missing.length > 0)
    throw providerError('invalid_input', `The transaction still needs the signature of ${missing.join(' and ')}`)
  const options = { encoding: 'base64', skipPreflight, preflightCommitment, maxRetries, minContextSlot }
  const name = await rpc('sendTransaction', [encodeBase64(bytes), options])
  const [first] = signatures
  if (name !== base58.encode(first!)) throw providerError('internal', 'The chain returned another transaction')
  return first!
}
