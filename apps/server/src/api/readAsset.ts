import { parseCaipAddress } from '@billfold/protocol/caip'
import { isTokenId } from '@billfold/protocol/nativeCoin'
import type { Chains } from '../chains/createChains.ts'
import { lowerHex } from '../chains/eip155/hex.ts'
import type { EvmAddress, ServerChain } from '../chains/serverChain.ts'
import { badParameter } from '../http/badParameter.ts'
import { nativeCoin, type SwapAsset } from '../providers/quotes/quoteSource.ts'
import { requireChain } from './requireChain.ts'

/** Reads a token or coin to swap; throws the parameter's error. */
export function readAsset(chains: Chains, field: string, id: string): { chain: ServerChain; asset: SwapAsset } {
  const { namespace, reference, address } = parseCaipAddress(id)
  if (namespace !== 'eip155') throw badParameter(field, 'Only tokens of EVM chains can be swapped.')
  const chain = requireChain(chains, `${namespace}:${reference}`)
  return { chain, asset: isTokenId(chain.id, id, undefined) ? nativeCoin : readUser(field, address) }
}

/** Reads both sides of a swap. */
export function readPair(chains: Chains, from: string, to: string) {
  const { chain, asset } = readAsset(chains, 'from', from)
  const other = readAsset(chains, 'to', to)
  if (other.chain !== chain) throw badParameter('to', 'Both tokens must be on the same chain.')
  return { chain, from: asset, to: other.asset }
}

/** Reads the address of an EVM account. */
export function readUser(field: string, address: string): EvmAddress {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) throw badParameter(field, 'This is not an address of an EVM chain.')
  return lowerHex(address as EvmAddress)
}
