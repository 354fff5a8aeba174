import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from './startHarness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness({ pages: ['libraries.html'] })
})
afterAll(() => harness?.stop())

const open = (wagmi: 2 | 3 = 2) => harness.open({}, { path: `/libraries.html?wagmi=${wagmi}` })
const account = (page: Page) => page.evaluate(() => window.libraries.account())
const choose = (page: Page) => page.getByTestId('wallet-selector-dev.billfold.devnet').click()
const family = (page: Page, name: 'eip155' | 'solana') => page.getByTestId(`wui-list-chain-${name}`).click()

it('gives viem and ethers a provider that signs for the account shown', async () => {
  const { page, problems } = await open()
  await page.getByTestId('connect-button').click()
  await choose(page)
  await family(page, 'eip155')
  await page.getByTestId('account-button').waitFor()
  const shown = await page.evaluate(() => window.harness.appKit.getAddress('eip155'))
  expect(await page.evaluate(() => window.libraries.viem())).toEqual({
    isValid: true,
    chainId: 31337,
    accounts: [shown],
  })
  expect(await page.evaluate(() => window.libraries.ethers())).toEqual({ signer: shown, recovered: shown })
  expect(problems).toEqual([])
})

describe.each([2, 3] as const)('wagmi %i', (version) => {
  it('connects: prompts in the modal, signs, switches, follows the wallet and disconnects', async () => {
    const { page, problems } = await open(version)
    const connecting = page.evaluate(() => window.libraries.connect())
    await choose(page)
    const { accounts, chainId } = await connecting
    expect(chainId).toBe(31337)
    expect(await account(page)).toEqual({ address: accounts[0], chainId, status: 'connected' })
    expect(await page.evaluate(() => window.libraries.sign())).toBe(true)
    expect(await page.evaluate(() => window.libraries.switch())).toBe(31338)
    await page.evaluate(() => window.harness.wallet?.switchChain(31337))
    await expect.poll(() => account(page)).toMatchObject({ chainId: 31337 })
    await page.evaluate(() => window.libraries.leave())
    await page.getByTestId('connect-button').waitFor()
    expect(await account(page)).toMatchObject({ status: 'disconnected' })
    expect(problems).toEqual([])
  })

  it('rejects connect if a visitor closes the modal, and follows a connection by the kit’s own button', async () => {
    const { page } = await open(version)
    const connecting = page.evaluate(() => window.libraries.connect().catch((error: { code?: number }) => error.code))
    await page.getByTestId('w3m-modal-card').waitFor()
    await page.keyboard.press('Escape')
    expect(await connecting).toBe(4001)
    await page.getByTestId('connect-button').click()
    await choose(page)
    await family(page, 'eip155')
    await expect.poll(() => account(page)).toMatchObject({ status: 'connected', chainId: 31337 })
  })
})

it('gives @solana/kit a signer', async () => {
  const { page, problems } = await open()
  await page.getByTestId('connect-button').click()
  await choose(page)
  await family(page, 'solana')
  await page.getByTestId('account-button').waitFor()
  expect(await page.evaluate(() => window.libraries.solana())).toBe(true)
  expect(problems).toEqual([])
})
