import { type Hex, numberToHex } from 'viem'
import { expect, it } from 'vitest'
import type { EvmAddress } from '../../chains/serverChain.ts'
import type { ChainRpc } from '../../rpc/createRpc.ts'
import { createApprovalGas } from './createApprovalGas.ts'
import { swapRequest } from './hosted/testSwaps.ts'
import { nativeCoin } from './quoteSource.ts'

const spender: EvmAddress = '0x00000000000000000000000000000000000000aa'
const request = swapRequest()

/** A chain whose token says this, or fails; counts how often it was asked. */
function token(answer: () => Hex) {
  let asked = 0
  const read = async () => {
    asked += 1
    return answer()
  }
  const rpc = {
    // No Multicall3: each read is a call of its own.
    call: async () => '0x',
    batch: (calls: readonly unknown[]) =>
      Promise.all(calls.map(async () => ({ ok: true as const, result: await read() }))),
  } as unknown as ChainRpc
  return { rpc: () => rpc, times: () => asked }
}
const word = (amount: bigint) => numberToHex(amount, { size: 32 })

it('is nothing where enough is allowed, and an approval’s where it is not', async () => {
  const enough = createApprovalGas({ rpc: token(() => word(request.amount)).rpc })
  expect(await enough(request, spender)).toBe(0n)
  const tooLittle = createApprovalGas({ rpc: token(() => word(request.amount - 1n)).rpc })
  expect(await tooLittle(request, spender)).toBe(55_000n)
})

it('is nothing for the chain’s own coin, and no one is asked', async () => {
  const { rpc, times } = token(() => word(0n))
  expect(await createApprovalGas({ rpc })({ ...request, from: nativeCoin }, spender)).toBe(0n)
  expect(times()).toBe(0)
})

it('takes it that an approval is missing where the token does not say', async () => {
  const silent = createApprovalGas({ rpc: token(() => '0x').rpc })
  expect(await silent(request, spender)).toBe(55_000n)
  const broken = token(() => {
    throw new Error('down')
  })
  expect(await createApprovalGas({ rpc: broken.rpc })(request, spender)).toBe(55_000n)
})

it('asks once for however many quotes within some seconds', async () => {
  let time = 0
  const { rpc, times } = token(() => word(0n))
  const gas = createApprovalGas({ rpc, now: () => time })
  await Promise.all([gas(request, spender), gas({ ...request, amount: 1n }, spender)])
  expect(times()).toBe(1)
  time += 5_001
  await gas(request, spender)
  expect(times()).toBe(2)
})
