import { familyFeatures } from '../../chains/familyFeatures.ts'
import type { State } from '../../store.ts'
import { connectedAccount } from '../account/account.ts'
import { activeNetwork } from '../network/network.ts'
import { findTransaction } from '../transactions/transactions.ts'
import type { View } from './modal.ts'

/** What views cannot do without. */
const needs = {
  /** Of the family the visitor is in. */
  account: (state: State) => connectedAccount(state) !== undefined,
  /** A family whose money the kit can move. */
  movable: ({ network }: State) => familyFeatures[network.activeNamespace].includes('send'),
  /** A family whose tokens can be swapped. */
  swappable: ({ network }: State) => familyFeatures[network.activeNamespace].includes('swaps'),
  /** A network that the site uses, or the way to one. */
  network: (state: State) =>
    activeNetwork(state) !== undefined || state.modal.history.some(({ name }) => name === 'UnsupportedChain'),
  /** Something to send, and someone to send it to. */
  sendDraft: ({ send: { draft } }: State) => draft.amount !== '' && draft.to !== '',
  /** One that this page knows of. */
  transaction: (state: State, view: View) =>
    'hash' in view && findTransaction(state.transactions, view.hash) !== undefined,
}
export type Need = keyof typeof needs

type Rule<V extends View> = {
  /** A way to connect: its work is done once someone is connected. */
  isWayIn?: true
  /** Waits for the connected wallet: without it there is nothing to wait for. */
  asksWallet?: true
  /** What the view needs, and where it leads when that is gone. */
  needs: Readonly<Partial<Record<Need, View>>>
} & (Record<never, never> extends Omit<V, 'name'>
  ? { isWhole?: never }
  : {
      /** Whether it carries its data: a site's JavaScript can name any view, and only its name. */
      isWhole(view: { [K in keyof V]?: unknown }): boolean
    })

const isText = (value: unknown): boolean => typeof value === 'string'
const connect: View = { name: 'Connect' }
const account: View = { name: 'Account' }
const wayIn = { isWayIn: true, needs: {} } as const
const nothing = { needs: {} } as const
const ofAccount = { needs: { account: connect } } as const
const ofSwap = { needs: { account: connect, swappable: account, network: { name: 'UnsupportedChain' } } } as const
const ofMoney = { needs: { account: connect, movable: account, network: { name: 'UnsupportedChain' } } } as const
const forEmail = { isWhole: ({ email }: { email?: unknown }) => isText(email) } as const

/** What each view needs and where it goes without that: a view without a row does not compile. */
export const viewRules: { readonly [V in View as V['name']]: Rule<V> } = {
  Connect: wayIn,
  ConnectWallets: wayIn,
  AllWallets: wayIn,
  GetWallet: nothing,
  Downloads: { ...wayIn, isWhole: ({ wallet }) => isText((wallet as { name?: unknown } | undefined)?.name) },
  WhatIsAWallet: nothing,
  WhatIsANetwork: nothing,
  ConnectingExternal: {
    ...wayIn,
    isWhole: ({ connectorId, namespace }) => isText(connectorId) && isText(namespace),
  },
  ConnectingMultiChain: { ...wayIn, isWhole: ({ connectorId }) => isText(connectorId) },
  ConnectingWalletConnect: wayIn,
  ConnectingWalletConnectBasic: wayIn,
  EmailVerifyOtp: { ...wayIn, ...forEmail },
  EmailVerifyDevice: { ...wayIn, ...forEmail },
  ConnectSocials: wayIn,
  ConnectingSocial: { ...wayIn, isWhole: ({ provider }) => isText(provider) },
  ConnectingFarcaster: wayIn,
  ApproveTransaction: ofAccount,
  UpdateEmailWallet: ofAccount,
  UpdateEmailPrimaryOtp: { ...ofAccount, ...forEmail },
  UpdateEmailSecondaryOtp: { ...ofAccount, ...forEmail },
  UpgradeEmailWallet: ofAccount,
  Account: ofAccount,
  AccountSettings: ofAccount,
  Profile: ofAccount,
  RegisterAccountName: ofAccount,
  RegisterAccountNameSuccess: { ...ofAccount, isWhole: ({ own }) => isText(own) },
  SwitchAddress: ofAccount,
  Transactions: ofAccount,
  WalletReceive: ofAccount,
  WalletCompatibleNetworks: ofAccount,
  Swap: ofSwap,
  SwapSelectToken: { ...ofSwap, isWhole: ({ side }) => side === 'from' || side === 'to' },
  // Without a draft it stays, and says that something changed: the visitor was about to decide.
  SwapPreview: ofSwap,
  SwapStatus: { needs: { account: connect, transaction: account }, isWhole: ({ hash }) => isText(hash) },
  WalletSend: ofMoney,
  WalletSendSelectToken: ofMoney,
  WalletSendRecipients: ofMoney,
  WalletSendPreview: { needs: { ...ofMoney.needs, sendDraft: { name: 'WalletSend' } } },
  // What was sent is still on its way when its wallet has left.
  WalletSendStatus: { needs: { transaction: account }, isWhole: ({ hash }) => isText(hash) },
  OnRampProviders: ofMoney,
  OnRampTokenSelect: ofMoney,
  OnRampFiatSelect: ofMoney,
  OnRampActivity: ofAccount,
  BuyInProgress: { ...ofAccount, isWhole: ({ orderId }) => isText(orderId) },
  WhatIsABuy: nothing,
  Networks: nothing,
  SwitchNetwork: { asksWallet: true, needs: {}, isWhole: ({ networkId }) => isText(networkId) },
  SwitchActiveChain: { needs: {}, isWhole: ({ namespace }) => isText(namespace) },
  UnsupportedChain: ofAccount,
  SIWXSignMessage: ofAccount,
  ConnectingSiwe: ofAccount,
}

/** A view's row; nothing for a name that no view has. */
export const ruleOf = <V extends View>({ name }: V): Rule<V> | undefined =>
  Object.hasOwn(viewRules, name) ? (viewRules[name] as unknown as Rule<V>) : undefined

/** Whether there is such a view, with the data that it shows. */
export function isView(view: View): boolean {
  const rule = ruleOf(view) as { isWhole?(view: View): boolean } | undefined
  return rule !== undefined && (rule.isWhole?.(view) ?? true)
}

/** The first thing that a view needs and has not. */
export function missingOf(state: State, view: View): Need | undefined {
  const wanted = Object.keys(ruleOf(view)?.needs ?? {}) as Need[]
  return wanted.find((need) => !needs[need](state, view))
}

/** Whether a view has all that it needs. */
export const stands = (state: State, view: View): boolean => isView(view) && missingOf(state, view) === undefined
