import { KitError } from '@billfold/protocol/error'
import type { Connector, ConnectRequest, Session, WalletAccount } from '../../connectors/connector.ts'
import type { Kit } from '../../kit.ts'

/**
 * A wallet's session with its accounts in the family's own form: an answer that is invalid is refused here, and so is a
 * session that ended while the family's code was on its way.
 */
export async function openSession(kit: Kit, connector: Connector, request: ConnectRequest): Promise<Session> {
  const load = kit.chains[connector.namespace]
  if (!load) throw new KitError('method_unsupported', { message: `This page has no ${connector.namespace} networks` })
  let isOver = false
  const stop = connector.on(({ type }) => {
    isOver ||= type === 'disconnected'
  })
  // A wallet may never answer one who has given up, or a page that is gone.
  request.signal.addEventListener('abort', stop)
  try {
    const [chain, session] = await Promise.all([
      load(),
      // What it said of an earlier session is not about this one.
      connector.connect(request).finally(() => {
        isOver = false
      }),
    ])
    if (isOver) throw new KitError('provider_disconnected')
    return { ...session, accounts: parseAccounts(session.accounts, chain.parseAddress) }
  } finally {
    stop()
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
