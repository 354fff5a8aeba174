import { KitError } from '@billfold/protocol/error'
import { type Address, createClient, fallback, http } from 'viem'
import { getBalance } from 'viem/actions'
import type { Chain } from '../chain.ts'

const timeoutMs = 10_000

/** Asks the chain what an account holds, at the first address that answers. */
export const nativeBalance: NonNullable<Chain['balance']> = async ({ network, rpcUrls, address, signal }) => {
  if (rpcUrls.length === 0) throw new KitError('unavailable', { message: `No RPC url provided for ${network.name}` })
  const transports = rpcUrls.map((url) =>
    http(url, { timeout: timeoutMs, retryCount: 1, ...(signal ? { fetchOptions: { signal } } : {}) }),
  )
  const client = createClient({ transport: fallback(transports) })
  const value = await getBalance(client, { address: address as Address })
  return { value, decimals: network.nativeCurrency.decimals, symbol: network.nativeCurrency.symbol }
}
