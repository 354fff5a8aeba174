import { readBitcoinAddress } from '@billfold/protocol/bitcoin/readBitcoinAddress'
import { payFrom, type SpendableCoin } from './bcoin.ts'
import { type DevKey, deriveDevKeys } from './devKeys.ts'
import type { Ledger } from './ledger.ts'

/** A coinbase matures after a hundred blocks: this many leave thirty that can be spent. */
const maturity = 100
const firstBlocks = maturity + 30
const coinsEach = [1_000_000_000, 200_000_000, 50_000_000]
/** The usual value of an output with an inscription: a coin that wallets must not spend on their own. */
const postage = 546

/** Sets up a new chain: blocks ten minutes apart up to now, and coins for the published accounts. */
export async function setUp(ledger: Ledger, faucet: DevKey): Promise<void> {
  const begin = Math.floor(Date.now() / 1000) - (firstBlocks + 7) * 600
  for (let at = 0; at < firstBlocks; at += 1) await ledger.mine(begin + at * 600)
  const gifts = deriveDevKeys(10).flatMap(({ script }) => [...coinsEach, postage].map((value) => ({ script, value })))
  await pay(ledger, faucet, gifts)
  for (let at = 0; at < 6; at += 1) await ledger.mine(begin + (firstBlocks + at) * 600)
}

/** Pays from the coinbases, oldest first. */
export async function pay(
  ledger: Ledger,
  faucet: DevKey,
  outputs: readonly { script: Uint8Array; value: number }[],
): Promise<string> {
  const wanted = outputs.reduce((sum, { value }) => sum + value, 0) + 100_000
  const coins: SpendableCoin[] = []
  let sum = 0
  for (const { id, tx, place } of ledger.index.of(faucet.script).toReversed()) {
    if (sum >= wanted) break
    if (!place || (tx.isCoinbase() && ledger.height() + 1 - place.height < maturity)) continue
    for (const [index, { script, value }] of tx.outputs.entries()) {
      const isOurs = script.toRaw().equals(faucet.script)
      if (!isOurs || ledger.index.spenderOf(id, index)) continue
      coins.push({ tx, index, height: place.height })
      sum += value
    }
  }
  return ledger.submit(await payFrom(faucet.privateKey, coins, outputs))
}

/** The output script of an address on this chain; undefined if the text is not one. */
export function scriptFor(text: unknown): Uint8Array | undefined {
  try {
    const { realms, script } = readBitcoinAddress(String(text))
    return realms.includes('regtest') ? script : undefined
  } catch {
    return undefined // another chain's address, or none
  }
}
