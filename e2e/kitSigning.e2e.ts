import { decodeBase58 } from '@billfold/protocol/base58'
import { expect } from 'vitest'
import { callNode } from './callNode.ts'
import { test } from './harness.ts'
import { recoverSigner } from './recoverSigner.ts'
import { choose, closed, connect, manifest, shownAddress, soon, visitKit } from './visitKit.ts'

test('the displayed account signs a message and typed data', async ({ open }) => {
  const { page, wallets } = await visitKit(open)
  await connect(page)
  const address = (await shownAddress(page))!
  const signer = recoverSigner((await manifest()).chains[0]!.rpcUrl)
  const evm = page.getByTestId('eip155-test-interactions')
  const message = 'Grüße, 世界 ✓'
  await evm.getByLabel('Message').fill(message)
  await evm.getByTestId('sign-message-button').click()
  await evm.getByText('Signed').waitFor()
  const signature = await evm.getByTestId('w3m-signature').innerText()
  expect(await signer.ofMessage(message, signature)).toBe(address.toLowerCase())
  expect(await signer.ofMessage(`${message}.`, signature)).not.toBe(address.toLowerCase())

  await evm.getByTestId('sign-typed-data-button').click()
  await expect.poll(() => evm.getByTestId('w3m-signature').innerText(), soon).not.toBe(signature)
  const typed = (await wallets[0]!.requests()).find(({ method }) => method === 'eth_signTypedData_v4')
  const note = JSON.parse((typed!.params as [string, string])[1]).message
  expect(note).toMatchObject({ to: address, text: message })
  const second = await evm.getByTestId('w3m-signature').innerText()
  expect(await signer.ofNote(note, 31337, second)).toBe(address.toLowerCase())
})

test('a transaction is mined', async ({ open }) => {
  const { page } = await visitKit(open)
  await connect(page)
  const address = (await shownAddress(page))!
  await page.getByTestId('send-transaction-button').click()
  const hash = await page.getByTestId('transaction-hash').innerText()
  const { rpcUrl } = (await manifest()).chains[0]!
  const mined = await callNode<Record<string, string>>(rpcUrl, 'eth_getTransactionReceipt', [hash])
  expect(mined).toMatchObject({ status: '0x1', from: address.toLowerCase(), to: address.toLowerCase() })
  expect(BigInt(mined.gasUsed!)).toBe(21_000n)
})

test('signs nothing after a rejection, and signs on the next approval', async ({ open }) => {
  const { page, wallets } = await visitKit(open)
  await connect(page)
  await wallets[0]!.rejectNext()
  await page.getByTestId('sign-message-button').click()
  await page.getByText('You rejected the request. Nothing was signed or sent.').waitFor()
  expect(await page.getByTestId('w3m-signature').count()).toBe(0)
  await page.getByTestId('sign-message-button').click()
  await page.getByTestId('w3m-signature').waitFor()
})

test('a Solana account signs with its own key', async ({ open }) => {
  const { page } = await visitKit(open, { wallets: [{ solana: {} }] })
  await choose(page)
  await page.getByTestId('wui-list-chain-solana').click()
  await page.getByTestId('account-button').waitFor()
  await closed(page)
  const address = (await shownAddress(page))!
  const solana = page.getByTestId('solana-test-interactions')
  await solana.getByLabel('Message').fill('Hello, Solana')
  await solana.getByTestId('sign-message-button').click()
  const signature = decodeBase58(await solana.getByTestId('w3m-signature').innerText())
  const key = await crypto.subtle.importKey('raw', decodeBase58(address), 'Ed25519', false, ['verify'])
  const bytes = new TextEncoder().encode('Hello, Solana')
  expect(await crypto.subtle.verify('Ed25519', key, signature, bytes)).toBe(true)
})
