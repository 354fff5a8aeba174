import { watchToast } from '@billfold/testkit/test/watchToast'
import type { Page } from 'playwright-core'
import { mainnet as viemMainnet } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { solana as solanaNetwork } from '../src/networks.ts'
import { type Harness, startHarness } from './startHarness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness({ isDevelopment: true })
})
afterAll(() => harness?.stop())

const wallet = 'wallet-selector-dev.billfold.devnet'
const policy = (page: Page, value: 'approve' | 'reject' | 'stall') =>
  page.evaluate((p) => window.harness.wallet?.policy(p), value)
const closed = (page: Page) => page.getByTestId('w3m-modal-card').waitFor({ state: 'detached' })

async function connect(page: Page) {
  await page.getByTestId('connect-button').click()
  await page.getByTestId(wallet).click()
  await page.getByTestId('account-button').waitFor()
  await closed(page)
}

describe('connecting', () => {
  it('restores the session after a reload, shows the account, copies its address, and disconnects', async () => {
    const { page, problems } = await harness.open()
    await connect(page)
    await page.reload()
    await page.getByTestId('account-button').waitFor()
    await page.getByTestId('account-button').click()
    await page.getByRole('dialog', { name: 'Account' }).getByText('4.2').waitFor()
    const notice = await watchToast(page, 'copied')
    await page.getByRole('button', { name: 'Copy address' }).click()
    expect(await notice.text()).toBe('Address copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^0x[0-9a-fA-F]{40}$/)
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByTestId('connect-button').waitFor()
    await closed(page)
    expect(problems).toEqual([])
  })

  it('holds its wallets back until the terms are accepted, and remembers the checkbox', async () => {
    const { page, problems } = await harness.open({
      options: { termsConditionsUrl: 'https://site.example/terms', features: { legalCheckbox: true } },
    })
    await page.getByTestId('connect-button').click()
    expect(await page.getByTestId(wallet).isDisabled()).toBe(true)
    await page.getByRole('checkbox', { name: 'I agree to the terms of service.' }).check()
    await policy(page, 'stall')
    await page.getByTestId(wallet).click()
    await page.getByTestId('header-back').click()
    await expect.poll(() => page.getByTestId(wallet).isEnabled()).toBe(true)
    expect(problems).toEqual([])
  })

  it('asks which family if a wallet speaks two', async () => {
    const { page, problems } = await harness.open({ solana: true })
    await page.getByTestId('connect-button').click()
    await page.getByTestId(wallet).getByText('multichain').waitFor()
    await page.getByTestId(wallet).click()
    await page.getByTestId('wui-list-chain-eip155').click()
    await page.getByTestId('account-button').waitFor()
    expect(problems).toEqual([])
  })

  it('works while the registry is down', async () => {
    harness.server.registry.down = true
    try {
      const { page } = await harness.open()
      await connect(page)
    } finally {
      harness.server.registry.down = false
    }
  })
})

describe('networks', () => {
  it('finds one by name, switches, and reports a rejection by the wallet', async () => {
    const { page, problems } = await harness.open()
    await connect(page)
    await page.getByTestId('account-button').click()
    await page.getByTestId('w3m-account-select-network').click()
    await page.getByRole('searchbox', { name: 'Search network' }).fill('nowhere')
    await page.getByText('No network found').waitFor()
    await page.getByRole('searchbox').press('Escape')
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('')
    await policy(page, 'reject')
    await page.getByTestId('w3m-network-switch-Harbour').click()
    await page.getByText('Switch declined').waitFor()
    await policy(page, 'approve')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByTestId('w3m-network-button').getByText('Harbour').waitFor()
    expect(problems).toEqual([])
  })

  it('leaves a network the site does not use: by a switch, after a while away, by disconnecting', async () => {
    const { page, problems } = await harness.open()
    await connect(page)
    for (const way of ['switch', 'close and come back', 'disconnect']) {
      await page.evaluate(() => window.harness.wallet?.switchChain(31339))
      await page.getByRole('dialog', { name: 'Switch network' }).waitFor()
      if (way === 'disconnect') {
        await page.getByTestId('disconnect-button').click()
        await page.getByTestId('connect-button').waitFor()
      } else {
        if (way !== 'switch') {
          await page.getByTestId('w3m-header-close').click()
          await closed(page)
          await page.getByTestId('account-button').getByText('Wrong network').click()
        }
        await page.getByTestId('w3m-network-switch-Devnet').click()
        await closed(page)
        await page.getByTestId('w3m-network-button').getByText('Devnet').waitFor()
      }
    }
    expect(problems).toEqual([])
  })
})

describe('nodes', () => {
  it('queries them through the kit’s own server, whatever public ones viem’s chains and our own networks name', async () => {
    const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
    const named = [
      { id: 31337, name: 'Devnet', nativeCurrency: ether, rpcUrls: viemMainnet.rpcUrls },
      { ...solanaNetwork, id: 'localnet', caipNetworkId: 'solana:localnet' },
    ]
    const chainIds: (string | null)[] = []
    const { page, problems } = await harness.open(
      { solana: true, options: { networks: named as never } },
      {
        prepare: (opened) =>
          opened.route('**/v1/?*', (route) => {
            chainIds.push(new URL(route.request().url()).searchParams.get('chainId'))
            return route.fulfill({ json: { jsonrpc: '2.0', id: 1, result: { value: 7_000_000_000 } } })
          }),
      },
    )
    for (const family of ['eip155', 'solana']) {
      await page.evaluate((namespace) => window.harness.appKit.open({ view: 'Connect', namespace }), family as 'solana')
      await page.getByRole('button', { name: /^Devnet Wallet/ }).click()
      await closed(page)
    }
    await page.getByTestId('account-button').click()
    await page.getByRole('dialog', { name: 'Account' }).getByText('7').first().waitFor()
    expect(new Set(chainIds)).toEqual(new Set(['solana:localnet']))
    expect(problems).toEqual([])
  })
})

describe('all wallets', () => {
  it('load page by page, are searchable, and link to their downloads', async () => {
    const { page, problems } = await harness.open({ wallets: [] })
    await page.getByTestId('connect-button').click()
    await page.getByTestId('all-wallets').click()
    await page.getByTestId('wallet-search-item-wallet-0').waitFor()
    expect(await page.getByTestId('wallet-list').getByRole('button').count()).toBe(40)
    await page.getByTestId('wallet-search-item-wallet-39').scrollIntoViewIfNeeded()
    await page.getByTestId('wallet-search-item-wallet-70').waitFor()
    await page.getByTestId('wui-input-text').fill('Phantom')
    await page.getByTestId('wallet-search-item-wallet-0').waitFor({ state: 'detached' })
    await page.getByTestId('wallet-search-item-wallet-3').click()
    await page.getByRole('dialog', { name: 'Get Phantom' }).getByRole('link', { name: 'iOS App' }).waitFor()
    await page.getByTestId('header-back').click()
    await expect.poll(() => page.getByTestId('wui-input-text').inputValue()).toBe('Phantom')
    expect(problems).toEqual([])
  })
})
