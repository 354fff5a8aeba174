import { useAppKitOf } from './AppKitContext.ts'
import { type AppKitButtonProps, ButtonFace } from './ButtonFace.tsx'
import { connectSize } from './connectSize.ts'
import { Placeholder } from './Placeholder.tsx'
import { ShadowHost } from './ShadowHost.tsx'

/** Opens the modal to connect, even when a wallet is already connected. */
export function AppKitConnectButton(props: Omit<AppKitButtonProps, 'balance' | 'charsStart' | 'charsEnd'>) {
  return (
    <ShadowHost appKit={useAppKitOf('AppKitConnectButton')} placeholder={<Placeholder {...connectSize(props.size)} />}>
      <ButtonFace {...props} only="connect" />
    </ShadowHost>
  )
}
