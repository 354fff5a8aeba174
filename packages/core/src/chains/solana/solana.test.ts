import { describe, expect, test } from 'vitest'
import { solana } from './solana.ts'

const address = '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY'

describe('the balance of a Solana account', () => {
  test('is read at finalized commitment', async () => {
    const asked: unknown[] = []
    const value = await solana.askBalance!(address, async (request) => {
      asked.push(request)
      return { context: { slot: 7 }, value: 1_500_000_000 }
    })
    expect(value).toBe(1_500_000_000n)
    expect(asked).toEqual([{ method: 'getBalance', params: [address, { commitment: 'confirmed' }] }])
  })

  test.each([undefined, null, {}, { value: '1' }, { value: -1 }, { value: 1.5 }])('rejects %j', async (answer) => {
    await expect(solana.askBalance!(address, async () => answer)).rejects.toMatchObject({
      code: 'wallet_answer_invalid',
    })
  })
})
