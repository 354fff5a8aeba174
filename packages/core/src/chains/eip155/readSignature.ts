import type { CaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import { evmMessageHash, isEvmHashSigned } from '@billfold/protocol/signin/isEvmMessageSigned'
import { hashTypedData, hexToBytes, isAddress, isHex } from 'viem/utils'
import type { Chain, WalletRequest } from '../chain.ts'

/**
 * The signature in a wallet's answer, proven to be the account's own: a key's by itself, a contract's by what it says on the chain, whether
 * it stands there (ERC-1271) or not yet (ERC-6492).
 */
export const readSignature: Chain['readSignature'] = async ({ address, message, asked, networkId, answer, ask }) => {
  if (!isHex(answer) || answer.length < 4) throw new KitError('wallet_answer_invalid', { cause: answer })
  const hashes = asked ? hashesOf(asked) : [evmMessageHash(message)]
  // What no one can say the hash of, only the wallet knows what it signed.
  if (hashes.length === 0) return answer
  const account = { chainId: networkId as CaipNetworkId, address }
  const askContract = async (_: string, method: string, params: unknown) => {
    // A key has no contract that could say yes.
    const code = isUndeployed(answer) ? undefined : await ask({ method: 'eth_getCode', params: [address, 'latest'] })
    return code === '0x' ? code : ask({ method, params })
  }
  for (const hash of hashes) if (await isEvmHashSigned(account, hash, inFull(answer), askContract)) return answer
  throw new KitError('account_mismatch')
}

const isUndeployed = (signature: string) => signature.endsWith('6492'.repeat(16))

/** Some wallets sign in 64 bytes (EIP-2098). */
function inFull(signature: `0x${string}`): string {
  if (signature.length !== 130) return signature
  const s = BigInt(`0x${signature.slice(66)}`)
  const plain = s & (2n ** 255n - 1n)
  return `${signature.slice(0, 66)}${plain.toString(16).padStart(64, '0')}${s >> 255n ? '1c' : '1b'}`
}

/** What a request has a wallet sign, each way in which wallets read it; none where only the wallet can say. */
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
    // Most wallets sign thirty-two bytes as they are, and nodes as a message.
    return typeof bytes === 'string' ? [] : [...(bytes.length === 32 ? [bytes] : []), evmMessageHash(bytes)]
  }
  const typed = isFirst ? second : first
  return /^eth_signTypedData(_v[34])?$/.test(method) ? typedHash(typed) : []
}

/** Hex means bytes, and everything else itself. */
const bytesOf = (text: string): Uint8Array | string =>
  /^0x(?:[0-9a-fA-F]{2})*$/.test(text) ? hexToBytes(text as `0x${string}`) : text

function typedHash(typed: unknown): Uint8Array[] {
  try {
    const data = typeof typed === 'string' ? JSON.parse(typed) : typed
    return [hexToBytes(hashTypedData(data))]
  } catch {
    // The oldest form, or data that wallets may read and the standard does not.
    return []
  }
}
