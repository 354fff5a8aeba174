import { useAppKitOf } from './AppKitContext.ts'
import { type AppKitNetworkButtonProps, NetworkButtonFace } from './NetworkButtonFace.tsx'
import { ShadowHost } from './ShadowHost.tsx'

/** Shows the network and leads to the choice of another. */
export function AppKitNetworkButton(props: AppKitNetworkButtonProps) {
  return (
    <ShadowHost appKit={useAppKitOf('AppKitNetworkButton')}>
      <NetworkButtonFace {...props} />
    </ShadowHost>
  )
}
