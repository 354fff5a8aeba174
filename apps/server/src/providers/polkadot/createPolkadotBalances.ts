import { KitError } from '@billfold/protocol/error'
import { readAccountState, readAssetHolding } from '@billfold/protocol/polkadot/accountState'
import { readPolkadotAddress } from '@billfold/protocol/polkadot/ss58'
import { storageKeys } from '@billfold/protocol/polkadot/storageKeys'
import type { ChainRpc, Rpc } from '../../rpc/createRpc.ts'
import { listedTokens } from '../../tokens/listedTokens.ts'
import type { BalanceSource, TokenBalance } from '../source.ts'

/**
 * Balances on Polkadot's chains as a node's storage tells them: the coin, and the assets on the chain's list. A node keeps holdings by
 * asset and not by account, so that assets on no list are not found.
 */
export function createPolkadotBalances({ rpc }: { rpc: Rpc }): BalanceSource {
  return {
    id: 'chain',
    supports: ({ namespace, rpcUrls }) => namespace === 'polkadot' && rpcUrls.length > 0,
    async balances({ chain, address }, signal) {
      const { publicKey } = readPolkadotAddress(address)
      const listed = [...listedTokens(chain).values()].filter((token) => /^\d{1,10}$/.test(token.address))
      const keys = listed.map((token) => storageKeys.assetAccount(token.address, publicKey))
      const [coins, ...holdings] = await readStorage(rpc(chain.id), [storageKeys.account(publicKey), ...keys], signal)
      const { free, reserved } = understood(() => readAccountState(coins))
      const balances: TokenBalance[] = [{ ...chain.nativeCurrency, amount: free + reserved, isListed: true }]
      for (const [at, token] of listed.entries()) {
        const { balance } = understood(() => readAssetHolding(holdings[at]))
        if (balance > 0n) balances.push({ ...token, amount: balance, isListed: true })
      }
      return balances
    },
  }
}

async function readStorage(node: ChainRpc, keys: readonly string[], signal: AbortSignal): Promise<unknown[]> {
  const outcomes = await node.batch(
    keys.map((key) => ({ method: 'state_getStorage', params: [key] })),
    signal,
  )
  return outcomes.map((outcome) => {
    if (!outcome.ok) throw outcome.error
    return outcome.result
  })
}

function understood<T>(read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw new KitError('unavailable', { message: 'The node returned an invalid balance.', cause })
  }
}
