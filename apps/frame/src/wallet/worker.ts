import { KitError } from '@billfold/protocol/error'
import { createWallet } from './createWallet.ts'
import { openDeviceStore } from './deviceStore.ts'
import { type Reply, serveWallet, type WalletCall } from './serveWallet.ts'
import type { WalletSettings } from './wallet.ts'

const reply = (message: Reply) => self.postMessage(message)

/** Resolves once the settings have arrived and the store is open; calls wait for it. */
const serving = new Promise<(call: WalletCall) => Promise<void>>((resolve, reject) => {
  self.onmessage = ({ data }: MessageEvent<{ settings: WalletSettings } | WalletCall>) => {
    if (!('settings' in data)) return void answer(data)
    openDeviceStore(indexedDB).then(
      (store) =>
        resolve(
          serveWallet(
            createWallet({
              settings: data.settings,
              store,
              fetch: (input, init) => fetch(input, init),
              now: () => Date.now(),
              lock: (name, run) => navigator.locks.request(name, run),
              wait: (ms) => new Promise((done) => setTimeout(done, ms)),
            }),
            reply,
          ),
        ),
      reject,
    )
  }
})

async function answer(call: WalletCall): Promise<void> {
  try {
    await (await serving)(call)
  } catch {
    // The browser blocks storage in this frame: every call fails alike.
    const { code, message } = new KitError('unavailable', { message: 'This browser blocks storage for the wallet' })
    reply({ id: call.id, error: { code, message } })
  }
}
