import type { OpenDatabase } from '@billfold/server/db/openDatabase'
import { type Hex, type IndexRows, transferKinds } from '@billfold/server/indexer/indexRows'
import { writeRows } from '@billfold/server/indexer/writeRows'

/** The n-th caller's address: unused, and the same at every run. */
export const addressAt = (n: number): Hex => `0x${(0xb111f01d_0000n + BigInt(n)).toString(16).padStart(40, '0')}`
const token: Hex = addressAt(999_999)
// Beyond the transactions that the chain's blocks really have.
const firstIndex = 1_000_000

/** Gives each address a history of its own, in the indexer's format. */
export async function seedHistory(db: OpenDatabase['db'], of: { chainId: number; addresses: number; rows: number }) {
  for (let n = 0; n < of.addresses; n += 100) {
    const rows: IndexRows = { blocks: [], transactions: [], transfers: [], approvals: [], swaps: [], activity: [] }
    for (let one = n; one < Math.min(n + 100, of.addresses); one++)
      for (let row = 0; row < of.rows; row++) add(rows, addressAt(one), firstIndex + one * of.rows + row, row)
    await writeRows(db, of.chainId, rows)
  }
}

function add(rows: IndexRows, address: Hex, txIndex: number, row: number) {
  const place = { block: 1, txIndex }
  const minedAt = 1_767_225_601 + row
  const hash: Hex = `0x${txIndex.toString(16).padStart(64, '0')}`
  rows.transactions.push({
    ...place,
    hash,
    sender: addressAt(500_000),
    recipient: token,
    value: 0n,
    nonce: row,
    succeeded: true,
    minedAt,
    selector: '0xa9059cbb',
  })
  const transfer = { logIndex: 0, part: 0, kind: transferKinds.erc20, token, tokenId: null, amount: BigInt(row + 1) }
  rows.transfers.push({ ...place, ...transfer, sender: addressAt(500_000), recipient: address })
  rows.activity.push({ ...place, address, minedAt })
}
