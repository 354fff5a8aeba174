import { sameAddress } from '@billfold/protocol/sameAddress'
import { connectedAccount } from '../model/connectedAccount.ts'
import { withDeadline } from '../ports/withDeadline.ts'
import { Halt } from './halt.ts'
import type { FlowContext } from './runFlow.ts'

/** Timeout of a wallet's query. */
export const walletTimeoutMs = 10_000

/** The wallet must share this account and be on this chain, now. */
export async function assertWalletReady({ kit, connector, transfers, source, networkId }: FlowContext): Promise<void> {
  const soon = <T>(work: Promise<T>) => withDeadline(kit.ports.clock, walletTimeoutMs, work)
  const shared = await soon(connector.accounts())
  const place = await transfers.standsOn?.(({ method, params }) => soon(connector.request(networkId, method, params)))
  const shown = connectedAccount(kit.store.get(), connector.namespace)
  if (!shared.some(({ address }) => sameAddress(connector.namespace, address, source.address)))
    throw new Halt('other_account', 'The wallet is not on this account')
  if ((place && place !== networkId) || (shown?.connectorId === connector.id && shown.networkId !== networkId))
    throw new Halt('other_chain', 'The wallet is on another network')
}
