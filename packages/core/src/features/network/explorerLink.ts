import type { Namespace } from '@billfold/protocol/caip'
import type { Network } from '../../model/network.ts'

/** Explorer paths of accounts and transactions, by family. */
const paths: Readonly<Record<Namespace, { address: string; transaction: string }>> = {
  eip155: { address: 'address', transaction: 'tx' },
  solana: { address: 'account', transaction: 'tx' },
  polkadot: { address: 'account', transaction: 'extrinsic' },
  bip122: { address: 'address', transaction: 'tx' },
}

type Shown = { address: string } | { transaction: string }

/**
 * Link to an account or transaction on the network's explorer; undefined without one. Keeps a query in its URL
 * (`?cluster=devnet`).
 */
export function explorerLink(network: Network | undefined, shown: Shown): string | undefined {
  if (!network?.explorer || !URL.canParse(network.explorer.url)) return undefined
  const url = new URL(network.explorer.url)
  const [kind, id] =
    'address' in shown ? (['address', shown.address] as const) : (['transaction', shown.transaction] as const)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${paths[network.namespace][kind]}/${id}`
  return url.href
}
