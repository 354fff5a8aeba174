import { findNetwork, rpcUrlsOf } from '@billfold/react/readings'
import { type Commitment, Connection, type ConnectionConfig } from '@solana/web3.js'
import type { AppKit } from '../instance/AppKit.ts'
import { SolanaAdapter } from './SolanaAdapter.ts'

const known = new WeakMap<AppKit['kit'], { url: string; connection: Connection }>()

/** A connection of @solana/web3.js to the node that the kit asks on the active Solana network; the same for as long as that is the same. */
export function solanaConnection(appKit: AppKit): Connection | undefined {
  const { kit, chainAdapters } = appKit
  const state = kit.store.get()
  const id = state.network.activeNamespace === 'solana' ? state.network.selected.solana : undefined
  const network = id && findNetwork(state, id)
  const url = network && rpcUrlsOf(state, network)[0]
  if (!url) return undefined
  const before = known.get(kit)
  if (before?.url === url) return before.connection
  const adapter = chainAdapters.solana
  const settings = adapter instanceof SolanaAdapter ? adapter.connectionSettings : 'confirmed'
  const connection = new Connection(url, settings as Commitment | ConnectionConfig)
  known.set(kit, { url, connection })
  return connection
}
