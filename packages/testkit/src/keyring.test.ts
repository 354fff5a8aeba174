import { mnemonicToAccount } from 'viem/accounts'
import { expect, test, vi } from 'vitest'
import { createKeyring, publishedMnemonic } from './keyring.ts'

const addresses = [0, 1, 9].map((addressIndex) => mnemonicToAccount(publishedMnemonic, { addressIndex }).address)
const addressesOf = async (keyring: ReturnType<typeof createKeyring>) =>
  Promise.all([0, 1, 9].map(async (index) => (await keyring.account(index)).address))

test('derives a mnemonic’s accounts as every wallet does, and stretches it once', async () => {
  const stretch = vi.spyOn(crypto.subtle, 'deriveBits')
  expect(await addressesOf(createKeyring({ mnemonic: publishedMnemonic }))).toEqual(addresses)
  expect(stretch).toHaveBeenCalledTimes(1)
  stretch.mockRestore()
})

test('derives the same accounts on a page that is not secure', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  expect(await addressesOf(createKeyring({ mnemonic: publishedMnemonic }))).toEqual(addresses)
})

test('rejects a mnemonic with a word missing', async () => {
  const short = publishedMnemonic.replace('test ', '')
  await expect(createKeyring({ mnemonic: short }).account(0)).rejects.toThrow('Invalid mnemonic')
})
