import { join } from 'node:path'
import type { DevnetPolkadot } from '@billfold/protocol/devnetManifest'
import { openHttpServer } from '../openHttpServer.ts'
import { openChainState } from './chainState.ts'
import { describePolkadot } from './describePolkadot.ts'
import { createFaucet } from './faucet.ts'
import { nodeMethods } from './nodeMethods.ts'
import type { PolkadotConfig } from './polkadotConfig.ts'
import { type OpenedChain, servePolkadot } from './servePolkadot.ts'

type RunningPolkadot = { chain: DevnetPolkadot; close(): Promise<void> }

/** Serves the Polkadot chain, which starts with its first request: its runtime takes half a gigabyte. */
export async function startPolkadot(config: PolkadotConfig): Promise<RunningPolkadot> {
  const { host, port, state: folder } = config
  const http = await openHttpServer({ host, port, setting: 'DEVNET_POLKADOT_PORT' })
  try {
    // Read at once, so that a journal that cannot be replayed stops the start and not the first request.
    const state = openChainState(folder === undefined ? undefined : join(folder, 'polkadot.jsonl'))
    let opened: Promise<OpenedChain> | undefined
    const open = () => {
      opened ??= load()
      return opened
    }
    async function load(): Promise<OpenedChain> {
      const { openChain } = await import('./openChain.ts')
      const { chain, handlers } = await openChain(state)
      return { chain, methods: nodeMethods(handlers) }
    }
    const faucet = createFaucet(async () => (await open()).chain)
    const served = servePolkadot({ http, open, isOpen: () => opened !== undefined, faucet })
    return {
      chain: describePolkadot(host, http.port),
      async close() {
        served.close()
        await http.close()
        const running = await opened?.catch(() => undefined)
        await running?.chain.close()
        state.close()
      },
    }
  } catch (error) {
    await http.close()
    throw error
  }
}
