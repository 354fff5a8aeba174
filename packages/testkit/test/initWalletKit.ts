import { WalletKit } from '@reown/walletkit'
import { Core } from '@walletconnect/core'
import { untilReplayed } from './untilReplayed.ts'

process.env.IS_VITEST = 'true' // the SDK's own switch for its calls to its vendor

type WalletKitEvent = 'session_request' | 'session_delete'

/** The SDK that most wallets are made of, as wallets set it up, at a relay of ours and with nothing kept on disk. */
export async function initWalletKit(relayUrl: string, name: string, { waits = true } = {}) {
  const core = new Core({
    projectId: 'test',
    relayUrl,
    telemetryEnabled: false,
    logger: 'silent',
    storageOptions: { database: ':memory:' },
    customStoragePrefix: crypto.randomUUID(),
  })
  const kit = await WalletKit.init({
    core: core as never, // its own types disagree under exactOptionalPropertyTypes
    metadata: { name, description: 'A wallet', url: 'https://wallet.example', icons: [] },
    // Its queue tells of the next request a second after the last was answered.
    signConfig: { disableRequestQueue: !waits },
  })
  await untilReplayed()
  return {
    kit,
    // Not the kit's own `once`: it ends what `on` was promised of the same name, and the wallet would never hear again.
    next: (event: WalletKitEvent) =>
      new Promise<{ topic: string }>((done) => void kit.engine.signClient.events.once(event, done)),
    topics: () => Object.keys(kit.getActiveSessions()),
    close: async () => {
      core.heartbeat.stop()
      await core.relayer.transportClose()
    },
  }
}
