import type { Kit } from '../../kit.ts'
import { type NetworkInput, toNetwork } from './toNetwork.ts'

/** Adds a network to those the site asks for; one that is there already stays as it is. */
export const addNetwork = (kit: Kit, input: NetworkInput): void =>
  kit.store.send({ type: 'network/added', network: toNetwork(input) })
