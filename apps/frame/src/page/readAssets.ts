import type { Balance, balancesApi } from '@billfold/protocol/api/balances'
import type { CaipNetworkId } from '@billfold/protocol/caip'
import type { Client } from '@billfold/protocol/contract'
import { KitError } from '@billfold/protocol/error'

/** Answers `wallet_getAssets` (EIP-7811) with what the API knows of an account, on the chains of the filter or the one in use. */
export type ReadAssets = (params: unknown, networkId: CaipNetworkId) => Promise<unknown>

const maxChains = 10

export function createReadAssets(
  api: Pick<Client<typeof balancesApi>, 'getBalance'>,
  caller: { projectId: string },
): ReadAssets {
  return async (params, networkId) => {
    const [{ account, chainFilter } = {} as AssetsRequest] = Array.isArray(params) ? (params as AssetsRequest[]) : []
    if (typeof account !== 'string' || !/^0x[\da-fA-F]{40}$/.test(account))
      throw new KitError('invalid_input', { message: 'wallet_getAssets needs an account' })
    const inUse = hexOf(networkId.slice('eip155:'.length))
    const chains = Array.isArray(chainFilter) ? chainFilter.filter(isHexNumber).slice(0, maxChains) : [inUse]
    const entries = chains.map(async (chain) => {
      const chainId: CaipNetworkId = `eip155:${BigInt(chain)}`
      const { balances } = await api.getBalance({ ...caller, address: account, chainId, currency: 'usd' })
      return [chain, balances.filter((row) => row.chainId === chainId).map(assetOf)] as const
    })
    return Object.fromEntries(await Promise.all(entries))
  }
}

type AssetsRequest = { account?: unknown; chainFilter?: unknown }

const assetOf = ({ address, name, symbol, price, iconUrl, quantity }: Balance) => {
  const decimals = Number(quantity.decimals)
  return {
    address: address?.split(':')[2] ?? 'native',
    balance: `0x${unitsOf(quantity.numeric, decimals).toString(16)}`,
    type: address ? 'ERC20' : 'NATIVE',
    metadata: { name, symbol, decimals, price, iconUrl },
  }
}

/** A decimal as a whole number of smallest units; digits beyond them are cut. */
function unitsOf(numeric: string, decimals: number): bigint {
  if (numeric.startsWith('-')) return 0n
  const [whole = '0', fraction = ''] = numeric.split('.')
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
}

const hexOf = (reference: string): string => `0x${BigInt(reference).toString(16)}`
const isHexNumber = (value: unknown): value is string => typeof value === 'string' && /^0x[\da-fA-F]{1,16}$/.test(value)
