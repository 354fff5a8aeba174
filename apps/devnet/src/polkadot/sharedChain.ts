import type { DevnetPolkadot } from '@billfold/protocol/devnetManifest'
import { inject } from 'vitest'
import { describePolkadot } from './describePolkadot.ts'

/**
 * The chain that all integration tests of a run share, and the folder that stores it. Each sender has an account of its
 * own there: the phrase's first is core's, Alice the devnet's, Bob and the phrase's sixth the server's.
 */
export function sharedChain(): { chain: DevnetPolkadot; state: string } {
  const { port, state } = inject('polkadot')
  return { chain: describePolkadot('127.0.0.1', port), state }
}
