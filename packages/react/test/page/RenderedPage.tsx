import { AppKitButton } from '../../src/api/AppKitButton.tsx'
import { AppKitNetworkButton } from '../../src/api/AppKitNetworkButton.tsx'
import { useAppKitAccount } from '../../src/api/useAppKitAccount.ts'
import { useAppKitNetwork } from '../../src/api/useAppKitNetwork.ts'
import { useAppKitTheme } from '../../src/api/useAppKitTheme.ts'

/** A page that is drawn on a server first: what the hooks say is in its markup. */
export function RenderedPage() {
  const { status } = useAppKitAccount()
  const { chainId } = useAppKitNetwork()
  const { themeMode } = useAppKitTheme()
  return (
    <>
      <header>
        <AppKitButton /> <AppKitNetworkButton />
      </header>
      <p id="below">Below the button.</p>
      <p id="says">{`${status} ${chainId} ${themeMode}`}</p>
    </>
  )
}
