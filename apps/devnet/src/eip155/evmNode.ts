import type { Hex } from 'viem'
import { journalError } from '../journalFile.ts'
import { answerJsonRpc } from '../jsonRpc.ts'
import { RpcError } from '../rpcError.ts'
import { StartError } from '../startError.ts'
import { type ChainMiner, createChainMiner, isChange } from './chainMiner.ts'
import { createEdrProvider, hardfork } from './edrProvider.ts'
import {
  continueJournal,
  createJournal,
  type Journal,
  type JournalEntry,
  type JournalHeader,
  readJournal,
} from './journal.ts'
import { quantity } from './quantity.ts'
import { readMethods } from './readMethods.ts'

/** A chain as deployments, bundler, paymaster, faucet and market use it. */
export type Evm = {
  chainId: number
  /** Rejects with an Error that has `code` and `data` for a JSON-RPC error. */
  request<T = unknown>(method: string, params?: readonly unknown[]): Promise<T>
}

export type EvmNode = Evm & {
  /** Answers a JSON-RPC payload, single or batch. */
  handle(payload: unknown): ReturnType<typeof answerJsonRpc>
  /** `eth_subscribe`: calls `listen` for each head, log or transaction; resolves with the subscription's id. */
  subscribe(params: readonly unknown[], listen: (result: unknown) => void): Promise<Hex>
  unsubscribe(id: Hex): Promise<boolean>
  /** The value passed to `setupDone` when the chain was first set up; undefined before that. */
  setup: unknown
  /**
   * Until then time is genesis + 1, + 2 … and every transaction is mined at once; from then on it is the wall clock.
   */
  setupDone(note?: unknown): Promise<void>
  close(): Promise<void>
}

type EvmNodeOptions = {
  chainId: number
  /** Seconds between blocks; 0 mines each transaction at once. */
  blockTime: number
  /** Unix seconds of block 0. */
  genesisTime: number
  /** A file that stores the chain across restarts; without it the chain lives in memory. */
  journal?: string
}

/** Starts a chain in this process, or restores one from its journal. */
export async function createEvmNode(options: EvmNodeOptions): Promise<EvmNode> {
  const listeners = new Map<Hex, (result: unknown) => void>()
  const provider = await createEdrProvider({
    ...options,
    onNotification(subscription, result) {
      const listen = listeners.get(subscription)
      // EDR sends a block's logs together; Ethereum nodes send one notification each.
      for (const item of Array.isArray(result) ? result : [result]) listen?.(item)
    },
  })
  const history = createHistory(options)
  let timer: NodeJS.Timeout | undefined

  const miner = await createChainMiner({
    provider,
    wallClock: () => Math.floor(Date.now() / 1000),
    record: history.record,
  })

  await history.replay(miner)
  if (history.setup !== undefined) mineEvery(options.blockTime * 1000)

  function mineEvery(milliseconds: number) {
    clearInterval(timer)
    timer = undefined
    miner.automine = milliseconds === 0
    if (milliseconds === 0) return
    timer = setInterval(() => {
      miner.mineInterval(milliseconds / 1000).catch((error: Error) => {
        clearInterval(timer)
        console.error(`Chain ${options.chainId} stopped mining: ${error.message}`)
      })
    }, milliseconds)
  }

  async function call(method: string, params: readonly unknown[]): Promise<unknown> {
    const name = method.replace(/^anvil_/, 'hardhat_')
    if (isChange(name)) {
      history.assertOpen()
      return miner.change(name, params)
    }
    switch (name) {
      case 'evm_setAutomine':
        miner.automine = params[0] === true
        return true
      case 'evm_setIntervalMining':
        // Turning the interval off leaves automine as the test has set it.
        if (quantity(params[0], 'milliseconds') === 0) {
          const { automine } = miner
          mineEvery(0)
          miner.automine = automine
        } else mineEvery(quantity(params[0], 'milliseconds'))
        return true
      case 'hardhat_getAutomine':
        return miner.automine
      case 'eth_subscribe':
      case 'eth_unsubscribe':
        throw new RpcError(-32601, `${name} needs a WebSocket.`)
    }
    const read = Object.hasOwn(readMethods, name) ? readMethods[name] : undefined
    return read ? read(provider, params) : provider.request(name, params)
  }

  return {
    chainId: options.chainId,
    request: <T>(method: string, params: readonly unknown[] = []) => call(method, params) as Promise<T>,
    handle: (payload) => answerJsonRpc(payload, call),
    subscribe: (params, listen) =>
      miner.undisturbed(async () => {
        const id = (await provider.request('eth_subscribe', params)) as Hex
        listeners.set(id, listen)
        return id
      }),
    async unsubscribe(id) {
      if (!listeners.delete(id)) return false
      return (await provider.request('eth_unsubscribe', [id])) === true
    },
    get setup() {
      return history.setup
    },
    async setupDone(note = null) {
      if (history.setup !== undefined) throw new StartError(`Chain ${options.chainId} is already set up.`)
      await miner.endSetup()
      history.endSetup(note)
      mineEvery(options.blockTime * 1000)
    },
    async close() {
      clearInterval(timer)
      history.refuse(`Chain ${options.chainId} is closed.`)
      await miner.undisturbed(async () => history.close())
    },
  }
}

/** The chain's changes, in the journal if it has one: those of the set-up are written together once it is done. */
function createHistory({ chainId, genesisTime, journal: path }: EvmNodeOptions) {
  const header: JournalHeader = { journal: 'billfold-devnet', version: 1, chainId, genesisTime, hardfork }
  const setupEntries: JournalEntry[] = []
  let journal: Journal | undefined
  let setup: unknown
  let refusal: RpcError | undefined

  return {
    get setup() {
      return setup
    },
    /** Throws if the chain can no longer change. */
    assertOpen() {
      if (refusal) throw refusal
    },
    refuse: (message: string) => (refusal = new RpcError(-32603, message)),
    record(entry: JournalEntry) {
      if (path === undefined) return
      if (!journal) {
        setupEntries.push(entry)
        return
      }
      try {
        journal.append(entry)
      } catch (error) {
        // Memory and file now differ: continuing would lose changes that callers believe are done.
        refusal = new RpcError(-32603, `The journal ${path} cannot be written (${(error as Error).message}).`)
        throw refusal
      }
    },
    async replay(miner: ChainMiner) {
      const kept = path === undefined ? undefined : readJournal(path, header)
      if (path === undefined || !kept) return
      for (const [index, entry] of kept.entries.entries()) {
        const line = index + 2
        const head = await miner.replay(entry).catch((error: Error) => {
          throw journalError(path, line, `fails with "${error.message}"`)
        })
        if (head !== entry.head) throw journalError(path, line, `leads to block ${head} instead of ${entry.head}`)
        if (entry.setup !== undefined) setup = entry.setup
      }
      if (setup === undefined) throw journalError(path, kept.entries.length + 1, 'ends before the chain was set up')
      journal = continueJournal(path, kept.size)
      await miner.goOn()
    },
    endSetup(note: unknown) {
      setup = note
      const last = setupEntries.pop()
      if (path !== undefined && last) journal = createJournal(path, header, [...setupEntries, { ...last, setup: note }])
      setupEntries.length = 0
    },
    close() {
      journal?.close()
      journal = undefined
    },
  }
}
