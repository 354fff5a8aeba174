import { writePolkadotAddress } from '@billfold/protocol/polkadot/ss58'
import { expect, test } from 'vitest'
import { setUpKit } from '../../../test/setUpKit.ts'
import { forgetRecipient, saveContact } from './keepAddresses.ts'

const publicKey = new Uint8Array(32).fill(7)
const written = (prefix: number) => writePolkadotAddress({ prefix, publicKey })
const checksummed = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const solana = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'
/** One account in two notations. */
const twice = [
  { namespace: 'polkadot', first: written(0), second: written(42) },
  { namespace: 'eip155', first: checksummed, second: checksummed.toLowerCase() },
] as const

test.each(twice)('stores one entry per $namespace account, whatever its notation', ({ namespace, first, second }) => {
  const { kit } = setUpKit()
  const { store } = kit
  saveContact(kit, { namespace, address: first, name: 'Ann' })
  saveContact(kit, { namespace, address: second, name: 'Ann again' })
  expect(store.get().addressBook.contacts).toEqual([{ namespace, address: second, name: 'Ann again' }])
  const recipients = [first, second, solana].map((address, at) => ({ namespace, address, at }))
  store.send({ type: 'addressBook/heard', book: { contacts: [], recipients } })
  forgetRecipient(kit, { namespace, address: second })
  expect(store.get().addressBook.recipients.map(({ address }) => address)).toEqual([solana])
  kit.dispose()
})

test('keeps accounts of two families, or of different case on Solana, apart', () => {
  const { kit } = setUpKit()
  saveContact(kit, { namespace: 'solana', address: solana, name: 'a' })
  saveContact(kit, { namespace: 'solana', address: solana.toLowerCase(), name: 'b' })
  saveContact(kit, { namespace: 'bip122', address: solana, name: 'c' })
  expect(kit.store.get().addressBook.contacts).toHaveLength(3)
  kit.dispose()
})
