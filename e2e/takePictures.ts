import { mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { launchChromium } from '@billfold/testkit/test/launchChromium'
import { settled } from '@billfold/testkit/test/settled'
import type { Page } from 'playwright-core'
import { looks } from './looks.ts'

// Run by hand: node e2e/takePictures.ts http://app.billfold.localhost:4100 [folder]
const [, , url = 'http://app.billfold.localhost:4100', given] = process.argv
const folder = given ?? (await mkdtemp(path.join(tmpdir(), 'billfold-pictures-')))
await mkdir(folder, { recursive: true })

/** The scenes: the steps to each from the first page, in order. */
const scenes: [name: string, go: (page: Page) => Promise<unknown>][] = [
  [
    'site',
    async (page) => {
      await page.getByTestId('swap-drawing').waitFor()
      await page.getByTestId('all-wallets').getByText('+').waitFor()
    },
  ],
  [
    'wallets',
    async (page) => {
      await page.getByTestId('all-wallets').click()
      await page.getByTestId('wallet-list').getByText('MetaMask').waitFor()
    },
  ],
  [
    'waiting',
    async (page) => {
      await page.getByTestId('header-back').click()
      await page.getByTestId('wallet-selector-dev.billfold.devnet').click()
      await page.getByTestId('wui-list-chain-eip155').click()
      await page.getByTestId('testwallet-approve').waitFor()
    },
  ],
  [
    'connected',
    async (page) => {
      await page.getByTestId('testwallet-approve').click()
      await page.getByTestId('w3m-account-select-network').waitFor()
      await page.getByTestId('balance').getByText(/\d/).waitFor()
    },
  ],
  [
    'proof',
    async (page) => {
      await page.goto(`${url}/proof`)
      await page.getByTestId('price-WETH').waitFor()
    },
  ],
  [
    'playground',
    async (page) => {
      await page.goto(`${url}/playground`)
      await page.getByTestId('account-button').waitFor()
    },
  ],
  [
    'modal',
    async (page) => {
      await page.getByTestId('account-button').click()
      await page.getByRole('dialog').getByText('ETH').first().waitFor()
    },
  ],
]

/** Pictures of the running site in every look and both directions, for visual review. */
async function takePictures(): Promise<void> {
  const browser = await launchChromium()
  try {
    for (const [look, options] of Object.entries(looks))
      for (const dir of ['ltr', 'rtl']) {
        const context = await browser.newContext({ ...options, reducedMotion: 'reduce' })
        await context.addInitScript((value) => {
          new MutationObserver((_, observer) => {
            document.documentElement.dir = value
            observer.disconnect()
          }).observe(document, { childList: true })
        }, dir)
        const page = await context.newPage()
        await page.goto(url)
        for (const [scene, go] of scenes) {
          await go(page)
          await settled(page)
          const isPage = scene === 'site' || scene === 'proof' || scene === 'playground' || scene === 'connected'
          await page.screenshot({ path: path.join(folder, `${scene}-${look}-${dir}.png`), fullPage: isPage })
        }
        await context.close()
      }
  } finally {
    await browser.close()
  }
}

await takePictures()
console.log(`Pictures are in ${folder}`)
