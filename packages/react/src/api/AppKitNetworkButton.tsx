import { useAppKitOf } from './AppKitContext.ts'
import { type AppKitNetworkButtonProps, NetworkButtonFace } from './NetworkButtonFace.tsx'
import { Placeholder } from './Placeholder.tsx'
import { ShadowHost } from './ShadowHost.tsx'

/** Shows the network and leads to the choice of another. */
export function AppKitNetworkButton(props: AppKitNetworkButtonProps) {
  return (
    // How long the name is, in the visitor's font, only the browser knows: the height is right, the width a guess.
    <ShadowHost appKit={useAppKitOf('AppKitNetworkButton')} placeholder={<Placeholder width={128} height={44} />}>
      <NetworkButtonFace {...props} />
    </ShadowHost>
  )
}
