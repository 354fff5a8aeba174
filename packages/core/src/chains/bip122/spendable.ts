import { readBitcoinAddress } from '@billfold/protocol/bitcoin/readBitcoinAddress'
import type { AskChain } from '../chain.ts'
import type { Coin } from './chooseCoins.ts'
import { coinsOf, type ListedCoin, transactionOf } from './esplora.ts'

/**
 * So small that a coin may hold more than its value says. Inscriptions are kept in 330, 546 or 600 satoshis, at taproot addresses
 * mostly in ten thousand: who has plain coins of that size can send them from the wallet itself.
 */
const keptUpTo = { taproot: 10_000n, others: 1000n }

export type SpendableCoin = Coin & Pick<ListedCoin, 'txid' | 'index'>

/**
 * The coins of an address to choose from. What waits for a block is among them where it is change of our own. At a taproot address of the
 * main network, where inscriptions are kept and worth money, a coin is left alone unless an index says that it carries nothing.
 */
export async function spendableCoins(address: string, ask: AskChain): Promise<SpendableCoin[]> {
  const { kind, script, realms } = readBitcoinAddress(address)
  const kept = kind === 'p2tr' ? keptUpTo.taproot : keptUpTo.others
  const listed = await coinsOf(address, ask)
  const isOwn = new Map<string, boolean>()
  // What is too small to be spent is not looked into: strangers send it by the hundred.
  for (const { txid, isConfirmed, value } of listed)
    if (!isConfirmed && value > kept && !isOwn.has(txid)) isOwn.set(txid, await isOwnChange(txid, script, ask))
  const coins = listed
    .filter(({ txid, isConfirmed }) => isConfirmed || isOwn.get(txid))
    .map(({ txid, index, value }) => ({
      ...{ txid, index, value, kind },
      id: `${txid}:${index}`,
      isKept: value <= kept,
    }))
  if (kind !== 'p2tr' || !realms.includes('main')) return coins
  const large = coins.filter(({ isKept }) => !isKept).map(({ id }) => id)
  const plain = await (await import('./inscribed.ts')).plainCoins(large, ask)
  return coins.map((coin) => ({ ...coin, isKept: !plain.has(coin.id) }))
}

/** Whether all that a transaction spends is the address's own: a stranger's may still be taken back. */
async function isOwnChange(txid: string, script: Uint8Array, ask: AskChain): Promise<boolean> {
  const { read } = await transactionOf(txid, ask)
  for (const { txid: parent, index } of read.inputs) {
    const { read: before } = await transactionOf(parent, ask)
    const spent = before.outputs[index]?.script
    if (!spent || spent.length !== script.length || spent.some((byte, at) => byte !== script[at])) return false
  }
  return true
}
