import {
  accountsIn,
  findExcess,
  findSessionProblem,
  type NamespaceProblem,
  type ProposalNamespaces,
  type SessionNamespaces,
} from '@billfold/protocol/wc/namespaces'

type Granted = { namespaces: SessionNamespaces } | { problem: NamespaceProblem }

/**
 * What of a wallet's grant may be kept. A chain nobody asked for ends it; methods and events beyond the asking, which
 * the specification lets wallets add, are left out, so that nothing is ever sent or heard on their strength.
 */
export function grant(given: SessionNamespaces, asked: readonly ProposalNamespaces[]): Granted {
  const namespaces = Object.fromEntries(
    Object.entries(given).map(([key, entry]) => {
      const offers = asked.flatMap((proposal) => Object.entries(proposal)).filter(([other]) => isFor(other, key))
      const isAsked = (list: 'methods' | 'events') => (name: string) => offers.some(([, o]) => o[list].includes(name))
      const { methods, events } = entry
      return [key, { ...entry, methods: methods.filter(isAsked('methods')), events: events.filter(isAsked('events')) }]
    }),
  )
  const problem = findSessionProblem(namespaces) ?? findExcess(namespaces, [...asked]) ?? findEmpty(namespaces)
  return problem ? { problem } : { namespaces }
}

const isFor = (offer: string, key: string) =>
  offer === key || key.startsWith(`${offer}:`) || offer.startsWith(`${key}:`)

const findEmpty = (namespaces: SessionNamespaces): NamespaceProblem | undefined =>
  accountsIn(namespaces).length > 0 ? undefined : { name: 'unsupported_accounts', detail: 'no account was shared' }
