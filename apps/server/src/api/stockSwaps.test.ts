import type { SwapQuote } from '@billfold/protocol/api/swap'
import { decodeFunctionData, erc20Abi, type Hex, numberToHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { type Approval, caip, router, serve } from '../../test/testSwapServer.ts'
import { owner, usdc, usdt } from '../../test/testUpstream.ts'
import { RpcError } from '../rpc/rpcError.ts'

describe('a client that names no spender', () => {
  const pair = { from: caip(usdt), to: caip(usdc) }
  const word = (n: bigint) => numberToHex(n, { size: 32 })
  const read = (data: Hex) => {
    const { functionName, args = [] } = decodeFunctionData({ abi: erc20Abi, data })
    return [functionName, String(args[0]).toLowerCase(), args[1]]
  }

  it('gets its approval from a server without its quote: for the amount it names, or for its balance', async () => {
    const { ask } = serve({
      quote: { amountOut: 5n },
      says: (data) => (data.startsWith('0x70a08231') ? word(7n) : undefined),
    })
    const named = await ask<Approval>('build-approve', { ...pair, amount: '5', userAddress: caip(owner) })
    expect(read(named.body.tx.data)).toEqual(['approve', router, 5n])
    const whole = await ask<Approval>('build-approve', { ...pair, userAddress: caip(owner) })
    expect(read(whole.body.tx.data)).toEqual(['approve', router, 7n])
  })

  it('gets the route with one plain approval, if that costs hardly anything', async () => {
    const { ask } = serve({ quote: { amountOut: 1_000n }, throughPermit2: 1_005n })
    const query = { ...pair, amount: '1000', userAddress: owner }
    const first = async (more: object) => {
      const { body } = await ask<{ quotes: SwapQuote[] }>('quotes', { ...query, ...more })
      return body.quotes.map(({ toAmount }) => toAmount)
    }
    expect(await first({})).toEqual(['1000', '1005'])
    const { body } = await ask<Approval>('build-approve', { ...query, userAddress: caip(owner) })
    expect(read(body.tx.data)).toEqual(['approve', router, 1_000n])
    // Our own kit says what it signs, and supports both approvals.
    expect(await first({ signs: 'eip2612' })).toEqual(['1005', '1000'])
  })

  it('gets a reset first, as the transaction, if the token requires one', async () => {
    let given = 3n
    const { ask } = serve({
      quote: { amountOut: 5n },
      says: (data) => {
        if (data.startsWith('0xdd62ed3e')) return word(given)
        return data.startsWith('0x095ea7b3') && given > 0n
          ? new RpcError({ code: 3, message: 'execution reverted' })
          : undefined
      },
    })
    const query = { ...pair, amount: '5', userAddress: caip(owner) }
    const first = await ask<Approval & { reset?: object }>('build-approve', query)
    expect([read(first.body.tx.data), first.body.reset]).toEqual([['approve', router, 0n], undefined])
    // A client that supports resets gets it beside the approval.
    const knowing = await ask<Approval & { reset?: { data: Hex } }>('build-approve', { ...query, spender: router })
    expect([read(knowing.body.tx.data), read(knowing.body.reset!.data)]).toEqual([
      ['approve', router, 5n],
      ['approve', router, 0n],
    ])
    given = 0n
    expect(read((await ask<Approval>('build-approve', query)).body.tx.data)).toEqual(['approve', router, 5n])
  })
})
