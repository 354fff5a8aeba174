import type { Hex } from 'viem'
import { RpcError } from '../rpcError.ts'
import { createSerialQueue } from '../serialQueue.ts'
import { type ClockState, createChainClock } from './chainClock.ts'
import type { EdrProvider } from './edrProvider.ts'
import type { JournalBlocks, JournalCall, JournalEntry } from './journal.ts'
import { quantity } from './quantity.ts'

/** Calls that change the chain: they run one at a time and go into the journal. */
const changes = new Set([
  'eth_sendTransaction',
  'eth_sendRawTransaction',
  'evm_increaseTime',
  'evm_setNextBlockTimestamp',
  'evm_snapshot',
  'evm_revert',
  'evm_setBlockGasLimit',
  'evm_mine',
  'hardhat_mine',
  'hardhat_dropTransaction',
  'hardhat_impersonateAccount',
  'hardhat_stopImpersonatingAccount',
  'hardhat_setBalance',
  'hardhat_setCode',
  'hardhat_setCoinbase',
  'hardhat_setMinGasPrice',
  'hardhat_setNextBlockBaseFeePerGas',
  'hardhat_setNonce',
  'hardhat_setPrevRandao',
  'hardhat_setStorageAt',
])

const movesTime = new Set(['evm_increaseTime', 'evm_revert'])

export const isChange = (method: string): boolean => changes.has(method)

type Head = { hash: Hex; timestamp: Hex; transactions: readonly Hex[] }
type Chain = {
  provider: EdrProvider
  clock: ReturnType<typeof createChainClock>
  snapshots: Map<number, ClockState>
  /** The newest block. */
  head: { hash: Hex; timestamp: number }
  /** The time that the node has for its next block, during set-up. */
  pinned: number | undefined
}
type MineRequest = { timestamp?: number; count?: number; every?: number; leap?: true }

export type ChainMiner = {
  change(method: string, params: readonly unknown[]): Promise<unknown>
  /** Runs without a block in between. */
  undisturbed<T>(task: () => Promise<T>): Promise<T>
  mineInterval(seconds: number): Promise<void>
  replay(entry: JournalEntry): Promise<Hex>
  /** Seals the set-up with one last block and switches to the wall clock. */
  endSetup(): Promise<void>
  goOn(): Promise<void>
  automine: boolean
}

/** Decides when blocks are mined and with what timestamp, and reports each step of the chain's history. */
export async function createChainMiner(options: {
  provider: EdrProvider
  wallClock: () => number
  record(entry: JournalEntry): void
}): Promise<ChainMiner> {
  const { provider } = options
  const clock = createChainClock(options.wallClock)
  const chain: Chain = { provider, clock, snapshots: new Map(), head: await readHead(provider), pinned: undefined }
  const undisturbed = createSerialQueue()
  let unrecorded: JournalCall[] = []
  await pinPendingTime(chain)

  function record(blocks?: JournalBlocks) {
    if (!blocks && unrecorded.length === 0) return
    const calls = unrecorded
    unrecorded = []
    options.record({ ...(calls.length > 0 ? { calls } : {}), ...(blocks ? { blocks } : {}), head: chain.head.hash })
  }

  async function mine(request: MineRequest = {}) {
    const time = request.timestamp ?? clock.nextTimestamp(chain.head.timestamp, request.leap ? 0 : request.every)
    await mineAt(chain, time, request)
    clock.blockMined(chain.head.timestamp, request.leap === true || request.timestamp !== undefined)
    const { offset } = clock.save()
    record({
      time,
      ...(request.leap ? { leap: true as const, count: request.count ?? 1 } : {}),
      ...(request.every ? { every: request.every } : {}),
      ...(offset === 0 ? {} : { offset }),
    })
  }

  /** Mines until the transaction is in a block, unless it cannot be yet (a gap before its nonce, too low a fee). */
  async function mineTransaction(hash: unknown) {
    for (;;) {
      const pending = (await provider.request('eth_getBlockByNumber', ['pending', false])) as Head
      if (pending.transactions.length === 0) return
      await mine()
      if (pending.transactions.includes(hash as Hex)) return
    }
  }

  async function runChange(method: string, params: readonly unknown[]): Promise<unknown> {
    const result = await changeChain(method, params)
    if (clock.inSetup || movesTime.has(method)) await pinPendingTime(chain)
    return result
  }

  async function changeChain(method: string, params: readonly unknown[]): Promise<unknown> {
    if (method === 'evm_mine') {
      await mine(params[0] === undefined ? {} : { timestamp: checkedTimestamp(chain, params[0]) })
      return '0'
    }
    if (method === 'hardhat_mine') {
      const count = params[0] === undefined ? 1 : quantity(params[0], 'blocks')
      const every = params[1] === undefined ? 1 : quantity(params[1], 'interval')
      if (count > 0) await mine({ count, every, leap: true })
      return true
    }
    const result = await applyChange(chain, method, params)
    unrecorded.push([method, params])
    try {
      if (method.startsWith('eth_send') && miner.automine) await mineTransaction(result)
    } finally {
      record()
    }
    return result
  }

  const miner: ChainMiner = {
    automine: true,
    undisturbed,
    change: (method, params) => undisturbed(() => runChange(method, params)),
    mineInterval: (seconds) => undisturbed(() => mine(Number.isInteger(seconds) ? { every: seconds } : {})),
    async replay({ calls = [], blocks, setup }) {
      for (const [method, params] of calls) await applyChange(chain, method, params)
      if (blocks) {
        await mineAt(chain, blocks.time, blocks)
        clock.restore({ offset: blocks.offset ?? 0, next: undefined })
      }
      if (setup !== undefined) clock.endSetup()
      return chain.head.hash
    },
    endSetup: () =>
      undisturbed(async () => {
        await mine()
        clock.endSetup()
        await pinPendingTime(chain)
      }),
    goOn: () => undisturbed(() => pinPendingTime(chain)),
  }
  return miner
}

