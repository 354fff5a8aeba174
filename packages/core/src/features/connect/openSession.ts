import { KitError } from '@billfold/protocol/error'
import type { Connector, ConnectorEvent, ConnectRequest, Session, WalletAccount } from '../../connectors/connector.ts'
import type { Kit } from '../../kit.ts'

/**
 * A wallet's session with its accounts in the family's own form: an answer that is invalid is refused here, and so is a
 * session that ended while the family's code was on its way. What the wallet did in that time is part of it.
 */
export async function openSession(kit: Kit, connector: Connector, request: ConnectRequest): Promise<Session> {
  const load = kit.chains[connector.namespace]
  if (!load) throw new KitError('method_unsupported', { message: `This page has no ${connector.namespace} networks` })
  let since: ConnectorEvent[] = []
  const stop = connector.on((e) => void since.push(e))
  // A wallet may never answer one who has given up, or a page that is gone.
  request.signal.addEventListener('abort', stop)
  try {
    const [chain, session] = await Promise.all([
      load(),
      // What it said of an earlier session is not about this one.
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

/** A session after what its wallet did since. */
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

/** Each account once, in written form; throws when one is none or there is none at all. */
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
