import { useAppKitOf } from './AppKitContext.ts'
import { type AppKitButtonProps, ButtonFace } from './ButtonFace.tsx'
import { ShadowHost } from './ShadowHost.tsx'

/** Only shows the connected account; renders nothing while disconnected. */
export function AppKitAccountButton(props: Omit<AppKitButtonProps, 'label' | 'loadingLabel'>) {
  return (
    <ShadowHost appKit={useAppKitOf('AppKitAccountButton')}>
      <ButtonFace {...props} only="account" />
    </ShadowHost>
  )
}
