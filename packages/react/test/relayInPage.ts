import { fakeWallet } from '@billfold/core/test/walletConnect/fakeWallet'
import { memoryRelay } from '@billfold/core/test/walletConnect/memoryRelay'
import type { Page } from 'playwright-core'

/** The page's relay URL; nothing of it leaves the browser. */
export const relayUrl = 'ws://relay.invalid'

/** A relay in memory at the other end of a page's WebSockets, and a wallet beside it. */
export function relayInPage(url = relayUrl) {
  const server = memoryRelay()
  const wallet = fakeWallet(server)
  let held: Promise<void> | undefined
  return {
    server,
    wallet,
    /** Approves as a wallet does now: the clock of these pages is the real one. */
    approve: (uri: string) => wallet.pair(uri, { expiry: Math.floor(Date.now() / 1000) + 3_600 }),
    /** From now on a connection is neither opened nor refused, until the returned function lets it in. */
    hold(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
    async join(page: Page) {
      await page.routeWebSocket(
        (socket) => socket.href.startsWith(url),
        async (socket) => {
          await held
          const wire = server.openWire(socket.url(), {
            opened: () => undefined,
            received: (text) => socket.send(text as string),
            closed: () => void socket.close(),
          })
          socket.onMessage((text) => wire.send(String(text)))
          socket.onClose(() => wire.close())
        },
      )
    },
  }
}
