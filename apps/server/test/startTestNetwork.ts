import { ownArtifact } from '@billfold/devnet/eip155/deploy/artifact'
import { startDevnet } from '@billfold/devnet/startDevnet'
import { type Transaction, transaction as transactionSchema } from '@billfold/protocol/api/history'
import { type Abi, encodeDeployData, encodeFunctionData } from 'viem'
import { createChains } from '../src/chains/createChains.ts'
import { evmFromDevnet } from '../src/chains/eip155/evmFromDevnet.ts'
import type { Hex } from '../src/indexer/indexRows.ts'
import { createIndexedHistory } from '../src/providers/history/createIndexedHistory.ts'
import { createRpc } from '../src/rpc/createRpc.ts'
import { startTestCluster } from './testDatabase.ts'
import { createTestFollower } from './testFollower.ts'

/** A local network and a PostgreSQL with an index of it, for one test file. */
export async function startTestNetwork() {
  const config = { host: '127.0.0.1', port: 0, evmPort: 0, chainIds: [31337], blockTime: 0, market: false }
  const [devnet, cluster] = await Promise.all([startDevnet(config), startTestCluster()])
  const database = await cluster.create()
  const chain = evmFromDevnet(devnet.manifest.chains[0]!)
  const rpc = createRpc({ chains: createChains([chain]) })
  const follow = (db = database.db) =>
    createTestFollower(db, rpc(chain.id), {
      chainId: 31337,
      startBlock: 0,
      wrappedNative: chain.wrappedNative?.toLowerCase() as Hex,
    })
  const follower = follow()

  const call = <T = Hex>(method: string, params: unknown[] = []) => rpc(chain.id).call<T>(method, params)
  const send = (from: Hex, to: Hex | undefined, data: Hex = '0x', value = 0n): Promise<Hex> =>
    call('eth_sendTransaction', [{ from, ...(to ? { to } : {}), data, value: `0x${value.toString(16)}` }])
  const historyOf = async (address: Hex, limit = 50, cursor?: string) => {
    const source = createIndexedHistory({ db: database.db, answersPartly: () => true, patienceMs: 0 })
    const page = await source.history({ chain, address, cursor, limit }, new AbortController().signal)
    for (const one of page!.data) transactionSchema.parse(one)
    return page!
  }
  return {
    chain,
    cluster,
    db: database.db,
    /** Follows the network into another database. */
    follow,
    follower,
    call,
    send,
    historyOf,
    nfts: devnet.manifest.chains[0]!.nfts,
    account: (i: number) => devnet.manifest.accounts[i]!.address as Hex,
    tokenAt: (symbol: string) => chain.tokens.find((token) => token.symbol === symbol)!.address as Hex,
    run: (from: Hex, to: Hex, abi: Abi, functionName: string, args: unknown[], value = 0n) =>
      send(from, to, encodeFunctionData({ abi, functionName, args }), value),
    async deploy(from: Hex, name: 'PlainToken' | 'Collectible1155', args: unknown[]): Promise<Hex> {
      const hash = await send(from, undefined, encodeDeployData({ ...ownArtifact(`own/${name}`), args }))
      return (await call<{ contractAddress: Hex }>('eth_getTransactionReceipt', [hash])).contractAddress
    },
    /** The account's last transaction, once the index has it. */
    async newest(address: Hex): Promise<Transaction> {
      await follower.catchUp()
      return (await historyOf(address, 1)).data[0]!
    },
    async stop() {
      await cluster.stop()
      await devnet.close()
    },
  }
}
