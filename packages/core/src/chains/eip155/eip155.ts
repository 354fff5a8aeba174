import { KitError } from '@billfold/protocol/error'
import { getAddress, hexToBigInt, isAddress, isHex, stringToHex } from 'viem/utils'
import type { Chain } from '../chain.ts'
import { onNetwork, signing } from './signing.ts'

/** The EVM family, on viem: connecting needs only addresses; other parts of viem load on demand. */
export const eip155: Chain = {
  namespace: 'eip155',
  parseAddress(text) {
    if (!isAddress(text, { strict: false }))
      throw new KitError('invalid_input', { message: `Not an EVM address: ${text.slice(0, 60)}` })
    return getAddress(text)
  },
  signing,
  onNetwork,
  signMessage: ({ address, message }) => ({ method: 'personal_sign', params: [stringToHex(message), address] }),
  readSignature: async (input) => (await import('./readSignature.ts')).readSignature(input),
  async fetchBalance(address, ask) {
    const answer = await ask({ method: 'eth_getBalance', params: [address, 'latest'] })
    return readBalance(answer)
  },
  statements: async () => (await import('./proveStatement.ts')).proveStatement,
  transfers: async () => (await import('./sendTransfers.ts')).sendTransfers,
  swaps: async () => (await import('./swapCalls.ts')).swapCalls,
}

/** Parses a balance. */
function readBalance(answer: unknown): bigint {
  if (!isHex(answer) || answer.length < 3 || answer.length > 66)
    throw new KitError('wallet_answer_invalid', { message: 'The balance is invalid', cause: answer })
  return hexToBigInt(answer)
}
