import { KitError } from '@billfold/protocol/error'
import type { WalletRequest } from '../src/chains/chainQuery.ts'

export type EvmTx = {
  hash: string
  from: string
  to: string
  value: bigint
  input: string
  nonce: number
  isReverted?: boolean
  logs?: readonly { address: string; topics: readonly string[]; data: string }[]
}
type Block = { hash: string; number: number; transactions: readonly EvmTx[] }

/** One node's knowledge: how many recent blocks it lacks, how much state it keeps, and the receipts it lost. */
export type EvmNode = {
  lag?: number
  keeps?: number
  /** Blocks of a dead fork that it still follows. */
  fork?: readonly Block[]
  hasReceipt?: (hash: string) => boolean
  knowsFinal?: boolean
  mempool?: ReadonlySet<EvmTx>
}

export const hex = (value: bigint | number) => `0x${value.toString(16)}`

/** A chain of any height that stores only blocks with transactions; the last ones may be reorganized. */
export function evmWorld({ head = 10, finalDepth = 6, forks = 0 } = {}) {
  const world = { head, finalDepth, blocks: new Map<number, Block>(), mempool: new Set<EvmTx>(), coins: 10n ** 18n }
  const blank = (number: number): Block => ({ hash: hashOf(number, forks), number, transactions: [] })
  const canon = (number: number) => world.blocks.get(number) ?? blank(number)

  function mine(...transactions: EvmTx[]): Block {
    world.head += 1
    const block = { hash: hashOf(world.head, forks), number: world.head, transactions }
    if (transactions.length > 0) world.blocks.set(world.head, block)
    for (const one of transactions) world.mempool.delete(one)
    return block
  }
  /** Reverts the last blocks; their transactions are pending again. */
  function reorg(depth: number): readonly Block[] {
    forks += 1
    const first = world.head - depth + 1
    const gone = Array.from({ length: depth }, (_, at) => canon(first + at))
    for (const { number, transactions } of gone) {
      world.blocks.delete(number)
      for (const one of transactions) world.mempool.add(one)
    }
    world.head -= depth
    return gone
  }

  /** Queries one node. */
  const queryNode = (node: EvmNode) => async (question: unknown) => {
    const { method, params } = question as WalletRequest
    const [first, second] = params as [string, unknown]
    const height = world.head - (node.lag ?? 0)
    const blockAt = (number: number): Block | undefined => {
      if (number > height || number < 0) return undefined
      return node.fork?.find((each) => each.number === number) ?? canon(number)
    }
    /** Non-empty blocks. */
    const filled = () =>
      [...new Set([...world.blocks.keys(), ...(node.fork ?? []).map((each) => each.number)])]
        .map(blockAt)
        .filter((each) => each !== undefined)
    const placeOf = (hash: string) => {
      for (const block of filled()) {
        const transaction = block.transactions.find((each) => each.hash === hash)
        if (transaction) return { block, found: transaction }
      }
      return undefined
    }
    const stateAt = (tag: unknown): number => {
      const number = tag === 'latest' || tag === undefined ? height : Number(tag)
      if (number > height) throw new KitError('invalid_input', { message: 'header not found' })
      if (height - number > (node.keeps ?? Number.POSITIVE_INFINITY))
        throw new KitError('invalid_input', { message: 'missing trie node' })
      return number
    }
    const shown = ({ isReverted: _, logs: __, value, nonce, ...rest }: EvmTx) => ({
      ...rest,
      value: hex(value),
      nonce: hex(nonce),
    })
    switch (method) {
      case 'eth_blockNumber':
        return hex(height)
      case 'eth_getCode':
        return '0x'
      case 'eth_getTransactionCount': {
        const number = stateAt(second)
        const own = filled()
          .filter((each) => each.number <= number)
          .flatMap(({ transactions }) => transactions)
        return hex(own.filter(({ from }) => from.toLowerCase() === first.toLowerCase()).length)
      }
      case 'eth_getBlockByNumber': {
        if (first === 'finalized') {
          if (node.knowsFinal === false) throw new KitError('invalid_input', { message: 'unknown block' })
          return { number: hex(Math.max(0, height - world.finalDepth)) }
        }
        const block = blockAt(Number(first))
        return block
          ? { ...block, number: hex(block.number), transactions: second ? block.transactions.map(shown) : [] }
          : null
      }
      case 'eth_getTransactionByHash': {
        const placed = placeOf(first)
        if (placed) return { ...shown(placed.found), blockNumber: hex(placed.block.number) }
        const waiting = [...(node.mempool ?? world.mempool)].find(({ hash }) => hash === first)
        return waiting ? { ...shown(waiting), blockNumber: null } : null
      }
      case 'eth_getTransactionReceipt': {
        const placed = placeOf(first)
        if (!placed || node.hasReceipt?.(first) === false) return null
        const { from, to, isReverted, logs = [] } = placed.found
        return {
          status: isReverted ? '0x0' : '0x1',
          blockNumber: hex(placed.block.number),
          blockHash: placed.block.hash,
          gasUsed: '0x5208',
          effectiveGasPrice: '0x1',
          ...{ from, to, logs },
        }
      }
      case 'eth_call':
        return '0x'
      default:
        throw new KitError('unknown_method', { message: method })
    }
  }
  return { world, mine, reorg, askNode: queryNode, canon }
}

const hashOf = (number: number, forks: number) => `0x${number.toString(16)}f${forks.toString(16)}`.padEnd(66, '0')
