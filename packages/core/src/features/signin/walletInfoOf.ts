import { connectedAccount } from '../../model/connectedAccount.ts'
import type { State } from '../../model/state.ts'

/** The active account's wallet, as AppKit describes it to its server. */
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
  // The page already has its icon, which is often too long for servers.
  return { type: 'extension' as const, name: connector.name }
}
