import { type Hex, numberToHex } from 'viem'
import { expect, it } from 'vitest'
import { swapRequest } from '../../../test/testSwaps.ts'
import type { EvmAddress } from '../../chains/serverChain.ts'
import type { ChainRpc } from '../../rpc/createRpc.ts'
import { createApprovalGas } from './createApprovalGas.ts'
import { nativeCoin } from './quoteSource.ts'

const spender: EvmAddress = '0x00000000000000000000000000000000000000aa'
const request = swapRequest()

/** A chain whose token returns `answer`, or fails; counts its requests. */
function token(answer: () => Hex) {
  let requests = 0
  const read = async () => {
    requests += 1
    return answer()
  }
  const rpc = {
    // No Multicall3: each read is a call of its own.
    call: async () => '0x',
    batch: (calls: readonly unknown[]) =>
      Promise.all(calls.map(async () => ({ ok: true as const, result: await read() }))),
  } as unknown as ChainRpc
  return { rpc: () => rpc, times: () => requests }
}
const word = (amount: bigint) => numberToHex(amount, { size: 32 })

it('is zero if the allowance suffices, and otherwise an approval’s', async () => {
  const enough = createApprovalGas({ rpc: token(() => word(request.amount)).rpc })
  expect(await enough(request, spender)).toBe(0n)
  const tooLittle = createApprovalGas({ rpc: token(() => word(request.amount - 1n)).rpc })
  expect(await tooLittle(request, spender)).toBe(55_000n)
})

it('is zero for the chain’s own coin, without a request', async () => {
  const { rpc, times } = token(() => word(0n))
  expect(await createApprovalGas({ rpc })({ ...request, from: nativeCoin }, spender)).toBe(0n)
  expect(times()).toBe(0)
})

it('assumes a missing approval if the token does not report it', async () => {
  const silent = createApprovalGas({ rpc: token(() => '0x').rpc })
  expect(await silent(request, spender)).toBe(55_000n)
  const broken = token(() => {
    throw new Error('down')
  })
  expect(await createApprovalGas({ rpc: broken.rpc })(request, spender)).toBe(55_000n)
})

it('reads once for all quotes within some seconds', async () => {
  let time = 0
  const { rpc, times } = token(() => word(0n))
  const gas = createApprovalGas({ rpc, now: () => time })
  await Promise.all([gas(request, spender), gas({ ...request, amount: 1n }, spender)])
  expect(times()).toBe(1)
  time += 5_001
  await gas(request, spender)
  expect(times()).toBe(2)
})
