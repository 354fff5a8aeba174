import { expect, test } from 'vitest'
import { type Contact, entryOf, readBook } from './accountBook.ts'

const bea: Contact = { namespace: 'eip155', address: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F', name: 'Bea' }
const ann: Contact = { namespace: 'solana', address: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpdpdpdpdpdpdp', name: 'Ann' }

test('stores contacts by name, each under a key that the server accepts', async () => {
  const metadata = { ...(await entryOf(bea)), ...(await entryOf(ann)) }
  expect(Object.keys(metadata)).toHaveLength(2)
  for (const key of Object.keys(metadata)) expect(key).toMatch(/^\w{1,64}$/)
  expect(readBook(metadata)).toEqual([ann, bea])
})

test('a new name for the same account replaces the first, and null removes it', async () => {
  const [first, second] = [await entryOf(bea), await entryOf({ ...bea, name: 'Beatrice' })]
  expect(readBook({ ...first, ...second })).toEqual([{ ...bea, name: 'Beatrice' }])
  expect(await entryOf(bea, false)).toEqual({ [Object.keys(first)[0]!]: null })
})

test('ignores entries of other writers', () => {
  const metadata = { theme: 'dark', contact_1: '{', contact_2: '{"name":"x"}', contact_3: 5, contact_4: null }
  expect(readBook(metadata)).toEqual([])
})
