import type { InternalTransfer } from './createTracer.ts'
import { decodeLog } from './decodeLog.ts'
import { type Hex, type IndexRows, type TransferRow, transferKinds } from './indexRows.ts'
import type { NodeBlock, NodeLog, NodeReceipt, NodeTransaction } from './nodeAnswers.ts'

/** A block with its data, verified to be of the same history. */
export type WholeBlock = {
  block: NodeBlock
  logs: ReadonlyMap<Hex, NodeLog[]>
  receipts: ReadonlyMap<Hex, NodeReceipt>
  internal: ReadonlyMap<Hex, InternalTransfer[]>
}
/** The accounts whose transactions are stored. */
export type Followed = 'everyone' | ReadonlySet<Hex>

export const emptyRows = (): IndexRows => ({
  blocks: [],
  transactions: [],
  transfers: [],
  approvals: [],
  swaps: [],
  activity: [],
})

/** Adds a block's entries of the followed accounts to `rows`. */
export function decodeBlock(whole: WholeBlock, followed: Followed, wrappedNative: Hex | undefined, rows: IndexRows) {
  const { block } = whole
  const before = rows.transactions.length
  for (const transaction of block.transactions) decodeTransaction(whole, transaction, followed, wrappedNative, rows)
  rows.blocks.push({
    number: block.number,
    hash: block.hash,
    minedAt: Number(block.timestamp),
    isEmpty: rows.transactions.length === before,
  })
}

function decodeTransaction(
  { block, logs, receipts, internal }: WholeBlock,
  transaction: NodeTransaction,
  followed: Followed,
  wrappedNative: Hex | undefined,
  rows: IndexRows,
) {
  const { hash, from, value, transactionIndex: txIndex } = transaction
  const place = { block: block.number, txIndex }
  const receipt = receipts.get(hash)
  const succeeded = receipt?.status !== '0x0'
  const recipient = transaction.to ?? receipt?.contractAddress ?? null
  const isFollowed = (address: Hex) => followed === 'everyone' || followed.has(address)

  const transfers: TransferRow[] = succeeded ? nativeTransfers(place, transaction, recipient, internal.get(hash)) : []
  const decoded = (logs.get(hash) ?? []).map((log) => decodeLog(log, wrappedNative))
  for (const part of decoded) transfers.push(...part.transfers)

  const people = new Set<Hex>([from])
  const kept = transfers.filter(({ sender, recipient }) => isFollowed(sender) || isFollowed(recipient))
  for (const { sender, recipient } of kept) people.add(sender).add(recipient)
  const approvals = decoded.flatMap(({ approval }) => approval ?? []).filter(({ owner }) => isFollowed(owner))
  for (const { owner } of approvals) people.add(owner)

  const concerned = [...people].filter(isFollowed)
  if (concerned.length === 0) return
  const minedAt = Number(block.timestamp)
  rows.transactions.push({
    ...place,
    hash,
    sender: from,
    recipient: transaction.to ?? null,
    value,
    nonce: transaction.nonce,
    succeeded,
    minedAt,
    selector: transaction.input.length >= 10 ? (transaction.input.slice(0, 10) as Hex) : null,
  })
  for (const address of concerned) if (address !== zero) rows.activity.push({ ...place, address, minedAt })
  rows.transfers.push(...kept)
  rows.approvals.push(...approvals)
  rows.swaps.push(...decoded.flatMap(({ swap }) => swap ?? []))
}

/** Mints and burns name it, but it has no history. */
const zero: Hex = '0x0000000000000000000000000000000000000000'

function nativeTransfers(
  place: { block: number; txIndex: number },
  { from, value }: NodeTransaction,
  recipient: Hex | null,
  internal: readonly InternalTransfer[] = [],
): TransferRow[] {
  const row = { ...place, logIndex: -1, token: null, tokenId: null }
  const own = { ...row, part: 0, kind: transferKinds.native, sender: from, amount: value }
  return [
    ...(value > 0n && recipient ? [{ ...own, recipient }] : []),
    ...internal.map((moved, i) => ({ ...row, ...moved, part: i + 1, kind: transferKinds.internal })),
  ]
}
