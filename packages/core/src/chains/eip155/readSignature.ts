import { KitError } from '@billfold/protocol/error'
import { isHex, recoverMessageAddress } from 'viem/utils'
import type { Chain } from '../chain.ts'

/** The signature in a wallet's answer, proven to be the account's own. */
export const readSignature: Chain['readSignature'] = async ({ address, message, answer, ask }) => {
  if (!isHex(answer) || answer.length < 4) throw new KitError('wallet_answer_invalid', { cause: answer })
  if ((await signerOf(message, answer)) === address) return answer
  // Of an account that is not deployed yet (ERC-6492) whoever verifies it asks the chain.
  if (answer.endsWith('6492'.repeat(16))) return answer
  // A contract signs by its own rules (ERC-1271), which the site's server checks on the chain; a key account has none.
  const code = await ask({ method: 'eth_getCode', params: [address, 'latest'] })
  if (isHex(code) && code.length > 2) return answer
  throw new KitError('account_mismatch')
}

async function signerOf(message: string, signature: `0x${string}`): Promise<string | undefined> {
  try {
    return await recoverMessageAddress({ message, signature })
  } catch {
    // Not a key's signature: a contract's may look like anything.
    return undefined
  }
}
