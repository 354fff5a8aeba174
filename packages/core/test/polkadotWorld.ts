import { joinBytes } from '@billfold/protocol/bytes'
import { KitError } from '@billfold/protocol/error'
import { eraPeriod, extrinsicHash, hex32 } from '@billfold/protocol/polkadot/extrinsic'
import { bytesOf, compactBytes, hexOf, scaleReader, uintBytes } from '@billfold/protocol/polkadot/scale'
import { writePolkadotAddress } from '@billfold/protocol/polkadot/ss58'
import { storageKeys } from '@billfold/protocol/polkadot/storageKeys'
import assetHub from '@polkadot/types-support/metadata/v15/asset-hub-polkadot-hex'
import type { WalletRequest } from '../src/chains/chainQuery.ts'
import { keyOf } from '../src/chains/polkadot/holdings.ts'

const first = 100
const genesis = `0x${'68'.repeat(32)}`
const nonce = 3
const from = writePolkadotAddress({ prefix: 0, publicKey: new Uint8Array(32).fill(7) })
const extrinsics = { own: '0x0c0102', rival: '0x0c0103' } as const
const [succeeded, failed] = [Uint8Array.of(0, 0, 4, 8, 0, 0), Uint8Array.of(0, 1, 7, 2, 4, 8, 0, 0)]
// It is given as an optional list of bytes.
const metadata = hexOf(scaleReader(bytesOf(assetHub).subarray(1)).bytes())
const accountKey = storageKeys.account(keyOf(from))

const hashOf = (number: number, fork: number) => `0x${hex32(number).slice(2)}${hex32(fork).slice(2)}`.padEnd(66, '0')

/** A payment that can be in the blocks after `first`, and in none after the last of its era. */
export const polkadotPayment = {
  ...{ from, hash: extrinsicHash(bytesOf(extrinsics.own)), extrinsic: extrinsics.own },
  call: { address: from, blockNumber: hex32(first), blockHash: hashOf(first, 0), nonce: hex32(nonce) },
}

/** The payment, as it succeeds or fails, or another transaction with its nonce. */
export type PolkadotTx = 'succeeded' | 'failed' | 'rival'
type Block = { hash: string; number: number; parentHash: string; tx?: PolkadotTx }

/** A node's view of the chain. */
export type PolkadotNode = {
  /** Blocks that it is behind, and further ones that it does not know to be final. */
  lag: number
  finalLag: number
  /** Blocks whose bodies and state it keeps. */
  keeps: number
  hasEvents: boolean
  /** Takes a transaction, and passes it on. */
  isRelaying: boolean
  /** Blocks of a fork that it stays on. */
  fork?: readonly Block[]
}

const eventsOf = (tx: PolkadotTx | undefined): string => {
  const outcomes = tx === undefined ? [succeeded] : [succeeded, tx === 'failed' ? failed : succeeded]
  const records = outcomes.map((outcome, index) =>
    joinBytes(Uint8Array.of(0), uintBytes(BigInt(index), 4), outcome, Uint8Array.of(0)),
  )
  return hexOf(joinBytes(compactBytes(records.length), ...records))
}
const accountWith = (count: number): string => {
  const counts = [count, 0, 1, 0].map((value) => uintBytes(BigInt(value), 4))
  return hexOf(joinBytes(...counts, ...[10n ** 12n, 0n, 0n, 1n << 127n].map((value) => uintBytes(value, 16))))
}
const [unused, used] = [accountWith(nonce), accountWith(nonce + 1)]

/** A chain whose last blocks may be taken back, until they are final. */
export function polkadotWorld({ finalDepth = 4 } = {}) {
  let fork = 0
  const blocks: Block[] = [{ hash: hashOf(first, 0), number: first, parentHash: hashOf(first - 1, 0) }]
  /** Whether a validator has the payment. */
  const world = { isInPool: false }
  const head = () => first + blocks.length - 1
  const included = () => blocks.find(({ tx }) => tx !== undefined)

  const canMine = (tx: PolkadotTx) =>
    !included() && (tx === 'rival' || (world.isInPool && head() + 1 < first + eraPeriod))
  function mine(tx?: PolkadotTx): void {
    const number = head() + 1
    const block = { hash: hashOf(number, fork), number, parentHash: blocks.at(-1)!.hash }
    blocks.push({ ...block, ...(tx !== undefined && canMine(tx) ? { tx } : {}) })
  }
  /** Takes back the last blocks that are not final; the new ones are others. */
  function reorg(): readonly Block[] {
    fork += 1
    return blocks.splice(Math.max(1, blocks.length - finalDepth + 1))
  }

  const askNode = (node: PolkadotNode) => async (question: unknown) => {
    const { method, params } = question as WalletRequest
    const [one, two] = params as [unknown, unknown?]
    const { fork: own = [] } = node
    // A node that stays on a fork hears of nothing that came after it.
    const common = own[0] ? own[0].number - 1 : head()
    const top = own.at(-1)?.number ?? Math.max(first, head() - node.lag)
    const chain = [...blocks.filter(({ number }) => number <= Math.min(common, top)), ...own]
    const final = Math.max(first, Math.min(common, head() - Math.max(finalDepth + node.finalLag, node.lag)))
    const byHash = (hash: unknown) => {
      const block = chain.find((each) => each.hash === hash)
      if (!block) throw new KitError('invalid_input', { message: 'Unknown block' })
      return block
    }
    const stateAt = (hash: unknown) => {
      const block = byHash(hash)
      if (top - block.number > node.keeps) throw new KitError('invalid_input', { message: 'State already discarded' })
      return block
    }
    switch (method) {
      case 'chain_getBlockHash':
        return one === 0 ? genesis : (chain.find(({ number }) => number === one)?.hash ?? null)
      case 'chain_getFinalizedHead':
        return chain.find(({ number }) => number === final)?.hash
      case 'chain_getHeader': {
        const { number, parentHash } = one === undefined ? chain.at(-1)! : byHash(one)
        return { number: `0x${number.toString(16)}`, parentHash }
      }
      case 'chain_getBlock': {
        const { number, parentHash, tx } = byHash(one)
        if (top - number > node.keeps) return null
        const sent = tx === undefined ? [] : [tx === 'rival' ? extrinsics.rival : extrinsics.own]
        return {
          block: { header: { number: `0x${number.toString(16)}`, parentHash }, extrinsics: ['0x0400', ...sent] },
        }
      }
      case 'state_getStorage': {
        const { number, tx } = stateAt(two)
        if (one === storageKeys.events) return node.hasEvents ? eventsOf(tx) : null
        const below = chain.find((each) => each.number < number && one === storageKeys.blockHash(each.number))
        if (below) return below.hash
        if (one !== accountKey) return null
        return chain.some((each) => each.number <= number && each.tx !== undefined) ? used : unused
      }
      case 'state_getRuntimeVersion':
        return { specVersion: 1, transactionVersion: 26 }
      case 'state_getMetadata':
        return metadata
      case 'author_submitExtrinsic':
        if (chain.some(({ tx }) => tx !== undefined)) throw { code: 1010, message: 'Transaction is outdated' }
        if (node.isRelaying) world.isInPool = true
        return polkadotPayment.hash
      default:
        throw new KitError('unknown_method', { message: method })
    }
  }
  return {
    ...{ world, mine, reorg, askNode, head },
    /** What the chain has instead of a doubt: final, or over for good. */
    outcome: () => included()?.tx,
    isOver: () => head() - finalDepth >= first + eraPeriod - 1,
  }
}
