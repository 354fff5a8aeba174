import { createPublicKey, verify } from 'node:crypto'
import { decodeBase58 } from '@billfold/protocol/base58'
import type { Page } from 'playwright-core'
import { recoverMessageAddress } from 'viem'
import { afterAll, beforeAll, expect } from 'vitest'
import { test } from './harness.ts'
import { type pages, serveMoved } from './moved/serveMoved.ts'
import { stack } from './stack.ts'
import { connect, hooksSay, manifest, soon, visitKit } from './visitKit.ts'

let moved: Awaited<ReturnType<typeof serveMoved>>
beforeAll(async () => {
  const { chains, solana } = await manifest()
  moved = await serveMoved({
    servers: { apiUrl: stack.api, relayUrl: stack.relay },
    site: { projectId: 'billfold-local', chainId: chains[0]!.id, solanaId: solana!.id },
  })
})
afterAll(() => moved.close())

const url = (page: (typeof pages)[number]) => moved.urlOf(page)
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function signed(page: Page): Promise<string> {
  await press(page, 'Sign')
  const signature = page.getByTestId('signature')
  await expect.poll(() => signature.innerText(), soon).not.toBe('')
  return signature.innerText()
}

test('wagmi and React: one import changed, and wagmi knows the visitor, reads and signs', async ({ open }) => {
  const { accounts } = await manifest()
  const { page } = await visitKit(open, { url: url('wagmi.tsx') })
  await connect(page)
  const { address } = accounts[0]!
  await hooksSay(page, { appkit: `${address} on Home`, library: `${address} on 31337`, balance: /^\d{18,}$/ })
  expect(await recoverMessageAddress({ message: 'Hello', signature: (await signed(page)) as `0x${string}` })).toBe(
    address,
  )
  await page.reload()
  await hooksSay(page, { library: `${address} on 31337` })
  await press(page, 'Leave')
  await hooksSay(page, { appkit: 'nobody', library: 'nobody' })
})

test('ethers on a plain page: one import changed, and ethers signs with the wallet', async ({ open }) => {
  const { accounts } = await manifest()
  const { page } = await visitKit(open, { url: url('ethers.ts') })
  await connect(page)
  const { address } = accounts[0]!
  await hooksSay(page, { appkit: `${address} on Home` })
  expect(await recoverMessageAddress({ message: 'Hello', signature: (await signed(page)) as `0x${string}` })).toBe(
    address,
  )
  await press(page, 'Leave')
  await hooksSay(page, { appkit: 'nobody' })
})

test('Solana and Vue: one import changed, and the wallet signs', async ({ open }) => {
  const { id, rpcUrl } = (await manifest()).solana!
  const chain = `solana:${id}` as const
  const { page } = await visitKit(open, {
    url: url('solanaVue.ts'),
    wallets: [{ solana: { chains: [chain], rpcUrls: { [chain]: rpcUrl } } }],
  })
  await page.getByTestId('connect-button').click()
  await page.locator('[data-testid^=wallet-selector-]', { hasText: 'Devnet Wallet' }).click()
  await hooksSay(page, { appkit: /^\w{32,44} on Home$/ })
  const [address = ''] = (await page.getByTestId('appkit').innerText()).split(' ')
  const key = createPublicKey({
    key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), decodeBase58(address)]),
    format: 'der',
    type: 'spki',
  })
  expect(verify(null, Buffer.from('Hello'), key, Buffer.from(await signed(page), 'hex'))).toBe(true)
  await press(page, 'Leave')
  await hooksSay(page, { appkit: 'nobody' })
})
