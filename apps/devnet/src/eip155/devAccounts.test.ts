import { expect, test } from 'vitest'
import { devAccounts, faucetAccount, traderAccount } from './devAccounts.ts'

test('derives the same accounts from the phrase as every tool does', () => {
  expect(devAccounts).toHaveLength(10)
  expect(devAccounts[0]).toEqual({
    address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    label: 'Account 0',
    privateKey: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  })
  expect(devAccounts[9]?.address).toBe('0xa0Ee7A142d267C1f36714E4a8F75612F20a79720')
})

test('keeps faucet and trader apart from the ten', () => {
  expect(new Set([...devAccounts, faucetAccount, traderAccount].map(({ address }) => address)).size).toBe(12)
})
