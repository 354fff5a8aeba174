import type { TrustedContracts } from './checkQuote.ts'

/** The contracts of hosted sources, by source; the same on every chain where none is named. Operators' own come from configuration. */
const hosted: Readonly<Record<string, Readonly<Record<string, readonly `0x${string}`[]>>>> = {}

/** Whom a source may have tokens approved to and which contracts it may call: Uniswap's of the chain, and those listed for it. */
export const trustedContracts: TrustedContracts = ({ id, contracts: { permit2, universalRouter } }, sourceId) =>
  sourceId === 'uniswap'
    ? [permit2, universalRouter].filter((address) => address !== undefined)
    : (hosted[sourceId]?.[id] ?? hosted[sourceId]?.['*'] ?? [])
