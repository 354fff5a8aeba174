import type { Kit } from '../../kit.ts'
import type { NetworkInput } from '../../model/network.ts'
import { toNetwork } from './toNetwork.ts'

/** Adds a network to the site's; does nothing if it is already there. */
export const addNetwork = (kit: Kit, input: NetworkInput): void =>
  kit.store.send({ type: 'network/added', network: toNetwork(input) })
