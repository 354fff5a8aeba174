import { smartAccountContracts } from '@billfold/protocol/embedded/smartAccount'
import { KitError } from '@billfold/protocol/error'
import type { Kysely } from 'kysely'
import { type Hex, numberToHex, pad } from 'viem'
import type { Schema } from '../db/schema.ts'
import type { Retries } from '../process/createRetries.ts'
import { RpcError } from '../rpc/rpcError.ts'
import { hexOfBuffer } from './createRelayer.ts'
import { type Log, operationTopic, readOperationEvent } from './operationReceipt.ts'
import { finalDepth, type SmartChain } from './smartChain.ts'
import { markSpent } from './sponsorships.ts'

/** Blocks of one log request: most nodes reject longer ranges. */
const maxBlocks = 1_000n
/** After this many requests at a shorter range, one of twice the length is tried. */
const requestsPerRange = 100
/** Requests for one row in one pass, so that the other rows have their turn. */
const maxRequests = 20
const rowsPerPage = 50

type Db = Kysely<Schema>
type Row = { id: string; sender: Buffer; nonce: string; from_block: string }
type Head = { number: bigint; timestamp: bigint }
/** Ranges of the chains whose nodes reject `maxBlocks`, and the requests that they accepted. */
export type LogRanges = Map<string, { blocks: bigint; accepted: number }>

/**
 * Releases reservations that can no longer be used. Anyone may have put the operation on chain, so the entry point's own logs decide. Only
 * final blocks count: one in which a reservation was still valid could otherwise return with the operation in it.
 */
export async function settleExpired(db: Db, chain: SmartChain, retries: Retries, ranges: LogRanges): Promise<void> {
  const { paymaster } = chain
  if (!paymaster) return
  const head = await readFinalHead(chain)
  if (!head) return
  for (let after = '0'; ; ) {
    const rows = await db
      .selectFrom('sponsorships')
      .select(['id', 'sender', 'nonce', 'from_block'])
      .where('chain_id', '=', chain.id)
      .where('status', '=', 'open')
      .where('valid_until', '<', String(head.timestamp))
      .where('id', '>', after)
      .orderBy('id')
      .limit(rowsPerPage)
      .execute()
    for (const row of rows)
      await retries.run(`${chain.id}/${row.id}`, () => settle(db, { ...chain, paymaster }, row, head, ranges))
    const last = rows.at(-1)
    if (!last || rows.length < rowsPerPage) return
    after = last.id
  }
}

async function readFinalHead(chain: SmartChain): Promise<Head | undefined> {
  const latest = BigInt(await chain.rpc.call<Hex>('eth_blockNumber', []))
  const number = chain.isLocal ? latest : latest - finalDepth
  if (number < 0n) return undefined
  // A local chain makes no blocks while no one uses it, and never reorganizes.
  const tag = chain.isLocal ? 'pending' : numberToHex(number)
  const block = await chain.rpc.call<{ timestamp: Hex } | null>('eth_getBlockByNumber', [tag, false])
  return block ? { number, timestamp: BigInt(block.timestamp) } : undefined
}

async function settle(
  db: Db,
  chain: SmartChain & { paymaster: Hex },
  row: Row,
  head: Head,
  ranges: LogRanges,
): Promise<void> {
  let from = BigInt(row.from_block)
  let blocks = ranges.get(chain.id)?.blocks ?? maxBlocks
  for (let request = 0; request < maxRequests && from <= head.number; request++) {
    const to = from + blocks - 1n < head.number ? from + blocks - 1n : head.number
    const filter = {
      address: smartAccountContracts.entryPoint,
      fromBlock: numberToHex(from),
      toBlock: numberToHex(to),
      topics: [operationTopic, null, pad(hexOfBuffer(row.sender)), pad(chain.paymaster)],
    }
    let logs: Log[]
    try {
      logs = await chain.rpc.call<Log[]>('eth_getLogs', [filter])
    } catch (e) {
      if (to === from || !isRangeRejection(e)) throw e
      blocks = (to - from + 1n) / 2n
      continue
    }
    blocks = recordAccepted(ranges, chain.id, blocks)
    const event = logs.map(readOperationEvent).find(({ nonce }) => nonce === BigInt(row.nonce))
    if (event)
      return markSpent(db, chain.id, { sender: hexOfBuffer(row.sender), nonce: event.nonce }, event.actualGasCost)
    from = to + 1n
  }
  const isSearched = from > head.number
  await db
    .updateTable('sponsorships')
    .set({ from_block: String(from), ...(isSearched && { status: 'released' as const }) })
    .where('id', '=', row.id)
    .where('status', '=', 'open')
    // A reservation that was renewed meanwhile is valid again.
    .where('valid_until', '<', String(head.timestamp))
    .execute()
}

/** Nodes reject long ranges in words of their own: every error counts, except a rate limit and a node that does not respond. */
function isRangeRejection(e: unknown): boolean {
  if (e instanceof KitError) return e.code === 'body_too_large'
  return (
    e instanceof RpcError &&
    e.code !== 429 &&
    !/rate.?limit|too many requests|throttl|quota|capacity|per second/i.test(e.message)
  )
}

/** Returns the blocks of the next request. Only a range that was accepted is stored: a node that rejects all of them has another problem. */
function recordAccepted(ranges: LogRanges, chainId: string, blocks: bigint): bigint {
  if (blocks === maxBlocks) return blocks
  const known = ranges.get(chainId)
  const accepted = known?.blocks === blocks ? known.accepted + 1 : 1
  if (accepted < requestsPerRange) {
    ranges.set(chainId, { blocks, accepted })
    return blocks
  }
  const doubled = 2n * blocks < maxBlocks ? 2n * blocks : maxBlocks
  ranges.set(chainId, { blocks: doubled, accepted: 0 })
  return doubled
}
