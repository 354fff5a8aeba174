import { bitcoinNetwork } from '@billfold/protocol/bitcoin/bitcoinNetworks'
import {
  type BitcoinAddress,
  type BitcoinScriptKind,
  readBitcoinAddress,
} from '@billfold/protocol/bitcoin/readBitcoinAddress'
import { isSameBytes } from '@billfold/protocol/bytes'
import { KitError } from '@billfold/protocol/error'
import { encodeBase64 } from '@billfold/protocol/wc/base64'
import type { Refusal } from '../../model/transfer.ts'
import type { QueryChain } from '../chainQuery.ts'
import type { Transfer, TransferPlan } from '../transfers.ts'
import { type CoinChoice, type CoinRequest, chooseCoins, maxSpendOf } from './chooseCoins.ts'
import { feeRateOf, invalidResponse, transactionOf } from './esplora.ts'
import { type SpentCoin, type Unlock, writePsbt } from './psbt.ts'
import type { RawTransaction } from './rawTransaction.ts'
import { type SpendableCoin, spendableCoins } from './spendable.ts'
import { feeOf, type Script, transactionWeight } from './transactionWeight.ts'

/** Marks it as replaceable (BIP-125). */
const replaceable = 0xfffffffd
const version = 2
const scriptOf = ({ kind, script }: BitcoinAddress): Script => ({ kind, length: script.length })
/** Wallets find these keys themselves. */
const needsNoKey: readonly BitcoinScriptKind[] = ['p2pkh', 'p2wpkh']
const segwit: Script = { kind: 'p2wpkh', length: 22 }
/** The longest recipient script, for an unknown recipient. */
const longest: Script = { kind: 'p2tr', length: 34 }

/** Parses an address of this network; money for another network's would be lost. */
export function addressOn(text: string, networkId: string): BitcoinAddress {
  const address = readBitcoinAddress(text)
  const network = bitcoinNetwork(networkId)
  if (network && !address.realms.includes(network.realm))
    throw new KitError('network_unknown', { message: 'The address belongs to another Bitcoin network' })
  return address
}

/** Data that a wallet needs to sign for an account; undefined if unknown. */
export const unlockFor = async (own: BitcoinAddress, publicKey: string | undefined): Promise<Unlock | undefined> =>
  needsNoKey.includes(own.kind) ? {} : (await import('./spendingInfoOf.ts')).spendingInfoOf(own, publicKey)

/** Selects coins, verifies their values, and writes the PSBT for the wallet. */
export async function planTransfer(transfer: Transfer, ask: QueryChain): Promise<TransferPlan> {
  const { from, networkId, amount } = transfer
  const [to, own] = [addressOn(transfer.to, networkId), addressOn(from, networkId)]
  const refuse = (refusal: Refusal): TransferPlan => ({ transfer, call: { from }, isContract: false, refusal })
  if (transfer.accountType === 'ordinal') return refuse({ kind: 'inscribed' })
  const unlock = await unlockFor(own, transfer.publicKey)
  if (!unlock) return refuse({ kind: 'noKey' })
  const [coins, rate] = await Promise.all([spendableCoins(from, ask), feeRateOf(ask)])
  const choice = chooseFitting({ coins, amount, to: scriptOf(to), change: scriptOf(own), rate })
  if ('refusal' in choice) {
    if (choice.refusal === 'dust') return refuse({ kind: 'dust', least: `${choice.least}` })
    const kept = coins.reduce((sum, { isKept, value }) => (isKept ? sum + value : sum), 0n)
    return refuse({ kind: kept >= choice.missing ? 'inscribed' : 'noFunds' })
  }
  const chosen = coinsIn(choice, coins)
  const spent = await Promise.all(chosen.map(async (coin) => ({ ...(await provenCoin(coin, own, ask)), ...unlock })))
  const outputs = [
    { value: amount, script: to.script },
    ...(choice.change > 0n ? [{ value: choice.change, script: own.script }] : []),
  ]
  const inputs = chosen.map(({ txid, index }) => ({
    ...{ txid, index, sequence: replaceable },
    script: new Uint8Array(),
    witness: [],
  }))
  const transaction: RawTransaction = { version, inputs, outputs, lockTime: 0 }
  return {
    transfer,
    call: { from, to: to.address, psbt: encodeBase64(writePsbt(transaction, spent)) },
    fee: { most: choice.fee, likely: choice.fee },
    arrives: amount,
    isContract: false,
  }
}

/** The minimum relay rate, in satoshis per thousand virtual bytes. */
const lowestRate = 1_000n

/**
 * Retries at a somewhat lower rate if the funds fall short, so that a maximum still works after rates rise between
 * choice and approval.
 */
function chooseFitting(request: CoinRequest): ReturnType<typeof chooseCoins> {
  const whole = chooseCoins(request)
  if (!('refusal' in whole) || whole.refusal !== 'noFunds') return whole
  for (let part = 31n; part >= 24n; part--) {
    const rate = (request.rate * part) / 32n
    const fitting = rate < lowestRate ? whole : chooseCoins({ ...request, rate })
    if (!('refusal' in fitting)) return fitting
  }
  return whole
}

const coinsIn = ({ coins }: CoinChoice, all: readonly SpendableCoin[]): SpendableCoin[] =>
  coins.flatMap(({ id }) => all.find((coin) => coin.id === id) ?? [])

/** A coin verified by the transaction that created it: the server's value is not trusted. */
async function provenCoin(coin: SpendableCoin, own: BitcoinAddress, ask: QueryChain): Promise<SpentCoin> {
  const { raw, read } = await transactionOf(coin.txid, ask)
  const output = read.outputs[coin.index]
  if (!output || output.value !== coin.value || !isSameBytes(output.script, own.script))
    throw invalidResponse('valid coin')
  return { kind: coin.kind, output, parent: raw }
}

/** The maximum to send, without change, except reserved coins. */
export async function maxSendable({ from, to }: { from: string; to?: string | undefined }, ask: QueryChain) {
  const [coins, rate] = await Promise.all([spendableCoins(from, ask), feeRateOf(ask)])
  return maxSpendOf({ coins, to: to === undefined ? longest : scriptOf(readBitcoinAddress(to)), rate })
}

/** Fee of a payment with one input and change. */
export const roughFee = async (_: unknown, ask: QueryChain): Promise<bigint> =>
  feeOf(transactionWeight(['p2wpkh'], [segwit, segwit]), await feeRateOf(ask))
