import { KitError } from '@billfold/protocol/error'
import { encodeBase64 } from '@billfold/protocol/wc/base64'
import * as btc from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import type { ChainQuery } from '../src/chains/chainQuery.ts'

const regtest = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }
const secret = new Uint8Array(32).fill(7)
const [payer, friend] = [7, 8].map((byte) => btc.p2wpkh(pubECDSA(new Uint8Array(32).fill(byte)), regtest))
const [coin, amount] = [2_000_000n, 1_000_000n]
const coinId = '11'.repeat(32)

export type BitcoinTx = { id: string; hex: string }

/** A payment of the only coin to someone, with this change. */
function spend(to: string, change: bigint) {
  const tx = new btc.Transaction()
  const witnessUtxo = { script: payer!.script, amount: coin }
  tx.addInput({ txid: coinId, index: 0, sequence: 0xfffffffd, witnessUtxo })
  tx.addOutputAddress(to, amount, regtest)
  tx.addOutputAddress(payer!.address!, change, regtest)
  const psbt = encodeBase64(tx.toPSBT())
  tx.sign(secret)
  tx.finalize()
  return { psbt, tx: { id: tx.id, hex: tx.hex } }
}
const payment = spend(friend!.address!, 900_000n)

/** A payment, the same at a higher fee, and a refund to its owner. */
export const bitcoinPayment = {
  own: payment.tx,
  faster: spend(friend!.address!, 800_000n).tx,
  cancelled: spend(payer!.address!, 900_000n).tx,
  call: { from: payer!.address!, to: friend!.address!, psbt: payment.psbt },
}

type Block = { height: number; transactions: readonly BitcoinTx[] }
/** One server's knowledge. */
export type BitcoinNode = {
  lag: number
  hasMempool: boolean
  /** Blocks of a dead fork that it still follows. */
  fork?: readonly Block[]
}

/** A chain that stores only blocks with transactions; the last ones may be reorganized. */
export function bitcoinWorld() {
  const world = { head: 10, blocks: new Map<number, Block>(), mempool: new Set<BitcoinTx>() }
  function mine(...transactions: BitcoinTx[]): void {
    world.head += 1
    if (transactions.length === 0) return
    world.blocks.set(world.head, { height: world.head, transactions })
    // All of them spend the same coin: inclusion ends all pending ones.
    world.mempool.clear()
  }
  /** Reverts the last blocks; their transactions are pending again. */
  function reorg(depth: number): readonly Block[] {
    const gone = Array.from({ length: depth }, (_, at) => {
      const height = world.head - at
      const block = world.blocks.get(height) ?? { height, transactions: [] }
      world.blocks.delete(height)
      for (const one of block.transactions) world.mempool.add(one)
      return block
    })
    world.head -= depth
    return gone
  }
  const statusOf = (height?: number) =>
    height === undefined ? { confirmed: false } : { confirmed: true, block_height: height }

  const queryNode = (node: BitcoinNode) => async (question: ChainQuery) => {
    if (!('path' in question)) throw new KitError('method_unsupported')
    const top = world.head - node.lag
    const blockAt = (height: number) => node.fork?.find((each) => each.height === height) ?? world.blocks.get(height)
    const heights = new Set([...world.blocks.keys(), ...(node.fork ?? []).map(({ height }) => height)])
    const known = [...heights].flatMap((height) =>
      height > top ? [] : (blockAt(height)?.transactions ?? []).map((tx) => ({ tx, height })),
    )
    const waiting =
      node.hasMempool && known.length === 0 ? [...world.mempool].map((tx) => ({ tx, height: undefined })) : []
    const all = [...known, ...waiting]
    // Half of them pretend to accept it.
    if (question.post !== undefined) {
      if (known.length > 0) throw new KitError('invalid_input', { message: 'bad-txns-inputs-missingorspent' })
      return bitcoinPayment.own.id
    }
    const [, kind, id = '', what] = question.path.split('/')
    if (kind === 'blocks') return top
    const transaction = all.find(({ tx }) => tx.id === id)
    if (what === 'outspend') {
      const by = all[0]
      return by ? { spent: true, txid: by.tx.id, status: statusOf(by.height) } : { spent: false }
    }
    if (what === 'status' && transaction) return statusOf(transaction.height)
    if (what === 'hex' && transaction) return transaction.tx.hex
    throw new KitError('not_found')
  }
  return { world, mine, reorg, askNode: queryNode }
}
