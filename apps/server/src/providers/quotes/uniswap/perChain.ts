import type { ServerChain } from '../../../chains/serverChain.ts'

/** Makes one value for each chain, at its first use. */
export function perChain<V>(make: (chain: ServerChain) => V): (chain: ServerChain) => V {
  const values = new WeakMap<ServerChain, { value: V }>()
  return (chain) => {
    const known = values.get(chain) ?? { value: make(chain) }
    values.set(chain, known)
    return known.value
  }
}
