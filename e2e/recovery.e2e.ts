import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildSite } from '@billfold/web/server/buildSite.ts'
import { beforeAll, expect } from 'vitest'
import { freePort } from '../tools/start/freePort.ts'
import { readManifest } from './callNode.ts'
import { axeFindings, test } from './harness.ts'
import { spawnDevnet, spawnWeb } from './spawnStack.ts'
import { stack } from './stack.ts'

// The browser itself logs a refused connection on the console.
const refused = [/ERR_CONNECTION_REFUSED/, /ERR_CONNECTION_RESET/, /ERR_EMPTY_RESPONSE/, /WebSocket connection/]

// Building is not part of a journey: its time depends on the machine.
beforeAll(async () => void (await buildSite('production')))

test('the page follows by itself as the network goes down and up', async ({ open }) => {
  const [port, evmPort] = [await freePort(), await freePort()]
  const options = { port, evmPort, chainIds: '31337' }
  const web = await spawnWeb({ DEVNET_URL: `http://localhost:${port}`, PROJECT_ID: 'recovery' })
  const url = web.ready[1]!
  try {
    // Opened too early: the policy does not know the nodes yet.
    const page = await open(url, { allow: refused, ports: [port, evmPort], axe: true })
    await page.getByTestId('swap-away').waitFor()
    await page.getByText('No network to connect to yet.').waitFor()
    expect(await axeFindings(page)).toEqual([])
    const first = await spawnDevnet(options)
    await page.getByTestId('connect-button').waitFor()
    await page.locator('[data-testid=swap-none], [data-testid=swap-drawing]').waitFor()
    await page.goto(`${url}/proof`)
    await page.getByTestId('price-WETH').waitFor()

    const address = page.locator('#faucet-address')
    await address.fill('0x8617')
    await first.stop()
    await page.getByTestId('network-away').waitFor()
    await page.getByTestId('network-card').waitFor({ state: 'hidden' })
    expect(await axeFindings(page)).toEqual([])
    const second = await spawnDevnet(options)
    try {
      await page.getByTestId('price-WETH').waitFor()
      await page.locator('[data-testid=network-card]').getByText('Live').waitFor()
      // The earlier input is still there.
      expect(await address.inputValue()).toBe('0x8617')
    } finally {
      await second.stop()
    }
  } finally {
    await web.stop()
  }
})

type ManifestReads = { byServer: number; pageAt?: number }
const lateMs = 3_000

/**
 * The stack's network with a slow manifest: at once for pages, and for the site's server, which does not wait long,
 * only when it is not late.
 */
async function slowToTell(isLate: (reads: ManifestReads) => boolean) {
  const reads: ManifestReads = { byServer: 0 }
  const server = createServer(async (request, response) => {
    const manifest = await readManifest(stack.devnet)
    if (request.headers.origin) reads.pageAt ??= Date.now()
    else {
      reads.byServer++
      while (isLate(reads) && !response.destroyed) await sleep(50)
    }
    response.setHeader('access-control-allow-origin', '*').end(JSON.stringify(manifest))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}

test.for([
  ['/', ({ pageAt = Number.POSITIVE_INFINITY }: ManifestReads) => Date.now() < pageAt + lateMs],
  ['/proof', ({ pageAt = Number.POSITIVE_INFINITY }: ManifestReads) => Date.now() < pageAt + lateMs],
  ['/playground', ({ byServer }: ManifestReads) => byServer === 1],
] as const)('a page served before its server knew the network reloads itself: %s', async ([path, isLate], { open }) => {
  const network = await slowToTell(isLate)
  const web = await spawnWeb({ DEVNET_URL: `http://localhost:${network.port}`, PROJECT_ID: 'recovery' })
  try {
    const page = await open(`${web.ready[1]}${path}`, { ports: [network.port, ...stack.ports] })
    await page.locator('meta[name=devnet-origins]:not([content=""])').waitFor({ state: 'attached' })
    await page.getByTestId('connect-button').waitFor()
    if (path === '/proof') await page.getByTestId('price-WETH').waitFor()
    await page.goto('about:blank')
  } finally {
    await web.stop()
    network.close()
  }
})

test('a production site offers public networks, no test wallet, and makes no calls for it', async ({ open }) => {
  const web = await spawnWeb({ WEB_MODE: 'production', PROJECT_ID: 'billfold-local', API_URL: stack.api })
  try {
    const page = await open(web.ready[1]!, { axe: true })
    await page.getByTestId('connect-button').waitFor()
    await page.waitForLoadState('networkidle')
    await page.getByTestId('swap-no-network').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.goto(`${web.ready[1]}/playground`)
    await page.getByTestId('w3m-network-button').click()
    await page.getByTestId('w3m-network-switch-Arbitrum One').waitFor()
    await page.getByTestId('w3m-network-switch-Solana').waitFor()
    await page.keyboard.press('Escape')
    await page.getByTestId('connect-button').click()
    await page
      .getByTestId('all-wallets')
      .getByText(/^\d+0\+$/)
      .waitFor()
    expect(await page.getByText('Devnet Wallet').count()).toBe(0)
    // It prefetches views while idle: no request should be pending when the server goes down.
    await page.goto('about:blank')
  } finally {
    await web.stop()
  }
})
