import { createSerialQueue } from '../serialQueue.ts'
import { addressOf, type BitcoinBlock, type BitcoinTx, createBitcoinNode, readBlock, readTx } from './bcoin.ts'
import type { JournalEntry } from './bitcoinJournal.ts'
import { refuseTx, TxRefusal } from './refuseTx.ts'
import { createTxIndex, type TxIndex } from './txIndex.ts'

export type Ledger = {
  index: TxIndex
  height(): number
  blockAt(height: number): BitcoinBlock | undefined
  heightOf(hash: string): number | undefined
  /** Accepts a transaction as a node does and returns its id; throws the reason for a rejection. */
  submit(tx: BitcoinTx): Promise<string>
  /** Mines the pending transactions into a block, by default at the current time. */
  mine(time?: number): Promise<string>
  close(): Promise<void>
}

type Options = { rewardTo: string; kept?: readonly JournalEntry[]; keep(entry: JournalEntry): void }

/** A chain in memory: bcoin verifies and mines, the index looks up, and `keep` receives each event. */
export async function createLedger({ rewardTo, kept = [], keep }: Options): Promise<Ledger> {
  const { chain, mempool, miner } = createBitcoinNode()
  const index = createTxIndex()
  const blocks: BitcoinBlock[] = []
  const heights = new Map<string, number>()
  const inTurn = createSerialQueue()
  let isReplaying = true

  chain.on('connect', async (tip, block) => {
    await mempool._addBlock(tip, block.txs)
    const place = { height: tip.height, hash: block.rhash(), time: block.time }
    blocks[place.height] = block
    heights.set(place.hash, place.height)
    index.addBlock(block, place)
    if (!isReplaying) keep({ block: block.toRaw().toString('hex') })
  })
  mempool.on('add entry', ({ tx }) => {
    index.add(tx)
    if (!isReplaying) keep({ tx: tx.toRaw().toString('hex') })
  })
  // Fires for mined transactions too: the block's transactions are added right after.
  mempool.on('remove entry', ({ tx }) => index.remove(tx.txid()))
  await chain.open()
  await mempool.open()
  await miner.open()

  async function submit(tx: BitcoinTx): Promise<string> {
    const replaced = refuseTx(tx, index)
    const evicted = replaced.flatMap((entry) => [entry.tx, ...descendants(index, entry.id)])
    for (const { tx: old } of replaced) {
      const entry = mempool.getEntry(old.hash('hex'))
      if (entry) mempool.evictEntry(entry)
    }
    try {
      await mempool.addTX(tx)
    } catch (error) {
      for (const old of evicted) await mempool.addTX(old)
      const { reason } = error as { reason?: string }
      throw new TxRefusal(reason ?? (error as Error).message)
    }
    return tx.txid()
  }

  async function mine(time?: number): Promise<string> {
    const job = await miner.cpu.createJob(null, addressOf(rewardTo))
    if (time !== undefined) job.attempt.time = Math.max(time, job.attempt.mtp + 1)
    const block = await miner.cpu.mineAsync(job)
    await chain.add(block)
    return block.rhash()
  }

  const waiting: BitcoinTx[] = []
  for (const entry of kept)
    if ('block' in entry) await chain.add(readBlock(Buffer.from(entry.block, 'hex')))
    else waiting.push(readTx(Buffer.from(entry.tx, 'hex')))
  // Newest first: of two that spend the same output, the later one replaced the other.
  for (const tx of waiting.toReversed().filter((one) => !index.get(one.txid()))) await submit(tx).catch(() => undefined) // spent by what came after it
  // What spends another that waits found it missing before.
  for (const tx of waiting.filter((one) => !index.get(one.txid()))) await submit(tx).catch(() => undefined)
  isReplaying = false

  return {
    index,
    height: () => chain.height,
    blockAt: (height) => blocks[height],
    heightOf: (hash) => heights.get(hash),
    submit: (tx) => inTurn(() => submit(tx)),
    mine: (time) => inTurn(() => mine(time)),
    async close() {
      await inTurn(async () => undefined)
      await miner.close()
      await mempool.close()
      await chain.close()
    },
  }
}

function descendants(index: TxIndex, id: string): BitcoinTx[] {
  const { tx } = index.get(id) ?? {}
  return (tx?.outputs ?? []).flatMap((_, at) => {
    const next = index.spenderOf(id, at)
    return next ? [next.tx, ...descendants(index, next.id)] : []
  })
}
