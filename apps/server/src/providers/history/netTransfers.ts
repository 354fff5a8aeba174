import type { Hex } from '../../indexer/indexRows.ts'
import type { StoredTransfer } from './createPageReader.ts'

/** Which coin a movement is of; of a collection, which piece. */
export const assetOf = ({ kind, token, tokenId }: StoredTransfer): string =>
  `${token ?? 'native'}${kind > 2 ? `/${tokenId}` : ''}`

/**
 * Nets an account's transfers, one movement per coin: an exchange passes through several contracts and returns change,
 * but a reader wants its result.
 */
export function netTransfers(transfers: readonly StoredTransfer[], address: Hex): StoredTransfer[] {
  const sums = new Map<string, bigint>()
  for (const transfer of transfers) {
    const amount = transfer.sender === transfer.recipient ? 0n : BigInt(transfer.amount)
    const asset = assetOf(transfer)
    sums.set(asset, (sums.get(asset) ?? 0n) + (transfer.recipient === address ? amount : -amount))
  }
  const net: { sum: bigint; transfer: StoredTransfer }[] = []
  for (const [asset, sum] of sums) {
    // One that really went that way: its counterpart is one the account dealt with.
    const example = transfers.find(
      (t) => assetOf(t) === asset && t.sender !== t.recipient && (t.recipient === address) === sum > 0n,
    )
    if (sum !== 0n && example) net.push({ sum, transfer: { ...example, amount: String(sum < 0n ? -sum : sum) } })
  }
  // Sent before received.
  return net.sort((a, b) => Number(a.sum > 0n) - Number(b.sum > 0n)).map(({ transfer }) => transfer)
}
