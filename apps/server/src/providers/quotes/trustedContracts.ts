import type { EvmAddress } from '../../chains/serverChain.ts'
import { StartupError } from '../../process/startupError.ts'
import type { TrustedContracts } from './checkQuote.ts'
import { type HostedContract, hostedContracts } from './hosted/hostedContracts.ts'

/** Contracts that an operator trusts in addition to our list: addresses by source and chain, as `0x eip155:1`. */
export type OwnContracts = ReadonlyMap<string, readonly EvmAddress[]>

/** Which contracts a source may name as spenders, and which it may call: Uniswap's of the chain, and those listed for it. */
export function createTrustedContracts(own: OwnContracts = new Map()): TrustedContracts {
  return ({ id, reference, contracts }, sourceId) => {
    const { permit2, universalRouter, uniswapV3SwapRouter } = contracts
    const more = own.get(`${sourceId} ${id}`) ?? []
    if (sourceId === 'uniswap') return [permit2, universalRouter, ...more].filter((address) => address !== undefined)
    if (sourceId === 'uniswap-v3') return [uniswapV3SwapRouter, ...more].filter((address) => address !== undefined)
    const hosted = (hostedContracts as Record<string, HostedContract>)[sourceId]
    return hosted && reference in hosted.chains ? [hosted.address, ...more] : more
  }
}

const entry = /^([\w.-]+):(eip155:\d{1,20}):(0x[0-9a-fA-F]{40})$/

/** Reads `SWAP_TRUSTED_CONTRACTS`: source, chain and address with colons between them, several with commas. */
export function readOwnContracts(text: string): OwnContracts {
  const own = new Map<string, EvmAddress[]>()
  for (const part of text.split(',').map((each) => each.trim())) {
    if (!part) continue
    const [, source, chain, address] = entry.exec(part) ?? []
    if (!address)
      throw new StartupError('SWAP_TRUSTED_CONTRACTS must be entries like lifi:eip155:1:0x…, separated by commas.')
    const key = `${source} ${chain}`
    own.set(key, [...(own.get(key) ?? []), address as EvmAddress])
  }
  return own
}
