import { type HttpReply, json } from '../openHttpServer.ts'
import type { BitcoinOutput } from './bcoin.ts'
import { encodeStatus, encodeTx } from './encodeTx.ts'
import type { Ledger } from './ledger.ts'
import { scriptFor } from './setUp.ts'
import type { IndexedTx } from './txIndex.ts'

const text = (body: string | number, status = 200): HttpReply => ({ status, type: 'text/plain', body: String(body) })
const noTx = text('Transaction not found', 404)
const noBlock = text('Block not found', 404)
/** Confirmed transactions on one page of a list. */
const page = 25
/** Satoshis per virtual byte, by confirmation target in blocks: those of a quiet network. */
const estimates = { 1: 5, 2: 4, 3: 3, 4: 2.5, 6: 2, 10: 1.5, 25: 1.2, 144: 1, 504: 1, 1008: 1 }

type Route = [pattern: RegExp, answer: (...parts: string[]) => HttpReply]

/** The GET routes of Esplora's HTTP API that wallets use; undefined for an unknown path. */
export function esploraRoutes(ledger: Ledger): (path: string) => HttpReply | undefined {
  const { index } = ledger
  const ofTx = (answer: (entry: IndexedTx) => HttpReply) => (id: string) => {
    const entry = index.get(id)
    return entry ? answer(entry) : noTx
  }
  const ofAddress = (answer: (entries: IndexedTx[], script: Buffer, address: string) => HttpReply) => {
    return (address: string) => {
      const script = scriptFor(address)
      return script ? answer(index.of(script), Buffer.from(script), address) : text('Invalid Bitcoin address', 400)
    }
  }
  const outspend = (entry: IndexedTx, at: number) => {
    const by = index.spenderOf(entry.id, at)
    if (!by) return { spent: false }
    const vin = by.tx.inputs.findIndex(({ prevout }) => prevout.txid() === entry.id && prevout.index === at)
    return { spent: true, txid: by.id, vin, status: encodeStatus(by) }
  }
  const coins = ofAddress((entries, script) =>
    json(
      200,
      entries.flatMap((entry) =>
        entry.tx.outputs.flatMap(({ script: paid, value }, vout) =>
          paid.toRaw().equals(script) && !index.spenderOf(entry.id, vout)
            ? [{ txid: entry.id, vout, value, status: encodeStatus(entry) }]
            : [],
        ),
      ),
    ),
  )
  const waiting = ({ place }: IndexedTx) => !place
  const inBlocks = ({ place }: IndexedTx) => place !== undefined
  const listed = (entries: readonly IndexedTx[]) => json(200, entries.map(encodeTx))
  const chainPage = (entries: IndexedTx[], last?: string) => {
    const placed = entries.filter(inBlocks)
    const from = last === undefined ? 0 : placed.findIndex(({ id }) => id === last) + 1
    return placed.slice(from, from + page)
  }
  const tip = () => ledger.blockAt(ledger.height())?.rhash() ?? ''
  const id = '([0-9a-f]{64})'
  const address = '([0-9A-Za-z]{1,90})'
  const routes: Route[] = [
    [/^\/blocks\/tip\/height$/, () => text(ledger.height())],
    [/^\/blocks\/tip\/hash$/, () => text(tip())],
    [/^\/fee-estimates$/, () => json(200, estimates)],
    [
      /^\/block-height\/([0-9]{1,9})$/,
      (at) => text(ledger.blockAt(Number(at))?.rhash() ?? 'Block not found', ledger.blockAt(Number(at)) ? 200 : 404),
    ],
    [new RegExp(`^/block/${id}$`), (hash) => block(ledger, hash)],
    [new RegExp(`^/block/${id}/txids$`), (hash) => blockTxids(ledger, hash)],
    [
      /^\/mempool\/txids$/,
      () =>
        json(
          200,
          index.waiting().map(({ id: one }) => one),
        ),
    ],
    [new RegExp(`^/tx/${id}$`), ofTx((entry) => json(200, encodeTx(entry)))],
    [new RegExp(`^/tx/${id}/status$`), ofTx((entry) => json(200, encodeStatus(entry)))],
    [new RegExp(`^/tx/${id}/hex$`), ofTx(({ tx }) => text(tx.toRaw().toString('hex')))],
    [
      new RegExp(`^/tx/${id}/outspends$`),
      ofTx((entry) =>
        json(
          200,
          entry.tx.outputs.map((_, at) => outspend(entry, at)),
        ),
      ),
    ],
    [
      new RegExp(`^/tx/${id}/outspend/([0-9]{1,6})$`),
      (of, at) => ofTx((entry) => json(200, outspend(entry, Number(at))))(of),
    ],
    [
      new RegExp(`^/address/${address}$`),
      ofAddress((entries, script, of) => json(200, addressStats(of, script, entries))),
    ],
    [new RegExp(`^/address/${address}/utxo$`), coins],
    [
      new RegExp(`^/address/${address}/txs$`),
      ofAddress((entries) => listed([...entries.filter(waiting).slice(0, 50), ...chainPage(entries)])),
    ],
    [
      new RegExp(`^/address/${address}/txs/mempool$`),
      ofAddress((entries) => listed(entries.filter(waiting).slice(0, 50))),
    ],
    [new RegExp(`^/address/${address}/txs/chain$`), ofAddress((entries) => listed(chainPage(entries)))],
    [
      new RegExp(`^/address/${address}/txs/chain/${id}$`),
      (of, last) => ofAddress((entries) => listed(chainPage(entries, last)))(of),
    ],
  ]
  return (path) => {
    for (const [pattern, answer] of routes) {
      const match = pattern.exec(path)
      if (match) return answer(...match.slice(1))
    }
    return undefined
  }
}

function addressStats(address: string, script: Buffer, entries: readonly IndexedTx[]) {
  const stats = () => ({ funded_txo_count: 0, funded_txo_sum: 0, spent_txo_count: 0, spent_txo_sum: 0, tx_count: 0 })
  const [chain, mempool] = [stats(), stats()]
  const isPaid = (output: BitcoinOutput) => output.script.toRaw().equals(script)
  for (const entry of entries) {
    const side = entry.place ? chain : mempool
    side.tx_count += 1
    for (const { value } of entry.tx.outputs.filter(isPaid)) {
      side.funded_txo_count += 1
      side.funded_txo_sum += value
    }
    for (const { value } of entry.spent.filter(isPaid)) {
      side.spent_txo_count += 1
      side.spent_txo_sum += value
    }
  }
  return { address, chain_stats: chain, mempool_stats: mempool }
}

function block(ledger: Ledger, hash: string): HttpReply {
  const height = ledger.heightOf(hash)
  const listed = height === undefined ? undefined : ledger.blockAt(height)
  if (!listed) return noBlock
  return json(200, {
    id: hash,
    height,
    version: listed.version,
    timestamp: listed.time,
    tx_count: listed.txs.length,
    size: listed.getSize(),
    weight: listed.getWeight(),
    merkle_root: turned(listed.merkleRoot),
    previousblockhash: turned(listed.prevBlock),
    nonce: listed.nonce,
    bits: listed.bits,
  })
}

function blockTxids(ledger: Ledger, hash: string): HttpReply {
  const height = ledger.heightOf(hash)
  const block = height === undefined ? undefined : ledger.blockAt(height)
  return block
    ? json(
        200,
        block.txs.map((tx) => tx.txid()),
      )
    : noBlock
}

const turned = (hex: string) => Buffer.from(hex, 'hex').reverse().toString('hex')
