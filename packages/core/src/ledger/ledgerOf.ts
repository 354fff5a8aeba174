import type { ConnectorHost } from '../model/siteConnector.ts'
import { createLedger, type Ledger } from './createLedger.ts'
import type { Hid } from './hid.ts'

const ledgers = new WeakMap<object, Ledger>()

/** The kit's conversation with a Ledger, for its connectors and its views. */
export function ledgerOf(host: ConnectorHost): Ledger {
  const known = ledgers.get(host)
  if (known) return known
  const { page, clock } = host.ports
  const { hid } = (page.global('navigator') ?? {}) as { hid?: Hid }
  const ledger = createLedger({ hid, clock })
  ledgers.set(host, ledger)
  return ledger
}
