import { KitError } from '@billfold/protocol/error'
import type { Kit } from '../../kit.ts'
import type { Connector, ConnectorEvent, ConnectRequest, Session, WalletAccount } from '../../model/connector.ts'

/**
 * A wallet's session with accounts in the family's format. Rejects an invalid response, and a session that ended while
 * the family's code loaded. Includes the wallet's changes during that time.
 */
export async function openSession(kit: Kit, connector: Connector, request: ConnectRequest): Promise<Session> {
  const load = kit.chains[connector.namespace]
  if (!load) throw new KitError('method_unsupported', { message: `This page has no ${connector.namespace} networks` })
  let since: ConnectorEvent[] = []
  const stop = connector.on((e) => void since.push(e))
  // A wallet may never respond after a cancellation or a page change.
  request.signal.addEventListener('abort', stop)
  try {
    const [chain, session] = await Promise.all([
      load(),
      // Its report on an earlier session does not apply.
      connector.connect(request).finally(() => {
        since = []
      }),
    ])
    const now = since.reduce(after, session)
    return { ...now, accounts: parseAccounts(now.accounts, chain.parseAddress) }
  } finally {
    stop()
  }
}

/** Applies a wallet event to a session. */
function after(session: Session, e: ConnectorEvent): Session {
  switch (e.type) {
    case 'networkChanged':
      return { ...session, networkId: e.networkId }
    case 'networksGranted':
      return { ...session, approvedNetworkIds: e.networkIds }
    case 'accountsChanged': {
      const [first, ...others] = e.accounts
      if (!first) throw new KitError('provider_disconnected')
      return { ...session, accounts: [first, ...others] }
    }
    case 'disconnected':
      throw new KitError('provider_disconnected')
    case 'awoke':
      return session
  }
}

/** Unique accounts in normalized form; throws if one is invalid or there are none. */
export function parseAccounts(
  accounts: readonly WalletAccount[],
  parseAddress: (text: string) => string,
): Session['accounts'] {
  try {
    const parsed = accounts.map((account) => ({ ...account, address: parseAddress(account.address) }))
    const [first, ...rest] = new Map(parsed.map((one) => [one.address + one.type, one])).values()
    if (first) return [first, ...rest]
  } catch (cause) {
    throw new KitError('wallet_answer_invalid', { cause })
  }
  throw new KitError('wallet_answer_invalid', { message: 'The wallet shared no account' })
}
