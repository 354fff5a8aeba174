import type { Namespace } from '@billfold/protocol/caip'
import type { Kit } from '../../kit.ts'
import { connectedAccount } from '../../model/connectedAccount.ts'
import { walletConnectId } from '../../model/connector.ts'
import { findNetwork } from '../../model/findNetwork.ts'
import type { Stop } from '../../ports/clock.ts'

/**
 * Reformats a family's addresses for the network that the visitor switches to: a WalletConnect session names its
 * accounts per network, and its wallet knows only those names.
 */
export function reformatAddresses(kit: Kit, namespace: Namespace): Stop {
  const present = () => connectedAccount(kit.store.get(), namespace)
  async function rewrite(): Promise<void> {
    const chain = await kit.chains[namespace]?.()
    const account = present()
    const network = account && findNetwork(kit.store.get(), account.networkId)
    if (!chain?.addressOn || !network || account.connectorId === walletConnectId) return
    const write = <Id extends { address: string }>(one: Id): Id => ({
      ...one,
      address: chain.addressOn!(one.address, network),
    })
    const { address, type } = account
    const [first, ...others] = account.accounts
    const changed = { account: write({ address, type }), accounts: [write(first), ...others.map(write)] as const }
    if (changed.account.address !== address) kit.store.send({ type: 'account/changed', namespace, ...changed })
  }
  return kit.store.onEvent((_, now, before) => {
    const account = connectedAccount(now, namespace)
    if (account && account.networkId !== connectedAccount(before, namespace)?.networkId)
      rewrite().catch((e) => kit.ports.log.error('Could not format the account for this network', e))
  })
}
