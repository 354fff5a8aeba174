import { familyFeatures } from '../../chains/familyFeatures.ts'
import { connectedAccount } from '../../model/connectedAccount.ts'
import { activeNetwork } from '../../model/findNetwork.ts'
import type { View } from '../../model/modal.ts'
import type { State } from '../../model/state.ts'
import { findTransaction } from '../../model/transactions.ts'

/** Conditions of views. */
const needs = {
  /** In the active family. */
  account: (state: State) => connectedAccount(state) !== undefined,
  /** A family in which the kit can send. */
  movable: ({ network }: State) => familyFeatures[network.activeNamespace].includes('send'),
  /** A family with swaps. */
  swappable: ({ network }: State) => familyFeatures[network.activeNamespace].includes('swaps'),
  /** A network of the site, or the view to switch to one. */
  network: (state: State) =>
    activeNetwork(state) !== undefined || state.modal.history.some(({ name }) => name === 'UnsupportedChain'),
  /** An amount, and a recipient. */
  sendDraft: ({ send: { draft } }: State) => draft.amount !== '' && draft.to !== '',
  /** A transaction that this page knows. */
  transaction: (state: State, view: View) =>
    'hash' in view && findTransaction(state.transactions, view.hash) !== undefined,
}
export type Need = keyof typeof needs

type Rule<V extends View> = {
  /** A connection view: done once someone is connected. */
  isWayIn?: true
  /** Waits for the connected wallet. */
  asksWallet?: true
  /** The view's conditions, and where it leads if one fails. */
  needs: Readonly<Partial<Record<Need, View>>>
} & (Record<never, never> extends Omit<V, 'name'>
  ? { isWhole?: never }
  : {
      /** Whether its data is complete: a site's JavaScript can name any view without data. */
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

/** The rules of each view: a view without a row does not compile. */
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
  // Without a draft it stays and says that something changed: the visitor was about to decide.
  SwapPreview: ofSwap,
  SwapStatus: { needs: { account: connect, transaction: account }, isWhole: ({ hash }) => isText(hash) },
  WalletSend: ofMoney,
  WalletSendSelectToken: ofMoney,
  WalletSendRecipients: ofMoney,
  WalletSendPreview: { needs: { ...ofMoney.needs, sendDraft: { name: 'WalletSend' } } },
  // A sent transaction stays pending after its wallet disconnects.
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

/** A view's row; undefined for an unknown name. */
export const ruleOf = <V extends View>({ name }: V): Rule<V> | undefined =>
  Object.hasOwn(viewRules, name) ? (viewRules[name] as unknown as Rule<V>) : undefined

/** Whether the view exists and its data is complete. */
export function isView(view: View): boolean {
  const rule = ruleOf(view) as { isWhole?(view: View): boolean } | undefined
  return rule !== undefined && (rule.isWhole?.(view) ?? true)
}

/** The first condition of a view that fails. */
export function missingOf(state: State, view: View): Need | undefined {
  const wanted = Object.keys(ruleOf(view)?.needs ?? {}) as Need[]
  return wanted.find((need) => !needs[need](state, view))
}

/** Whether all conditions of a view hold. */
export const isViewReady = (state: State, view: View): boolean => isView(view) && missingOf(state, view) === undefined
