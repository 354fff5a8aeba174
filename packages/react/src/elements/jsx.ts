import type { DetailedHTMLProps, HTMLAttributes } from 'react'
import type { AppKitButtonProps } from '../api/ButtonFace.tsx'
import type { AppKitNetworkButtonProps } from '../api/NetworkButtonFace.tsx'

type Of<Props> = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> &
  Props & {
    class?: string
    /** The `id` that `createAppKit` was given; without one, the kit made last. */
    kit?: string
  }

/** The custom elements as JSX knows them. */
export type AppKitElements = {
  'appkit-button': Of<AppKitButtonProps>
  'appkit-connect-button': Of<Omit<AppKitButtonProps, 'balance' | 'charsStart' | 'charsEnd'>>
  'appkit-account-button': Of<Omit<AppKitButtonProps, 'label' | 'loadingLabel'>>
  'appkit-network-button': Of<AppKitNetworkButtonProps>
  'appkit-modal': Of<unknown>
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends AppKitElements {}
  }
}
