import type { Namespace } from '@billfold/protocol/caip'
import type { Network } from './network.ts'

/** Where explorers of a family show accounts and transactions, below their address. */
const paths: Readonly<Record<Namespace, { address: string; transaction: string }>> = {
  eip155: { address: 'address', transaction: 'tx' },
  solana: { address: 'account', transaction: 'tx' },
  polkadot: { address: 'account', transaction: 'extrinsic' },
  bip122: { address: 'address', transaction: 'tx' },
}

type Shown = { address: string } | { transaction: string }

/** A network's explorer at an account or a transaction; undefined where it has none. A query in its address (`?cluster=devnet`) stays. */
export function explorerLink(network: Network | undefined, shown: Shown): string | undefined {
  if (!network?.explorer || !URL.canParse(network.explorer.url)) return undefined
  const url = new URL(network.explorer.url)
  const [kind, id] =
    'address' in shown ? (['address', shown.address] as const) : (['transaction', shown.transaction] as const)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${paths[network.namespace][kind]}/${id}`
  return url.href
}
