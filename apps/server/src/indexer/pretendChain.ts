import { createHash } from 'node:crypto'
import { RpcError } from '../rpc/rpcError.ts'
import { eventTopics } from './eventTopics.ts'
import type { Hex } from './indexRows.ts'

/** A coin's movement in a pretended transaction; without a token, of the chain's own. */
export type PretendTransfer = { from: Hex; to: Hex; amount: bigint; token?: Hex }
export type PretendTransaction = { from: Hex; transfers: readonly PretendTransfer[]; fails?: boolean }
type Block = {
  number: number
  hash: Hex
  parentHash: Hex
  timestamp: number
  transactions: readonly PretendTransaction[]
}

/** A chain that exists only as the answers of its node, for tests and measurements: it forks when told to. */
export type PretendChain = {
  mine(transactions: readonly PretendTransaction[]): void
  /** Forgets the newest blocks; those mined afterwards are others, even with the same transactions. */
  forget(blocks: number): void
  head(): number
  /** Answers as a node does: JSON-RPC shapes, errors thrown. */
  call<T>(method: string, params: readonly unknown[]): Promise<T>
}

/** Begins a chain with an empty block 0; `mostLogs` is what its node is willing to answer at once. */
export function createPretendChain({ chainId = 1, mostLogs = 10_000 } = {}): PretendChain {
  const blocks: Block[] = []
  let salt = 0
  function mine(transactions: readonly PretendTransaction[]) {
    const before = blocks.at(-1)
    const number = blocks.length
    const hash = hashOf('block', before?.hash ?? 'none', number, salt)
    const timestamp = 1_700_000_000 + number * 12
    blocks.push({ number, hash, parentHash: before?.hash ?? hashOf('none'), timestamp, transactions })
  }
  mine([])

  const at = (tag: unknown) => (tag === 'latest' ? blocks.at(-1) : blocks[Number(tag)])
  const methods: Record<string, (...params: never[]) => unknown> = {
    eth_chainId: () => hex(chainId),
    eth_getBlockByNumber: (tag: unknown, isFull: boolean) => {
      const block = at(tag)
      return block ? showBlock(block, isFull) : null
    },
    eth_getBlockReceipts: (tag: unknown) => {
      const block = at(tag)
      if (!block) return null
      const byTransaction = Map.groupBy(showLogs(block), (log) => log.transactionIndex)
      return block.transactions.map((_, i) => showReceipt(block, i, byTransaction.get(hex(i))))
    },
    eth_getTransactionReceipt: (hash: Hex) => {
      // The newest is what is asked for, nearly always.
      for (const block of blocks.toReversed()) {
        const i = block.transactions.findIndex((_, i) => hashOf('tx', block.hash, i) === hash)
        if (i >= 0)
          return showReceipt(
            block,
            i,
            showLogs(block).filter(({ transactionIndex }) => transactionIndex === hex(i)),
          )
      }
      return null
    },
    eth_getLogs: ({ fromBlock, toBlock, topics }: { fromBlock: Hex; toBlock: Hex; topics: (Hex | Hex[] | null)[] }) => {
      const range = blocks.slice(Number(fromBlock), Number(toBlock) + 1)
      const found = range.flatMap(showLogs).filter((log) => matches(log.topics, topics))
      if (found.length > mostLogs)
        throw new RpcError({ code: -32005, message: `query returned more than ${mostLogs} results` })
      return found
    },
    eth_call: () => {
      throw new RpcError({ code: 3, message: 'execution reverted' })
    },
  }
  return {
    mine,
    forget(count) {
      blocks.splice(Math.max(1, blocks.length - count))
      salt++
    },
    head: () => blocks.length - 1,
    async call<T>(method: string, params: readonly unknown[]) {
      const answer = methods[method]
      if (!answer) throw new RpcError({ code: -32601, message: `the method ${method} does not exist/is not available` })
      return answer(...(params as never[])) as T
    },
  }
}

function showBlock(block: Block, isFull: boolean) {
  const { number, hash, parentHash, timestamp, transactions } = block
  return {
    number: hex(number),
    hash,
    parentHash,
    timestamp: hex(timestamp),
    transactions: transactions.map((transaction, i) => {
      const own = transaction.transfers.find(({ token }) => !token)
      const called = transaction.transfers.find(({ token }) => token)?.token
      return isFull
        ? {
            hash: hashOf('tx', hash, i),
            from: transaction.from,
            to: own?.to ?? called ?? transaction.from,
            value: hex(own?.amount ?? 0n),
            gas: '0x5208',
            nonce: hex(number),
            input: called ? '0xa9059cbb' : '0x',
            transactionIndex: hex(i),
            blockHash: hash,
            blockNumber: hex(number),
          }
        : hashOf('tx', hash, i)
    }),
  }
}

const showReceipt = (block: Block, i: number, logs: ReturnType<typeof showLogs> = []) => ({
  transactionHash: hashOf('tx', block.hash, i),
  blockHash: block.hash,
  status: block.transactions[i]?.fails ? '0x0' : '0x1',
  contractAddress: null,
  logs,
})

function showLogs({ number, hash, transactions }: Block) {
  let logIndex = 0
  return transactions.flatMap(({ transfers, fails }, i) =>
    transfers.flatMap(({ token, from, to, amount }) =>
      token && !fails
        ? {
            address: token,
            topics: [eventTopics.transfer, word(from), word(to)] as Hex[],
            data: word(hex(amount)),
            blockNumber: hex(number),
            blockHash: hash,
            transactionHash: hashOf('tx', hash, i),
            transactionIndex: hex(i),
            logIndex: hex(logIndex++),
          }
        : [],
    ),
  )
}

const matches = (topics: readonly Hex[], filter: readonly (Hex | readonly Hex[] | null)[]) =>
  filter.every((wanted, i) => wanted === null || topics.some((topic, j) => i === j && wanted.includes(topic)))
const hex = (n: number | bigint): Hex => `0x${n.toString(16)}`
const word = (value: Hex): Hex => `0x${value.slice(2).padStart(64, '0')}`
const hashOf = (...parts: unknown[]): Hex => `0x${createHash('sha256').update(parts.join('/')).digest('hex')}`
