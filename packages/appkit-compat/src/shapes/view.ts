import type { ChainNamespace } from './network.ts'

/** The views that `open` takes. */
export type Views =
  | 'Account'
  | 'Connect'
  | 'Networks'
  | 'ApproveTransaction'
  | 'OnRampProviders'
  | 'ConnectingWalletConnectBasic'
  | 'Swap'
  | 'WhatIsAWallet'
  | 'WhatIsANetwork'
  | 'AllWallets'
  | 'WalletSend'
/** A swap's initial values: tokens by symbol. */
export type SwapInputArguments = Partial<{ fromToken: string; toToken: string; amount: string }>
type ViewArguments = { Swap: SwapInputArguments | undefined }

export interface OpenOptions<View extends Views> {
  view?: View
  /** A pairing link that the site made: shown as the QR code, and opened in wallets' apps, in place of the kit's own. */
  uri?: string
  namespace?: ChainNamespace
  arguments?: View extends keyof ViewArguments ? ViewArguments[View] : never
}