async function readHead(provider: EdrProvider) {
  const block = (await provider.request('eth_getBlockByNumber', ['latest', false])) as Head
  return { hash: block.hash, timestamp: Number(block.timestamp) }
}

/**
 * Calls on `pending` must see the time of the next block: in set-up exactly (gas estimates go into transactions, and
 * those into hashes), later as near as EDR's own clock allows.
 */
async function pinPendingTime(chain: Chain) {
  const { provider, clock, head } = chain
  if (clock.inSetup) {
    const next = clock.nextTimestamp(head.timestamp)
    if (next !== chain.pinned) await provider.request('evm_setNextBlockTimestamp', [next])
    chain.pinned = next
    return
  }
  const pending = (await provider.request('eth_getBlockByNumber', ['pending', false])) as Head
  const behind = clock.nextTimestamp(head.timestamp) - Number(pending.timestamp)
  if (behind > 0) await provider.request('evm_increaseTime', [behind])
}

async function mineAt(chain: Chain, time: number, { count = 1, every = 1, leap }: MineRequest) {
  const { provider } = chain
  if (leap) {
    await provider.request('evm_setNextBlockTimestamp', [time])
    await provider.request('hardhat_mine', [`0x${count.toString(16)}`, `0x${every.toString(16)}`])
  } else
    for (let index = 0; index < count; index++) {
      await provider.request('evm_setNextBlockTimestamp', [time + index * every])
      await provider.request('evm_mine')
    }
  chain.pinned = undefined
  chain.head = await readHead(provider)
}

/** Runs a call that changes the chain, or its time. */
async function applyChange(chain: Chain, method: string, params: readonly unknown[]): Promise<unknown> {
  const { provider, clock, snapshots } = chain
  switch (method) {
    case 'evm_increaseTime': {
      const seconds = quantity(params[0], 'seconds')
      if (!clock.inSetup) await provider.request(method, [seconds])
      return String(clock.increase(seconds))
    }
    case 'evm_setNextBlockTimestamp': {
      const timestamp = quantity(params[0], 'timestamp')
      await provider.request(method, [timestamp])
      clock.setNext(timestamp)
      return String(timestamp)
    }
    case 'evm_snapshot': {
      const id = (await provider.request(method)) as string
      snapshots.set(Number(id), clock.save())
      return id
    }
    case 'evm_revert': {
      const reverted = await provider.request(method, params)
      const id = Number(params[0])
      const saved = snapshots.get(id)
      if (reverted === true && saved) clock.restore(saved)
      // A snapshot can be restored once; that discards it and all later ones.
      if (reverted === true) for (const later of [...snapshots.keys()]) if (later >= id) snapshots.delete(later)
      chain.pinned = undefined
      chain.head = await readHead(provider)
      return reverted
    }
    default:
      return provider.request(method, params)
  }
}

function checkedTimestamp({ head }: Chain, value: unknown) {
  const timestamp = quantity(value, 'timestamp')
  if (timestamp <= head.timestamp)
    throw new RpcError(-32602, `The timestamp ${timestamp} is not after the last block's, ${head.timestamp}.`)
  return timestamp
}
