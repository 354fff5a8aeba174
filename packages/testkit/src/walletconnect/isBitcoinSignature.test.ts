import { expect, test } from 'vitest'
import { bitcoinKey } from './bitcoinKey.ts'
import { mainnets } from './createWalletConnectWallet.ts'
import { isBitcoinSignature } from './isBitcoinSignature.ts'

const abandon = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about'
const [own, other] = [0, 1].map((index) => bitcoinKey(abandon, mainnets.bip122, index)) as [
  ReturnType<typeof bitcoinKey>,
  ReturnType<typeof bitcoinKey>,
]

test.each(['', 'hello', 'é'.repeat(200)])('the key of the address signed it: %j', async (text) => {
  const signature = await own.signMessage(text)
  expect(await isBitcoinSignature(own.address, text, signature)).toBe(true)
  // Some wallets say “compressed” of every key.
  const plain = (Number.parseInt(signature.slice(0, 2), 16) - 8).toString(16) + signature.slice(2)
  expect(await isBitcoinSignature(own.address, text, plain)).toBe(true)
})

test('another text, another account, another chain or no signature at all is not believed', async () => {
  const signature = await own.signMessage('hello')
  expect(await isBitcoinSignature(own.address, 'hello!', signature)).toBe(false)
  expect(await isBitcoinSignature(other.address, 'hello', signature)).toBe(false)
  expect(await isBitcoinSignature(own.address.replace(/^bc/, 'tb'), 'hello', signature)).toBe(false)
  for (const bad of [
    '',
    'ff',
    `${signature}00`,
    `00${signature.slice(2)}`,
    `27${'00'.repeat(64)}`,
    `27${'ff'.repeat(64)}`,
  ])
    expect(await isBitcoinSignature(own.address, 'hello', bad)).toBe(false)
})
