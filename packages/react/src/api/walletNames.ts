import type { ConnectorInfo } from '@billfold/core/model/connector'
import type { State } from '@billfold/core/model/state'
import type { Namespace } from '@billfold/protocol/caip'

/** Names that are not what their word in an attribute looks like. */
const titles: Record<string, string> = {
  metamask: 'MetaMask',
  walletconnect: 'WalletConnect',
  okx: 'OKX Wallet',
  coinbase: 'Coinbase Wallet',
  trust: 'Trust Wallet',
}

/** A wallet's name without what people write in different ways. */
export const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/(?<=.)wallet$/, '')

/** A wallet's title from the attribute of a button: `magic-eden` is Magic Eden. */
export const walletTitle = (wallet: string): string =>
  titles[plainName(wallet)] ??
  wallet
    .split(/[-_\s]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')

/** The wallet of that name, id or rdns, if the visitor has it. */
export const installedWallet = (state: State, wallet: string, namespace?: Namespace): ConnectorInfo | undefined =>
  state.connectors.find(
    (each) =>
      (!namespace || each.namespace === namespace) &&
      (each.id === wallet ||
        each.rdns === wallet ||
        each.explorerId === wallet ||
        plainName(each.name) === plainName(wallet)),
  )
