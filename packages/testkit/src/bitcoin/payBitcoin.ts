import { readBitcoinAddress } from '@billfold/protocol/bitcoin/readBitcoinAddress'
import { Transaction } from '@scure/btc-signer'
import { providerError } from '../providerError.ts'
import type { RpcTransport } from '../requestRpc.ts'
import { type BitcoinKey, realmOf } from './bitcoinKey.ts'
import { finalHex } from './signPsbt.ts'

/** The way to a Bitcoin chain's Esplora server. */
export type Esplora = { coinsOf(address: string): Promise<unknown>; broadcast(hex: string): Promise<string> }
type Payment = { chain: string; to: string; amount: bigint }
type Coin = { txid: string; vout: number; value: number }

const deadlineMs = 15_000
/** Smaller coins may be inscriptions, so they are not spent; nodes do not relay smaller change. */
const [minCoinSats, minChangeSats] = [1000, 294n]
const satsPerByte = 2n
const sizeOf = (inputs: number, outputs: number): bigint => BigInt(11 + 68 * inputs + 31 * outputs)

/** Asks an Esplora server for an account's coins, and hands it transactions. */
export function esplora(url: string, post: RpcTransport): Esplora {
  return {
    async coinsOf(address) {
      const answer = await fetch(`${url}/address/${address}/utxo`, { signal: AbortSignal.timeout(deadlineMs) })
      if (!answer.ok) throw providerError('internal', `The chain at ${url} did not list coins: ${answer.status}`)
      return answer.json()
    },
    async broadcast(hex) {
      const answer = (await post(`${url}/tx`, hex)).trim()
      if (!/^[0-9a-f]{64}$/.test(answer)) throw providerError('internal', `The network rejected it: ${answer}`)
      return answer
    },
  }
}

/** Pays from a native segwit account with coins that the wallet chooses, and gives the transaction's id. */
export async function payBitcoin(key: BitcoinKey, { chain, to, amount }: Payment, net: Esplora): Promise<string> {
  const target = readBitcoinAddress(to)
  if (!target.realms.includes(realmOf(chain))) throw providerError('invalid_input', `${to} is not of this network`)
  const { script } = readBitcoinAddress(key.address)
  const coins = readCoins(await net.coinsOf(key.address)).sort((a, b) => b.value - a.value)
  const transaction = new Transaction({ version: 2 })
  let held = 0n
  for (const { txid, vout, value } of coins) {
    transaction.addInput({ txid, index: vout, witnessUtxo: { script, amount: BigInt(value) } })
    held += BigInt(value)
    if (held >= amount + satsPerByte * sizeOf(transaction.inputsLength, 2)) break
  }
  const change = held - amount - satsPerByte * sizeOf(transaction.inputsLength, 2)
  if (change < 0n) throw providerError('invalid_input', 'The wallet does not hold that much')
  transaction.addOutput({ script: target.script, amount })
  if (change >= minChangeSats) transaction.addOutput({ script, amount: change })
  const indexes = Array.from({ length: transaction.inputsLength }, (_, at) => at)
  return net.broadcast(finalHex(await key.signPsbt(transaction.toPSBT(), indexes)))
}

function readCoins(answer: unknown): Coin[] {
  if (!Array.isArray(answer)) throw providerError('internal', 'The chain did not list coins')
  return (answer as Coin[]).filter(({ value }) => value >= minCoinSats)
}
