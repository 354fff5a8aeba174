import { decodeBase58 } from '@billfold/protocol/base58'
import { cleanText } from '@billfold/protocol/cleanText'
import { programAddress } from '@billfold/protocol/solana/programAddress'
import * as z from 'zod/mini'
import { type BatchCache, createBatchCache } from '../../caches/createBatchCache.ts'
import type { ServerChain } from '../../chains/serverChain.ts'
import type { Rpc } from '../../rpc/createRpc.ts'
import type { TokenFacts } from '../balances/createTokenFacts.ts'

/** Metaplex's program, with which most tokens of the older kind are named. */
const metadataProgram = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'
const maxAtOnce = 50
const account = z.nullable(z.object({ data: z.unknown(), owner: z.string() }))
const answer = z.object({ value: z.array(account) })
const mint = z.object({
  parsed: z.object({
    type: z.literal('mint'),
    info: z.object({
      decimals: z.int().check(z.nonnegative(), z.lte(255)),
      extensions: z.optional(z.array(z.object({ extension: z.string(), state: z.optional(z.unknown()) }))),
    }),
  }),
})
const ownName = z.object({ name: z.string(), symbol: z.string() })

/** Names of unlisted mints: from the mint itself (Token-2022), from Metaplex, otherwise the address. */
export type MintNames = (chain: ServerChain, mints: readonly string[]) => Promise<ReadonlyMap<string, TokenFacts>>

/** Asks a chain's nodes for the names of mints, and remembers them for an hour. */
export function createMintNames(rpc: Rpc): MintNames {
  const desks = new WeakMap<ServerChain, BatchCache<TokenFacts>>()
  return async (chain, mints) => {
    const desk = desks.get(chain) ?? createDesk(rpc, chain)
    desks.set(chain, desk)
    return desk(mints)
  }
}

function createDesk(rpc: Rpc, chain: ServerChain): BatchCache<TokenFacts> {
  return createBatchCache<TokenFacts>({
    ttlMs: 3_600_000,
    deadlineMs: 10_000,
    size: 20_000,
    async load(mints, signal) {
      const facts = new Map<string, TokenFacts>()
      for (let at = 0; at < mints.length; at += maxAtOnce) {
        const part = mints.slice(at, at + maxAtOnce)
        const places = [...part, ...part.map(metadataAddress)]
        const response = await rpc(chain.id).call(
          'getMultipleAccounts',
          [places, { encoding: 'jsonParsed', commitment: 'confirmed' }],
          signal,
        )
        const { data } = z.safeParse(answer, response)
        for (const [index, address] of part.entries()) {
          const ownFacts = describe(address, data?.value[index]?.data, data?.value[part.length + index])
          if (ownFacts) facts.set(address, ownFacts)
        }
      }
      return facts
    },
  })
}

const metadataAddress = (mint: string): string =>
  programAddress(
    metadataProgram,
    new TextEncoder().encode('metadata'),
    decodeBase58(metadataProgram),
    decodeBase58(mint),
  )

function describe(
  address: string,
  own: unknown,
  metadata: z.infer<typeof account> | undefined,
): TokenFacts | undefined {
  const { success, data } = z.safeParse(mint, own)
  if (!success) return undefined
  const { decimals, extensions = [] } = data.parsed.info
  const ownState = extensions.find(({ extension }) => extension === 'tokenMetadata')?.state
  const named = z.safeParse(ownName, ownState).data ?? readMetadata(metadata)
  const symbol = cleanText(named?.symbol, 20)
  // No one has named it: it is known by its address, of which the ends are enough beside a name.
  if (!named || !symbol)
    return { name: 'Unnamed token', symbol: `${address.slice(0, 4)}…${address.slice(-4)}`, decimals }
  return { name: cleanText(named.name, 60) || symbol, symbol, decimals }
}

/** A name and a symbol in an account of Metaplex: after 65 bytes, each with its length before it and zeros behind. */
function readMetadata(account: z.infer<typeof answer>['value'][number] | undefined) {
  if (account?.owner !== metadataProgram || !Array.isArray(account.data) || typeof account.data[0] !== 'string')
    return undefined
  const bytes = Buffer.from(account.data[0], 'base64')
  let at = 65
  const text = (): string => {
    if (at + 4 > bytes.length) return ''
    const length = Math.min(bytes.readUInt32LE(at), 200)
    at += 4 + length
    return bytes
      .subarray(at - length, at)
      .toString('utf8')
      .replace(/\0+$/, '')
  }
  return { name: text(), symbol: text() }
}
