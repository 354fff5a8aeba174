import {
  chainsOf,
  type NamespaceProblem,
  type ProposalNamespaces,
  type SessionNamespaces,
} from '@billfold/protocol/wc/namespaces'

/** A wallet's grants beyond the request: chains, methods or events that no one proposed. */
export function findExcess(given: SessionNamespaces, requested: ProposalNamespaces[]): NamespaceProblem | undefined {
  for (const [key, entry] of Object.entries(given))
    for (const chain of chainsOf(key, entry)) {
      const offers = requested.flatMap((namespaces) =>
        Object.entries(namespaces).filter(([other, offer]) => chainsOf(other, offer).includes(chain)),
      )
      if (offers.length === 0) return { name: 'unsupported_chains', detail: `${chain} was not proposed` }
      const method = entry.methods.find((name) => !offers.some(([, offer]) => offer.methods.includes(name)))
      if (method !== undefined) return { name: 'unsupported_methods', detail: `${method} was not proposed on ${chain}` }
      const event = entry.events.find((name) => !offers.some(([, offer]) => offer.events.includes(name)))
      if (event !== undefined) return { name: 'unsupported_events', detail: `${event} was not proposed on ${chain}` }
    }
  return undefined
}
