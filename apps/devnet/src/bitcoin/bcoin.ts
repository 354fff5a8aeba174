import { createRequire } from 'node:module'
import { isTaprootScript } from './findTaprootFault.ts'

/**
 * The part of bcoin that we use; it has no types of its own. Amounts are satoshis; `hash` is the txid's bytes reversed.
 */
export type BitcoinScript = {
  toRaw(): Buffer
  code: readonly { value: number; data: Buffer | null; toSymbol(): string }[]
}
export type BitcoinInput = {
  prevout: { hash: string; index: number; txid(): string }
  script: BitcoinScript
  witness: { items: readonly Buffer[] }
  sequence: number
}
export type BitcoinOutput = { value: number; script: BitcoinScript }
export type BitcoinTx = {
  version: number
  locktime: number
  inputs: readonly BitcoinInput[]
  outputs: readonly BitcoinOutput[]
  txid(): string
  hash(encoding: 'hex'): string
  toRaw(): Buffer
  getSize(): number
  getWeight(): number
  getVirtualSize(): number
  isCoinbase(): boolean
}
export type BitcoinBlock = {
  txs: readonly BitcoinTx[]
  time: number
  version: number
  bits: number
  nonce: number
  merkleRoot: string
  prevBlock: string
  rhash(): string
  toRaw(): Buffer
  getSize(): number
  getWeight(): number
}
type Tip = { height: number; rhash(): string; time: number }
export type BitcoinNode = {
  chain: {
    height: number
    tip: Tip
    open(): Promise<void>
    close(): Promise<void>
    add(block: BitcoinBlock): Promise<unknown>
    on(event: 'connect', listener: (tip: Tip, block: BitcoinBlock) => Promise<void>): void
  }
  mempool: {
    open(): Promise<void>
    close(): Promise<void>
    addTX(tx: BitcoinTx): Promise<unknown>
    getEntry(hash: string): object | undefined
    evictEntry(entry: object): void
    _addBlock(tip: Tip, txs: readonly BitcoinTx[]): Promise<void>
    on(event: 'add entry' | 'remove entry', listener: (entry: { tx: BitcoinTx }) => void): void
  }
  miner: {
    open(): Promise<void>
    close(): Promise<void>
    cpu: {
      createJob(tip: null, address: object): Promise<{ attempt: { time: number; mtp: number } }>
      mineAsync(job: object): Promise<BitcoinBlock>
    }
  }
}
export type SpendableCoin = { tx: BitcoinTx; index: number; height: number }

const require = createRequire(import.meta.url)
// Its native parts are not built; the JavaScript versions do.
process.env.NODE_BACKEND = 'js'
const load = (path: string) => require(`bcoin/lib/${path}`)

// Like Bitcoin Core's local chains: an address prefix of their own, and segwit almost from the start.
const rules = load('protocol/networks').regtest
rules.addressPrefix.bech32 = 'bcrt'
Object.assign(rules, { minerWindow: 4, activationThreshold: 3 })
const network = 'regtest'

// It rejects spends of Taproot as those of an unknown version; `refuseTx` verifies them first.
const scripts = load('script/script')
const { verifyProgram } = scripts
scripts.verifyProgram = (witness: object, output: BitcoinScript, ...rest: unknown[]) =>
  isTaprootScript(output.toRaw()) ? undefined : verifyProgram(witness, output, ...rest)

/** A chain in memory, with its mempool and a miner; it opens no ports and no connections. */
export function createBitcoinNode(): BitcoinNode {
  const [Chain, Mempool, Miner] = [load('blockchain/chain'), load('mempool/mempool'), load('mining/miner')]
  const chain = new Chain({ network, memory: true })
  const mempool = new Mempool({ network, chain, memory: true, replaceByFee: true })
  return { chain, mempool, miner: new Miner({ network, chain, mempool }) }
}

export const readTx = (raw: Buffer): BitcoinTx => load('primitives/tx').fromRaw(raw)
export const readBlock = (raw: Buffer): BitcoinBlock => load('primitives/block').fromRaw(raw)
export const addressOf = (text: string): object => load('primitives/address').fromString(text, network)

/** A signed transaction that pays these outputs from one key's coins; the change returns to the key. */
export async function payFrom(
  key: Uint8Array,
  coins: readonly SpendableCoin[],
  outputs: readonly { script: Uint8Array; value: number }[],
): Promise<BitcoinTx> {
  const [MTX, KeyRing, Coin] = [load('primitives/mtx'), load('primitives/keyring'), load('primitives/coin')]
  const Output = load('primitives/output')
  const ring = KeyRing.fromPrivate(Buffer.from(key), true)
  ring.witness = true
  const mtx = new MTX()
  for (const { script, value } of outputs)
    mtx.outputs.push(new Output({ script: scripts.fromRaw(Buffer.from(script)), value }))
  const spendable = coins.map(({ tx, index, height }) => Coin.fromTX(tx, index, height))
  await mtx.fund(spendable, { rate: 10_000, changeAddress: ring.getAddress(), confirmed: true })
  mtx.sign(ring)
  return mtx.toTX()
}
