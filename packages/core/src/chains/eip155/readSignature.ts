import type { CaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import { evmMessageHash, isEvmHashSigned } from '@billfold/protocol/signin/isEvmMessageSigned'
import { hashTypedData, hexToBytes, isAddress, isHex } from 'viem/utils'
import type { Chain } from '../chain.ts'
import type { WalletRequest } from '../chainQuery.ts'

/**
 * The signature of a wallet's response, verified as the account's own: a key's by itself, a contract's on chain,
 * deployed (ERC-1271) or not (ERC-6492).
 */
export const readSignature: Chain['readSignature'] = async ({ address, message, request, networkId, answer, ask }) => {
  if (!isHex(answer)) throw new KitError('wallet_answer_invalid', { cause: answer })
  const hashes = request ? hashesOf(request) : [evmMessageHash(message)]
  // Only the wallet knows the hash, so it cannot be verified here.
  if (hashes.length === 0) return answer
  const account = { chainId: networkId as CaipNetworkId, address }
  const callContract = async (_: string, method: string, params: unknown) => {
    // An EOA has no contract to verify it.
    const code = isUndeployed(answer) ? undefined : await ask({ method: 'eth_getCode', params: [address, 'latest'] })
    return code === '0x' ? code : ask({ method, params })
  }
  for (const hash of hashes) if (await isEvmHashSigned(account, hash, inFull(answer), callContract)) return answer
  // A Safe that keeps signed messages on chain needs no signature; from a key, an empty one is no response.
  throw new KitError(answer === '0x' ? 'wallet_answer_invalid' : 'account_mismatch')
}

const isUndeployed = (signature: string) => signature.endsWith('6492'.repeat(16))

/** Some wallets sign in 64 bytes (EIP-2098). */
function inFull(signature: `0x${string}`): string {
  if (signature.length !== 130) return signature
  const s = BigInt(`0x${signature.slice(66)}`)
  const plain = s & (2n ** 255n - 1n)
  return `${signature.slice(0, 66)}${plain.toString(16).padStart(64, '0')}${s >> 255n ? '1c' : '1b'}`
}

/** The possible hashes of a signature request, for each interpretation by wallets; empty if only the wallet knows. */
function hashesOf({ method, params }: WalletRequest): Uint8Array[] {
  const [first, second]: unknown[] = Array.isArray(params) ? params : []
  const isFirst = typeof first === 'string' && isAddress(first, { strict: false })
  if (method === 'personal_sign') {
    // Some libraries put the account first, some second.
    const isSecond = typeof second === 'string' && isAddress(second, { strict: false })
    const text = isSecond ? first : second
    return typeof text === 'string' ? [evmMessageHash(bytesOf(text))] : []
  }
  if (method === 'eth_sign' && isHex(second)) {
    const bytes = bytesOf(second)
    // Most wallets sign thirty-two bytes as they are, nodes as a message.
    return typeof bytes === 'string' ? [] : [...(bytes.length === 32 ? [bytes] : []), evmMessageHash(bytes)]
  }
  const typed = isFirst ? second : first
  return /^eth_signTypedData(_v[34])?$/.test(method) ? typedHash(typed) : []
}

/** Hex is bytes, anything else is text. */
const bytesOf = (text: string): Uint8Array | string =>
  /^0x(?:[0-9a-fA-F]{2})*$/.test(text) ? hexToBytes(text as `0x${string}`) : text

function typedHash(typed: unknown): Uint8Array[] {
  try {
    const data = typeof typed === 'string' ? JSON.parse(typed) : typed
    return [hexToBytes(hashTypedData(data))]
  } catch {
    // The oldest form, or non-standard data that some wallets accept.
    return []
  }
}
