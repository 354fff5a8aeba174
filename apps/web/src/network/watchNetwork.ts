import { type DevnetManifest, devnetManifest } from '@billfold/protocol/devnetManifest'
import { createStore, type Store } from '../createStore.ts'
import { fetchJson } from '../fetchJson.ts'
import { untilAllowed } from './untilAllowed.ts'
import { type ChainState, silentChain, watchChain } from './watchChain.ts'

/** The local network's state on the page. */
export type NetworkState =
  | { phase: 'looking' }
  | { phase: 'away'; since: number; last?: Known }
  | ({ phase: 'here' } & Known)
type Known = { manifest: DevnetManifest; chains: readonly ChainState[] }

/** A network whose chains have all been silent this long is gone; the page looks for it again. */
const goneAfterMs = 7_000
const lookEveryMs = 1_500

/** Finds the local network, follows all its chains, notices when it goes down and finds it again, until the signal. */
export function watchNetwork(manifestUrl: string, signal: AbortSignal): Store<NetworkState> {
  const store = createStore<NetworkState>({ phase: 'looking' })

  async function look(): Promise<void> {
    try {
      const manifest = await fetchJson(devnetManifest, manifestUrl, { signal, deadlineMs: 3_000 })
      await untilAllowed(manifest)
      follow(manifest)
    } catch {
      if (signal.aborted) return
      if (store.get().phase !== 'away') store.set({ phase: 'away', since: Date.now() })
      setTimeout(look, lookEveryMs)
    }
  }

  function follow(manifest: DevnetManifest): void {
    const round = new AbortController()
    const both = AbortSignal.any([signal, round.signal])
    let chains: ChainState[] = manifest.chains.map(silentChain)
    const started = Date.now()
    store.set({ phase: 'here', manifest, chains })
    for (const chain of manifest.chains)
      watchChain(chain, both, (state) => {
        chains = chains.map((each) => (each.chain.id === chain.id ? state : each))
        store.set({ phase: 'here', manifest, chains })
      })
    const guard = setInterval(() => {
      const lastResponseAt = Math.max(started, ...chains.map(({ heardAt }) => heardAt))
      if (signal.aborted) return clearInterval(guard)
      if (Date.now() - lastResponseAt < goneAfterMs) return
      clearInterval(guard)
      round.abort()
      store.set({ phase: 'away', since: lastResponseAt, last: { manifest, chains } })
      void look()
    }, 1_000)
  }

  void look()
  return store
}
