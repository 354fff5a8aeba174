import { describe, expect, test } from 'vitest'
import { solana } from './solana.ts'

const address = '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY'

describe('the balance of a Solana account', () => {
  test('is read at finalized commitment', async () => {
    const queries: unknown[] = []
    const value = await solana.fetchBalance!(address, async (request) => {
      queries.push(request)
      return { context: { slot: 7 }, value: 1_500_000_000 }
    })
    expect(value).toBe(1_500_000_000n)
    expect(queries).toEqual([{ method: 'getBalance', params: [address, { commitment: 'confirmed' }] }])
  })

  test.each([undefined, null, {}, { value: '1' }, { value: -1 }, { value: 1.5 }])('rejects %j', async (answer) => {
    await expect(solana.fetchBalance!(address, async () => answer)).rejects.toMatchObject({
      code: 'wallet_answer_invalid',
    })
  })
})
