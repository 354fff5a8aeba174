import { readBitcoinAddress } from '@billfold/protocol/bitcoin/readBitcoinAddress'
import type { QueryChain } from '../chainQuery.ts'
import type { Coin } from './chooseCoins.ts'
import { coinsOf, type ListedCoin, transactionOf } from './esplora.ts'

/**
 * Small coins may be inscriptions: these use 330, 546 or 600 satoshis, at taproot addresses mostly ten thousand. Plain
 * coins of that size can still be sent from the wallet itself.
 */
const keptUpTo = { taproot: 10_000n, others: 1000n }

export type SpendableCoin = Coin & Pick<ListedCoin, 'txid' | 'index'>

/**
 * An address's spendable coins. Unconfirmed ones only if they are our own change. At a taproot address of the main
 * network, where inscriptions are valuable, only coins that an index reports as plain.
 */
export async function spendableCoins(address: string, ask: QueryChain): Promise<SpendableCoin[]> {
  const { kind, script, realms } = readBitcoinAddress(address)
  const kept = kind === 'p2tr' ? keptUpTo.taproot : keptUpTo.others
  const listed = await coinsOf(address, ask)
  const isOwn = new Map<string, boolean>()
  // Skip dust without queries: spammers send it by the hundred.
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
  const plain = await (await import('./inscriptions.ts')).plainCoins(large, ask)
  return coins.map((coin) => ({ ...coin, isKept: !plain.has(coin.id) }))
}

/** Whether all inputs of a transaction are the address's own: others' may still be replaced. */
async function isOwnChange(txid: string, script: Uint8Array, ask: QueryChain): Promise<boolean> {
  const { read } = await transactionOf(txid, ask)
  for (const { txid: parent, index } of read.inputs) {
    const { read: before } = await transactionOf(parent, ask)
    const spent = before.outputs[index]?.script
    if (!spent || spent.length !== script.length || spent.some((byte, at) => byte !== script[at])) return false
  }
  return true
}
