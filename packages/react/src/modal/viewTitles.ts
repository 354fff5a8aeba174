import { findMerged } from '@billfold/core/features/connect/mergedConnectors'
import type { View } from '@billfold/core/features/modal/modal'
import { findNetwork } from '@billfold/core/features/network/network'
import type { State } from '@billfold/core/store'
import type { Wallet } from '@billfold/protocol/api/registry'
import type { Messages } from '../i18n/Messages.ts'

/** What the header says of a view. */
type Title<V extends View> = {
  title: (text: Messages, state: State, view: V) => string
  /** The title is the dialog's name only; the header does not show it. */
  untitled?: true
}
type Texts = Messages['titles']
/** The views whose title is the text of their name. */
type Plain = { [Name in keyof Texts]: Texts[Name] extends string ? Name : never }[keyof Texts]

/** The titles that are more than a text: a view without one, and without a text of its name, does not compile. */
const viewTitles: { readonly [V in View as Exclude<V['name'], Plain>]: Title<V> } & {
  readonly [V in View as Extract<V['name'], Plain>]?: Partial<Title<V>>
} = {
  Connect: {
    title: (text, _, view) => (view.guide === 'explore' ? text.titles.Create : text.titles.Connect),
  },
  Downloads: {
    title: (text, _, view) => text.titles.Downloads((view.wallet as Wallet | undefined)?.name ?? ''),
  },
  ConnectingExternal: {
    title: (text, state, view) => view.wallet?.name ?? findMerged(state, view.connectorId)?.name ?? text.titles.Connect,
  },
  ConnectingWalletConnect: {
    title: (text, _, view) => view.wallet?.name ?? text.titles.ConnectingWalletConnect,
  },
  ConnectingWalletConnectBasic: {
    title: (text) => text.titles.ConnectingWalletConnect,
  },
  Account: { untitled: true },
  AccountSettings: { untitled: true },
  Profile: { untitled: true },
  SwapStatus: {
    title: (text) => text.titles.Swap,
  },
  WalletSendRecipients: {
    title: (text) => text.titles.WalletSend,
  },
  WalletSendStatus: {
    title: (text) => text.titles.WalletSend,
  },
  SwitchNetwork: {
    title: (text, state, view) => findNetwork(state, view.networkId)?.name ?? text.titles.SwitchNetwork,
  },
}

/** The title of a view, the dialog's own where a site named one that is not there. */
export const titleOf = <V extends View>({ name }: V): Title<V> => ({
  title: ({ titles }) => titles[name as Plain] ?? titles.Connect,
  ...(viewTitles[name] as Partial<Title<V>> | undefined),
})
