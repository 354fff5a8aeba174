import { devnetManifest } from '@billfold/protocol/devnetManifest'
import { installDevnetWallet } from '@billfold/testkit/installFromManifest'
import { fetchJson } from './fetchJson.ts'

const askAgainMs = 2_000

/** Makes the Devnet Wallet appear in this page as soon as the local network answers. Local builds only. */
export async function installWhenThere(manifestUrl: string): Promise<void> {
  for (;;) {
    const manifest = await fetchJson(devnetManifest, manifestUrl).catch(() => null)
    if (manifest) {
      await installDevnetWallet({ manifest, window, policy: 'ask' })
      return
    }
    await new Promise((resolve) => setTimeout(resolve, askAgainMs))
  }
}
