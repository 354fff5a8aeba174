import { currentAccounts } from './visitor.ts'

/**
 * The cost of work that leaves the server for a visitor, in units of which twenty make a request. A request includes
 * twenty; further units count as more requests. Node calls cost by method and parameters (`rpc/rpcMethods.ts`).
 */
export const workCosts = {
  /** A request to a hosted source of data or quotes. */
  source: 20,
  /** A provider's list of assets for one place. */
  seller: 20,
  /** A request to an Esplora server. */
  esplora: 10,
  /** A file from an untrusted host, or a gateway's response about a name. */
  strangersHost: 10,
  /** An event that is stored. */
  event: 1,
} as const

/**
 * Charges the current visitor for imminent work; throws once their limit is used up. The server's own work is free.
 * Shared work is charged to the first caller with room, so that one caller's limit does not end it for the others.
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
