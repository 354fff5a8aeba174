import { findMerged } from '@billfold/core/features/connect/mergedConnectors'
import { findNetwork } from '@billfold/core/model/findNetwork'
import type { View } from '@billfold/core/model/modal'
import type { State } from '@billfold/core/model/state'
import type { Wallet } from '@billfold/protocol/api/registry'
import type { Messages } from '../i18n/Messages.ts'

/** A view's title in the header. */
type Title<V extends View> = {
  title: (text: Messages, state: State, view: V) => string
  /** The title is the dialog's name only; the header does not show it. */
  untitled?: true
}
type Texts = Messages['titles']
/** The views whose title is the text of their name. */
type Plain = { [Name in keyof Texts]: Texts[Name] extends string ? Name : never }[keyof Texts]

/** The views that are titled as another is. */
const titledAs = {
  ConnectingWalletConnectBasic: 'ConnectingWalletConnect',
  OnRampActivity: 'Transactions',
  OnRampTokenSelect: 'WalletSendSelectToken',
  SIWXSignMessage: 'ConnectingSiwe',
  SwapStatus: 'Swap',
  WalletSendRecipients: 'WalletSend',
  WalletSendStatus: 'WalletSend',
} as const satisfies { [Name in View['name']]?: Plain }

/** The titles that are more than a text: a view without one, and without a text of its name, does not compile. */
const viewTitles: { readonly [V in View as Exclude<V['name'], Plain | keyof typeof titledAs>]: Title<V> } & {
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
  Account: { untitled: true },
  AccountSettings: { untitled: true },
  Profile: { untitled: true },
  RegisterAccountNameSuccess: { title: (_, __, view) => view.own, untitled: true },
  RegisterAccountName: { title: (text, _, view) => view.own ?? text.titles.RegisterAccountName },
  SwitchNetwork: {
    title: (text, state, view) => findNetwork(state, view.networkId)?.name ?? text.titles.SwitchNetwork,
  },
}

/** The title of a view, the dialog's own where a site named one that is not there. */
export const titleOf = <V extends View>({ name }: V): Title<V> => ({
  title: ({ titles }) => titles[titledAs[name as keyof typeof titledAs] ?? (name as Plain)] ?? titles.Connect,
  ...(viewTitles[name as keyof typeof viewTitles] as Partial<Title<V>> | undefined),
})
