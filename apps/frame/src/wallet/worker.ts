import { KitError } from '@billfold/protocol/error'
import { createWallet } from './createWallet.ts'
import { openDeviceStore } from './deviceStore.ts'
import { type Question, type Reply, serveWallet } from './serveWallet.ts'
import type { WalletSettings } from './wallet.ts'

const reply = (message: Reply) => self.postMessage(message)

/** The wallet once its settings have come and its store is open; questions before that wait. */
const serving = new Promise<(question: Question) => Promise<void>>((resolve, reject) => {
  self.onmessage = ({ data }: MessageEvent<{ settings: WalletSettings } | Question>) => {
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

async function answer(question: Question): Promise<void> {
  try {
    await (await serving)(question)
  } catch {
    // The browser lets this frame store nothing: every question has the same answer.
    const { code, message } = new KitError('unavailable', { message: 'This browser stores nothing for the wallet' })
    reply({ id: question.id, error: { code, message } })
  }
}
