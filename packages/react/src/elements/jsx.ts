import type { DetailedHTMLProps, HTMLAttributes } from 'react'
import type { AppKitButtonProps } from '../api/ButtonFace.tsx'
import type { AppKitNetworkButtonProps } from '../api/NetworkButtonFace.tsx'
import type { AppKitOnrampWidgetProps } from '../api/OnrampWidget.tsx'
import type { AppKitWalletButtonProps } from '../api/WalletButtonFace.tsx'

type Of<Props> = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> &
  Props & {
    class?: string
    /** The `id` that `createAppKit` was given; without one, the kit made last. */
    kit?: string
  }

type Connect = Omit<AppKitButtonProps, 'balance' | 'charsStart' | 'charsEnd'>
type Account = Omit<AppKitButtonProps, 'label' | 'loadingLabel'>

/** The custom elements as JSX knows them. */
export type AppKitElements = {
  /** Connects, or shows who is connected. */
  'appkit-button': Of<AppKitButtonProps>
  /** Opens the modal to connect; looks the same before and after. */
  'appkit-connect-button': Of<Connect>
  /** Shows the connected account; renders nothing while disconnected. */
  'appkit-account-button': Of<Account>
  /** Shows the active network, and opens the list of networks. */
  'appkit-network-button': Of<AppKitNetworkButtonProps>
  /** Leads straight to one wallet. */
  'appkit-wallet-button': Of<AppKitWalletButtonProps>
  /** `appkit-button` by its older name. */
  'w3m-button': Of<AppKitButtonProps>
  /** `appkit-connect-button` by its older name. */
  'w3m-connect-button': Of<Connect>
  /** `appkit-account-button` by its older name. */
  'w3m-account-button': Of<Account>
  /** `appkit-network-button` by its older name. */
  'w3m-network-button': Of<AppKitNetworkButtonProps>
  /** Asks how much of what to buy, and leads to the offers. */
  'appkit-onramp-widget': Of<AppKitOnrampWidgetProps>
  /** `appkit-onramp-widget` by its older name. */
  'w3m-onramp-widget': Of<AppKitOnrampWidgetProps>
  /** The modal's place on the page, with `enableEmbedded` or `disableAppend`. */
  'appkit-modal': Of<unknown>
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends AppKitElements {}
  }
}
