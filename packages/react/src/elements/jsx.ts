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
  'appkit-button': Of<AppKitButtonProps>
  'appkit-connect-button': Of<Connect>
  'appkit-account-button': Of<Account>
  'appkit-network-button': Of<AppKitNetworkButtonProps>
  'appkit-wallet-button': Of<AppKitWalletButtonProps>
  'w3m-button': Of<AppKitButtonProps>
  'w3m-connect-button': Of<Connect>
  'w3m-account-button': Of<Account>
  'w3m-network-button': Of<AppKitNetworkButtonProps>
  'appkit-onramp-widget': Of<AppKitOnrampWidgetProps>
  'w3m-onramp-widget': Of<AppKitOnrampWidgetProps>
  'appkit-modal': Of<unknown>
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends AppKitElements {}
  }
}
