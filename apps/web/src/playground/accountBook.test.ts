import { expect, test } from 'vitest'
import { type Contact, entryOf, readBook } from './accountBook.ts'

const bea: Contact = { namespace: 'eip155', address: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F', name: 'Bea' }
const ann: Contact = { namespace: 'solana', address: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpdpdpdpdpdpdp', name: 'Ann' }

test('contacts come back by name, each under a key of its own that the server takes', async () => {
  const metadata = { ...(await entryOf(bea)), ...(await entryOf(ann)) }
  expect(Object.keys(metadata)).toHaveLength(2)
  for (const key of Object.keys(metadata)) expect(key).toMatch(/^\w{1,64}$/)
  expect(readBook(metadata)).toEqual([ann, bea])
})

test('another name for the same account takes the place of the first, and null removes it', async () => {
  const [first, second] = [await entryOf(bea), await entryOf({ ...bea, name: 'Beatrice' })]
  expect(readBook({ ...first, ...second })).toEqual([{ ...bea, name: 'Beatrice' }])
  expect(await entryOf(bea, false)).toEqual({ [Object.keys(first)[0]!]: null })
})

test('what others wrote is not read as a contact', () => {
  const metadata = { theme: 'dark', contact_1: '{', contact_2: '{"name":"x"}', contact_3: 5, contact_4: null }
  expect(readBook(metadata)).toEqual([])
})
