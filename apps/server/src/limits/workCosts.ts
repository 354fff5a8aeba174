import { currentAccounts } from './visitor.ts'

/**
 * The cost of work that leaves the server for a visitor, in units of which twenty make a request. A request includes
 * twenty; further units count as more requests. Node calls cost by method and parameters (`rpc/rpcMethods.ts`).
 */
export const workCosts = {
  /** A request to a hosted source of data or quotes. */
  source: 20,
  /** A seller's list of what it sells in one place. */
  seller: 20,
  /** A request to an Esplora server. */
  esplora: 10,
  /** A file from a host that a stranger chose, or a gateway's answer about a name. */
  strangersHost: 10,
  /** An event that is stored. */
  event: 1,
} as const

/**
 * Charges the current visitor for work that is about to be done; throws once they have used up what they may. Work of the server's own costs
 * no one. What several wait for costs the first of them who has room, so that no one's end ends it for the others.
 */
export function chargeVisitor(units: number): void {
  let failure: unknown
  for (const account of currentAccounts()) {
    try {
      account?.charge(units)
      return
    } catch (e) {
      failure = e
    }
  }
  throw failure
}
