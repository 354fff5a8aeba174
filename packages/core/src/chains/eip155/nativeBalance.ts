import { KitError } from '@billfold/protocol/error'
import { createClient, fallback, type Hex, http } from 'viem'
import type { Chain } from '../chain.ts'
import { readBalance } from './readBalance.ts'

const timeoutMs = 10_000

/**
 * Asks the chain what an account holds, at the first address that answers. The bare request: viem's own action brings
 * multicall along, four times the code for the same number.
 */
export const nativeBalance: NonNullable<Chain['balance']> = async ({ network, rpcUrls, address, signal }) => {
  if (rpcUrls.length === 0) throw new KitError('unavailable', { message: `No RPC url provided for ${network.name}` })
  const transports = rpcUrls.map((url) =>
    http(url, { timeout: timeoutMs, retryCount: 1, ...(signal ? { fetchOptions: { signal } } : {}) }),
  )
  const client = createClient({ transport: fallback(transports) })
  const value: unknown = await client.request({ method: 'eth_getBalance', params: [address as Hex, 'latest'] })
  return {
    value: readBalance(value),
    decimals: network.nativeCurrency.decimals,
    symbol: network.nativeCurrency.symbol,
  }
}
