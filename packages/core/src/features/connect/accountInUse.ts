import type { AccountId, Session } from '../../connectors/connector.ts'
import type { State } from '../../store.ts'
import type { Place } from './connections.ts'

/**
 * An account in use that is not its wallet's first, with which was first when it was chosen: another first is the visitor's
 * newer choice, in the wallet. Only ever compared.
 */
export const choiceText = (first: AccountId, account: AccountId): string =>
  [first, account].map(({ address, type }) => `${address} ${type}`).join()

/** The account of a wallet that comes back: the one that was in use, if the wallet still says what it said then. */
export function accountInUse(
  { connections }: State,
  { namespace, connectorId }: Place,
  accounts: Session['accounts'],
): AccountId {
  const chosen = connections[namespace]?.chosen?.[connectorId]
  return accounts.find((one) => choiceText(accounts[0], one) === chosen) ?? accounts[0]
}
