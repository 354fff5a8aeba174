import { type Devnet, startDevnet } from '@billfold/devnet/startDevnet'
import type { Page } from 'playwright-core'
import type { PageSetup } from './page/pageSetup.ts'
import { type Harness, type PageLook, startHarness } from './startHarness.ts'

/** The harness with a real chain behind its first network: what is sent there is really sent. */
export async function startSendHarness(): Promise<{
  harness: Harness
  devnet: Devnet
  /** Opens the page connected, with the form of sending on the screen. */
  openSend(setup?: PageSetup, look?: PageLook): Promise<{ page: Page; problems: string[] }>
  stop(): Promise<void>
}> {
  const [harness, devnet] = await Promise.all([
    startHarness({ isDevelopment: true }),
    startDevnet({ host: '127.0.0.1', port: 0, evmPort: 0, chainIds: [31337], blockTime: 0, market: false }),
  ])
  const { rpcUrl } = devnet.manifest.chains[0]!
  async function openSend(setup: PageSetup = {}, look: PageLook = {}) {
    const { page, problems } = await harness.open(setup, look)
    // The balance server is down in these tests: the chain is the source of truth.
    await page.route('**/v1/**', (route) => route.fulfill({ status: 200, json: answerOf(route.request().url()) }))
    await page.route('**/rpc/31337', async (route) => {
      // A connection that is kept may be closed by the node in the moment in which a held-up process uses it again.
      const headers = { connection: 'close' }
      const response = await fetch(rpcUrl, { method: 'POST', headers, body: route.request().postData() ?? '' })
      await route.fulfill({ status: 200, contentType: 'application/json', body: await response.text() })
    })
    await page.getByTestId('connect-button').click()
    await page.getByTestId('wallet-selector-dev.billfold.devnet').click()
    await page.getByTestId('account-button').waitFor()
    await page.getByTestId('w3m-modal-card').waitFor({ state: 'detached' })
    await page.evaluate(() => window.harness.appKit.open({ view: 'WalletSend' }))
    await page.getByTestId('send-amount-input').waitFor()
    return { page, problems }
  }
  return {
    harness,
    devnet,
    openSend,
    async stop() {
      await harness.stop()
      await devnet.close()
    },
  }
}

function answerOf(url: string): unknown {
  if (url.includes('/balance')) return { balances: [] }
  if (url.includes('/history')) return { data: [], next: null }
  if (url.includes('/supported-chains')) return { http: ['eip155:31337'], ws: [] }
  return { name: null, avatar: null }
}
