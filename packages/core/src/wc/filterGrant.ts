import {
  accountsIn,
  chainOfAccount,
  chainsOf,
  findForeignChain,
  type NamespaceProblem,
  type ProposalNamespaces,
  type SessionNamespaces,
} from '@billfold/protocol/wc/namespaces'

type Granted = { namespaces: SessionNamespaces } | { problem: NamespaceProblem }

/**
 * Reduces a wallet's grant to what was requested. Many wallets share more; other chains, accounts, methods and events
 * are dropped, so that they are never shown, sent or accepted. Rejects a contradictory grant, or one with nothing left.
 */
export function filterGrant(given: SessionNamespaces, requested: readonly ProposalNamespaces[]): Granted {
  const problem = findForeignChain(given)
  if (problem) return { problem }
  const offersOn = (chain: string) =>
    requested.flatMap((proposal) =>
      Object.entries(proposal).flatMap(([key, offer]) => (chainsOf(key, offer).includes(chain) ? [offer] : [])),
    )
  const isAsked = (chain: string) => offersOn(chain).length > 0
  const namespaces: SessionNamespaces = {}
  for (const [key, entry] of Object.entries(given)) {
    const chains = chainsOf(key, entry).filter(isAsked)
    if (chains.length === 0) continue
    const kept = (list: 'methods' | 'events') =>
      entry[list].filter((name) => chains.every((chain) => offersOn(chain).some((offer) => offer[list].includes(name))))
    namespaces[key] = {
      ...(entry.chains ? { chains: entry.chains.filter(isAsked) } : {}),
      accounts: entry.accounts.filter((account) => isAsked(chainOfAccount(account))),
      methods: kept('methods'),
      events: kept('events'),
    }
  }
  if (accountsIn(namespaces).length > 0) return { namespaces }
  const [foreign] = accountsIn(given)
  return foreign === undefined
    ? { problem: { name: 'unsupported_accounts', detail: 'no account was shared' } }
    : { problem: { name: 'unsupported_chains', detail: `${chainOfAccount(foreign)} was not proposed` } }
}
