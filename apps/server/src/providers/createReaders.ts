import type { ServerChain } from '../chains/serverChain.ts'
import type { Rpc } from '../rpc/createRpc.ts'
import { createReadContracts, type ReadContracts } from './readContracts.ts'

/** Reads contracts of a chain. */
export type Readers = (chain: ServerChain) => ReadContracts

/** One reader a chain, which need not find out again each time whether Multicall3 is there. */
export function createReaders(rpc: Rpc): Readers {
  const known = new WeakMap<ServerChain, ReadContracts>()
  return (chain) => {
    const reader = known.get(chain)
    if (reader) return reader
    const read = createReadContracts(rpc(chain.id), { multicall: chain.contracts.multicall3 })
    known.set(chain, read)
    return read
  }
}
