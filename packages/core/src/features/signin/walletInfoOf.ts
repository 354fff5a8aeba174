import type { State } from '../../store.ts'
import { connectedAccount } from '../account/account.ts'

/** Whose wallet the account in use is, as AppKit tells its server. */
export function walletInfoOf(state: State) {
  const account = connectedAccount(state)
  const connector = state.connectors.find(
    ({ id, namespace }) => id === account?.connectorId && namespace === state.network.activeNamespace,
  )
  if (!account || !connector) return undefined
  const { login } = account.accounts.find(({ address }) => address === account.address) ?? account.accounts[0]
  if (connector.type === 'AUTH')
    return { type: 'social' as const, ...(login ? { social: login.social, identifier: login.identifier } : {}) }
  if (connector.type === 'WALLET_CONNECT')
    return { type: 'walletconnect' as const, name: state.walletConnect.peer?.name ?? connector.name }
  // Its picture is in the page already, and often longer than a server takes.
  return { type: 'extension' as const, name: connector.name }
}
