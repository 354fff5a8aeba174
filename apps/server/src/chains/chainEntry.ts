import { isNamespace, type Namespace } from '@billfold/protocol/caip'
import { addressKey } from '@billfold/protocol/sameAddress'
import { knownMints, solanaMainnet } from '@billfold/protocol/solana/knownMints'
import { isAddress } from 'viem'
import * as z from 'zod/mini'
import { knownChains } from './knownChains.ts'
import type { EvmAddress, ServerChain } from './serverChain.ts'

const shortText = z.string('text').check(z.minLength(1, 'text that is not empty'), z.maxLength(100, 'shorter text'))
const decimals = z
  .int('a whole number')
  .check(z.gte(0, 'a whole number from 0 to 255'), z.lte(255, 'a whole number from 0 to 255'))
const evmAddress = z
  .string('an address')
  .check(z.refine((text) => isAddress(text), 'an address of 0x and 40 digits, with a right checksum if it has one'))
const httpUrl = z.string('a URL').check(z.refine((text) => isUrl(text, /^https?:$/), 'a URL that begins with http'))
const wsUrl = z.string('a URL').check(z.refine((text) => isUrl(text, /^wss?:$/), 'a URL that begins with ws'))
const optionalAddress = z.optional(evmAddress)

/** One chain in an operator's file: only the id and a node are needed; what we know of public chains fills the rest. */
export const chainEntry = z.object({
  id: z.string('a CAIP-2 id').check(
    z.refine((id) => {
      const [namespace, reference, ...rest] = id.split(':')
      return isNamespace(namespace) && /^[-\w]{1,32}$/.test(reference ?? '') && rest.length === 0
    }, 'a CAIP-2 id like eip155:1'),
  ),
  name: z.optional(shortText),
  rpcUrls: z.array(httpUrl, 'a list of URLs').check(z.minLength(1, 'at least one URL')),
  wsUrls: z.optional(z.array(wsUrl, 'a list of URLs')),
  bundlerUrl: z.optional(httpUrl),
  smartAccounts: z.optional(
    z.strictObject(
      {
        kind: z.enum(['7702', '4337'], 'one of 7702, 4337'),
        paymaster: optionalAddress,
        overheadGas: z.optional(
          z.int('a whole number').check(z.gte(0, 'not below 0'), z.lte(2_000_000, 'at most 2000000')),
        ),
        dataFees: z.optional(z.enum(['op'], 'op')),
        maxLossPerDay: z.optional(
          z.string('an amount like "0.05"').check(z.regex(/^\d{1,9}(\.\d{1,18})?$/, 'an amount like "0.05"')),
        ),
      },
      'a kind, and a paymaster if there is one',
    ),
  ),
  nativeCurrency: z.optional(z.object({ name: shortText, symbol: shortText, decimals }, 'name, symbol and decimals')),
  startBlock: z.optional(z.int('a whole number').check(z.nonnegative('not below 0'))),
  tokens: z.optional(
    z.array(
      z.object({
        address: z.string('an address'),
        name: shortText,
        symbol: shortText,
        decimals,
        iconUrl: z.optional(httpUrl),
      }),
      'a list of tokens',
    ),
  ),
  contracts: z.optional(
    z.strictObject({
      multicall3: optionalAddress,
      uniswapV2Factory: optionalAddress,
      uniswapV2Router: optionalAddress,
      uniswapV3Factory: optionalAddress,
      uniswapV3QuoterV2: optionalAddress,
      uniswapV3SwapRouter: optionalAddress,
      universalRouter: optionalAddress,
      permit2: optionalAddress,
      ensRegistry: optionalAddress,
      ensUniversalResolver: optionalAddress,
    }),
  ),
  wrappedNative: optionalAddress,
  stables: z.optional(z.array(evmAddress, 'a list of addresses')),
})
export type ChainEntry = z.infer<typeof chainEntry>

/** An operator's entry, completed with what is known of the chain. Their tokens come before ours, and in place of ours. */
export function toServerChain(entry: ChainEntry): ServerChain {
  const [namespace, reference] = entry.id.split(':') as [Namespace, string]
  const known = namespace === 'eip155' ? knownChains[reference] : undefined
  const ours = known?.tokens ?? (entry.id === solanaMainnet ? knownMints : [])
  const own = entry.tokens ?? []
  const listed = new Set(own.map(({ address }) => addressKey(namespace, address)))
  return {
    id: `${namespace}:${reference}`,
    namespace,
    reference,
    name: entry.name ?? known?.name ?? entry.id,
    rpcUrls: entry.rpcUrls,
    wsUrls: entry.wsUrls ?? [],
    bundlerUrl: entry.bundlerUrl,
    smartAccounts: entry.smartAccounts as ServerChain['smartAccounts'],
    nativeCurrency: entry.nativeCurrency ?? known?.nativeCurrency ?? nativeOf[namespace],
    startBlock: entry.startBlock === undefined ? undefined : BigInt(entry.startBlock),
    tokens: [...own, ...ours.filter(({ address }) => !listed.has(addressKey(namespace, address)))],
    contracts: { ...known?.contracts, ...(entry.contracts as ServerChain['contracts']) },
    wrappedNative: (entry.wrappedNative as EvmAddress | undefined) ?? known?.wrappedNative,
    stables: (entry.stables as EvmAddress[] | undefined) ?? known?.stables ?? [],
    isLocal: false,
  }
}

const nativeOf = {
  eip155: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  solana: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  polkadot: { name: 'Polkadot', symbol: 'DOT', decimals: 10 },
  bip122: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
} as const satisfies Record<Namespace, ServerChain['nativeCurrency']>

function isUrl(text: string, protocol: RegExp): boolean {
  return URL.canParse(text) && protocol.test(new URL(text).protocol)
}
