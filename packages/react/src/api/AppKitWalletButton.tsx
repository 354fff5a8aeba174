import { useAppKitOf } from './AppKitContext.ts'
import { Placeholder } from './Placeholder.tsx'
import { ShadowHost } from './ShadowHost.tsx'
import { type AppKitWalletButtonProps, WalletButtonFace } from './WalletButtonFace.tsx'

/** Leads straight to one wallet, past the list. */
export function AppKitWalletButton(props: AppKitWalletButtonProps) {
  const place = { width: 128, height: props.size === 'sm' ? 36 : 44 }
  return (
    <ShadowHost appKit={useAppKitOf('AppKitWalletButton')} placeholder={<Placeholder {...place} />}>
      <WalletButtonFace {...props} />
    </ShadowHost>
  )
}
