import type { Blockchain, Handlers } from '@acala-network/chopsticks-core'
import { type ChainState, isKept, type StorageChange } from './chainState.ts'
import { genesisHash, nativeCurrency } from './describePolkadot.ts'
import { firstStorage } from './firstStorage.ts'
import { ss58Prefix } from './polkadotAssets.ts'

/** Blocks that stay in memory; older ones are gone, as on a pruning node. */
const blockLimit = 2_000

/**
 * Runs the asset hub's own runtime (statemine 900) in Chopsticks. Loads its half gigabyte only when called. Every
 * transaction is mined at once.
 */
export async function openChain(state: ChainState): Promise<{ chain: Blockchain; handlers: Handlers }> {
  // It reads this when it loads, and would otherwise log every block.
  process.env.LOG_LEVEL ??= 'error'
  const [{ allHandlers, BuildBlockMode, GenesisProvider, setStorage, setup }, { rococo_v2_2_asset_hub: spec }] =
    await Promise.all([import('@acala-network/chopsticks-core'), import('@substrate/connect-known-chains')])
  const genesis = new GenesisProvider({
    ...JSON.parse(spec),
    // A node's chain name and own name.
    id: 'Billfold Local Polkadot',
    name: 'Billfold',
    properties: {
      ss58Format: ss58Prefix,
      tokenDecimals: nativeCurrency.decimals,
      tokenSymbol: nativeCurrency.symbol,
    },
  })
  if (genesis.blockHash !== genesisHash) throw new Error(`Chopsticks calls block 0 ${genesis.blockHash}`)
  const chain = await setup({
    genesis,
    mockSignatureHost: false,
    buildBlockMode: BuildBlockMode.Instant,
    runtimeLogLevel: 0,
    maxMemoryBlockCount: blockLimit,
  } as unknown as Parameters<typeof setup>[0])

  const { kept } = state
  await setStorage(chain, kept ? ([...kept.storage] as [`0x${string}`, `0x${string}`][]) : firstStorage)
  if (!kept) state.write(chain.head.number, await keptChanges(chain))
  // Heights continue where they ended: a transaction that expired at a height stays expired.
  if (kept) await chain.newBlock({ unsafeBlockHeight: kept.height + 1 })
  else await chain.newBlock()
  await chain.headState.subscribeHead(async (block) => state.write(block.number, await keptChanges(chain)))
  return { chain, handlers: allHandlers }
}

async function keptChanges({ head }: Blockchain): Promise<StorageChange[]> {
  return Object.entries(await head.storageDiff()).filter(([key]) => isKept(key))
}
