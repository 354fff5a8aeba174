import type { ConnectionRef } from '../../model/connections.ts'
import type { AccountId, Session } from '../../model/connector.ts'
import type { State } from '../../model/state.ts'

/**
 * Stored choice of an account that is not its wallet's first, with the first at that time: if that changes, the visitor
 * switched later, in the wallet. Only compared, never parsed.
 */
export const choiceText = (first: AccountId, account: AccountId): string =>
  [first, account].map(({ address, type }) => `${address} ${type}`).join()

/**
 * The account of a reconnecting wallet: the stored choice, if the wallet still shares it and its first account is
 * unchanged.
 */
export function restoredAccount(
  { connections }: State,
  { namespace, connectorId }: ConnectionRef,
  accounts: Session['accounts'],
): AccountId {
  const chosen = connections[namespace]?.chosen?.[connectorId]
  return accounts.find((one) => choiceText(accounts[0], one) === chosen) ?? accounts[0]
}
