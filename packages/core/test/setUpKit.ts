// Preloaded, since tests do not wait for imports.
import '../src/rpc/sendNetworkRequest.ts'
import { completeKit } from '../src/completeKit.ts'
import { createKit, type KitInput } from '../src/createKit.ts'
import type { Kit } from '../src/kit.ts'
import type { State } from '../src/model/state.ts'
import { fakeClock } from '../src/ports/fakeClock.ts'
import { fakeHttp } from '../src/ports/fakeHttp.ts'
import { fakeLog } from '../src/ports/fakeLog.ts'
import { fakePage } from '../src/ports/fakePage.ts'
import { fakeStorage } from '../src/ports/fakeStorage.ts'

/** An EVM network without a node. */
export const evmNetwork = (id: number, name = `Chain ${id}`, rpcUrl = 'http://127.0.0.1:1') => ({
  id,
  name,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [rpcUrl] } },
})

export const solanaNetwork = {
  id: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  name: 'Solana Devnet',
  chainNamespace: 'solana',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
}

/** A local Bitcoin network without a node. */
export const bitcoinNetwork = {
  id: '0f9188f13cb7b2c71f2a335e3a4fc328',
  name: 'Local Bitcoin',
  chainNamespace: 'bip122',
  caipNetworkId: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
} as const

type Over = Partial<KitInput> & {
  storage?: ReturnType<typeof fakeStorage>
  page?: ReturnType<typeof fakePage>
  http?: ReturnType<typeof fakeHttp>
  clock?: ReturnType<typeof fakeClock>
  /** False for a kit as first loaded by a page. */
  isComplete?: boolean
}

/** A kit on a page of fakes, with these fakes. */
export function setUpKit({ storage, page, http, clock, isComplete = true, ...input }: Over = {}) {
  const fakes = {
    storage: storage ?? fakeStorage(),
    page: page ?? fakePage(),
    http: http ?? fakeHttp(() => ({ body: { data: [], count: 0 } })),
    clock: clock ?? fakeClock(),
    log: fakeLog(),
  }
  const kit = createKit({
    projectId: 'test-project',
    networks: [evmNetwork(1), evmNetwork(10), solanaNetwork],
    ...input,
    ports: {
      page: fakes.page.page,
      http: fakes.http.http,
      clock: fakes.clock,
      log: fakes.log,
      storage: fakes.storage.tab(),
    },
  })
  if (isComplete) completeKit(kit)
  return { kit, ...fakes }
}

/** Waits until the state satisfies a condition, without sleeping. */
export function until(kit: Kit, isSo: (state: State) => boolean): Promise<State> {
  return new Promise((resolve) => {
    const look = (state: State) => {
      if (!isSo(state)) return
      stop()
      resolve(state)
    }
    const stop = kit.store.subscribe(look)
    look(kit.store.get())
  })
}
