import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { getAddress } from 'viem'
import { createMemo } from '../../caches/createMemo.ts'
import { lowerHex } from '../../chains/eip155/hex.ts'
import type { ServerChain } from '../../chains/serverChain.ts'
import { type Reads, readsOf } from '../../db/createReads.ts'
import type { Schema } from '../../db/schema.ts'
import { createFollowing, type Following } from '../../indexer/createFollowing.ts'
import type { Hex } from '../../indexer/indexRows.ts'
import type { HistoryPage, HistorySource } from '../source.ts'
import { type Coverage, createCoverage } from './createCoverage.ts'
import { createPageReader } from './createPageReader.ts'
import { type HistoryCursor, readCursor, writeCursor } from './historyCursor.ts'
import { readPaid } from './readPaid.ts'
import { createTokenLore } from './tokenLore.ts'
import { toTransaction } from './toTransaction.ts'

type IndexedHistoryOptions = {
  db: Kysely<Schema>
  /** For what may be some seconds old: all but new accounts. */
  reads?: Reads | undefined
  /** Indexes requested accounts. */
  follow?: Following | undefined
  /** How long a first question waits for the address's past to be looked up. */
  patienceMs?: number
  /** Whether to return a partial history; otherwise the next source is used meanwhile. */
  answersPartly: (chain: ServerChain) => boolean
}

/** Pages that are kept, of some 100 KB each, and for how long at most: what tokens are called is found out by and by. */
const [maxPages, keepMs] = [200, 10_000]

/** History from our own index, each page read once until the index has written something new. An address that no one asked for before is followed from then on. */
export function createIndexedHistory(options: IndexedHistoryOptions): HistorySource {
  const {
    db,
    reads = readsOf(options.db),
    patienceMs = 2_000,
    answersPartly,
    follow = createFollowing({ db }),
  } = options
  const loreOf = createTokenLore()
  const coverage = createCoverage(reads)
  const readPage = createPageReader(reads)
  const pages = createMemo<HistoryPage>({ ttlMs: keepMs, size: maxPages })

  async function readHistory(chain: ServerChain, address: Hex, after: HistoryCursor | undefined, limit: number) {
    const rows = await readPage({ chainId: Number(chain.reference), address, after, limit: limit + 1 })
    const shown = rows.slice(0, limit)
    const last = shown.at(-1)
    const view = { address, chain, lore: loreOf(chain), checksum: createChecksums() }
    return {
      data: shown.map((stored) => toTransaction(stored, view)),
      next: last && rows.length > limit ? writeCursor(last) : null,
    }
  }

  return {
    id: 'index',
    supports: ({ namespace }) => namespace === 'eip155',
    // Anyone whose past is requested is followed, which no one need be for this.
    probe: (chain) => sql`select 1 from index_chains where chain_id = ${Number(chain.reference)}`.execute(db),
    async paid({ chain, address: written, limit }) {
      if (!/^0x[0-9a-fA-F]{40}$/.test(written)) return undefined
      const chainId = Number(chain.reference)
      const address = lowerHex(written as Hex)
      // Starts indexing the account, without further requests.
      const { isWhole } = await coverage(chainId, address)
      if (!isWhole && !answersPartly(chain)) return undefined
      const addresses = await reads((db) => readPaid(db, { chainId, address, limit: limit + 1 }))
      const checksum = createChecksums()
      return { data: addresses.slice(0, limit).map(checksum), isWhole: isWhole && addresses.length <= limit }
    },
    async history({ chain, address: written, cursor, limit }, signal) {
      if (!/^0x[0-9a-fA-F]{40}$/.test(written)) return undefined
      const chainId = Number(chain.reference)
      const address = lowerHex(written as Hex)
      const after = cursor ? readCursor(cursor) : undefined
      if (cursor && !after) return undefined
      const { isWhole, version } = await untilWhole({ coverage, follow }, chainId, address, patienceMs, signal)
      if (!isWhole && !answersPartly(chain)) return undefined
      const read = () => readHistory(chain, address, after, limit)
      return version === null ? read() : pages([version, chain.id, address, cursor, limit].join(' '), read)
    },
  }
}

/** How much is there; who asks for the first time waits a while for it, and no one else does. */
async function untilWhole(
  { coverage, follow }: { coverage: ReturnType<typeof createCoverage>; follow: Following },
  chainId: number,
  address: Hex,
  patienceMs: number,
  signal: AbortSignal,
): Promise<Coverage> {
  const until = Date.now() + patienceMs
  for (;;) {
    const state = await coverage(chainId, address)
    const { isWhole, isChainWhole, asked: lastRequest, fades } = state
    if (fades) await follow(chainId, address)
    if (isWhole || isChainWhole || lastRequest === 'before') return state
    if (lastRequest === 'never' && !(await follow(chainId, address))) return state
    if (Date.now() >= until) return state
    await sleep(100, undefined, { signal })
  }
}

/** Writes addresses with their checksums, each only once: a page names the same few again and again. */
export function createChecksums(): (address: Hex) => Hex {
  const written = new Map<Hex, Hex>()
  return (address) => {
    const known = written.get(address)
    if (known) return known
    const made = getAddress(address)
    written.set(address, made)
    return made
  }
}
