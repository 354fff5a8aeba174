import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answers, least, sourcesAt, swaps } from '../../../../test/testAnswers.ts'
import { calls, mainnet, stranger, swapRequest } from '../../../../test/testSwaps.ts'
import { startUpstream, type Upstream, usdt } from '../../../../test/testUpstream.ts'
import { buildFault, quoteFault } from '../checkQuote.ts'
import type { QuoteSource, SourceQuote } from '../quoteSource.ts'
import { createTrustedContracts } from '../trustedContracts.ts'
import type { HostedSwapId } from './hostedContracts.ts'

let upstream: Upstream
let make: ReturnType<typeof sourcesAt>
const time = Date.UTC(2026, 10, 15)
beforeAll(async () => {
  upstream = await startUpstream()
  make = sourcesAt(upstream.url, () => time)
})
afterAll(() => upstream.close())

const signal = () => new AbortController().signal
const trusted = createTrustedContracts()
const fault = (source: QuoteSource, quote: SourceQuote | undefined, request = swapRequest()) =>
  quote && quoteFault(request, quote, trusted(request.chain, source.id), time)

describe('a missing route', () => {
  it.each([
    ['0x', 200, { liquidityAvailable: false, zid: '0x1' }],
    ['0x', 400, { name: 'TOKEN_NOT_SUPPORTED', message: 'not supported' }],
    ['1inch', 400, { error: 'Bad Request', description: 'insufficient liquidity', statusCode: 400 }],
    ['lifi', 404, { message: 'Unable to find a quote for the requested transfer.', code: 1002, errors: [] }],
    ['lifi', 400, { message: 'No quote', code: 1002 }],
    ['kyberswap', 400, { code: 4008, message: 'route not found' }],
    ['kyberswap', 200, { code: 4011, message: 'token not found' }],
  ] as const)('is reported by %s as %s', async (id, status, body) => {
    upstream.says({ status, body })
    expect(await make[id]().quote(swapRequest(), signal())).toBeUndefined()
  })

  it.each([
    ['0x', 400, { name: 'INPUT_INVALID', message: 'bad taker' }],
    ['1inch', 400, { error: 'Bad Request', description: 'src is invalid', statusCode: 400 }],
    ['1inch', 401, { error: 'Unauthorized' }],
    ['lifi', 400, { message: 'integrator is not registered', code: 1011 }],
    ['kyberswap', 400, { code: 4000, message: 'bad request' }],
    ['kyberswap', 200, { code: 4002, message: 'invalid' }],
  ] as const)('is not what %s means by %s and an error', async (id, status, body) => {
    upstream.says({ status, body })
    await expect(make[id]().quote(swapRequest(), signal())).rejects.toMatchObject({ code: 'unavailable' })
  })
})

describe('a hostile response', () => {
  const { action, estimate } = answers.lifi()
  it.each<[HostedSwapId, unknown, string]>([
    ['0x', answers['0x']({ chainId: 56 }), 'a response to another request'],
    ['0x', answers['0x']({ buyToken: usdt }), 'a response to another request'],
    ['0x', answers['0x']({ sellAmount: '1' }), 'a response to another request'],
    ['0x', answers['0x']({ issues: { allowance: { spender: stranger } } }), 'a spender that is not on the list'],
    ['0x', answers['0x']({}, { to: stranger }), 'a contract that is not on the list'],
    ['0x', answers['0x']({}, { gas: '99999999999' }), 'a gas estimate that cannot be'],
    ['0x', answers['0x']({}, { data: calls.zeroX(1n) }), 'a minimum below the requested slippage'],
    ['0x', answers['0x']({}, { data: '0xa9059cbb' }), 'a minimum that is none'],
    ['1inch', answers['1inch']({ dstToken: { address: usdt } }), 'a response to another request'],
    ['1inch', answers['1inch']({ gas: -1 }), 'a gas estimate that cannot be'],
    ['lifi', answers.lifi({ action: { ...action, toChainId: 10 } }), 'a response to another request'],
    ['lifi', answers.lifi({}, { chainId: 10 }), 'a response to another request'],
    [
      'lifi',
      answers.lifi({ estimate: { ...estimate, approvalAddress: stranger } }),
      'a spender that is not on the list',
    ],
    ['lifi', answers.lifi({}, { to: stranger }), 'a contract that is not on the list'],
    ['lifi', answers.lifi({}, { data: calls.lifi(0n) }), 'a minimum that is none'],
    ['kyberswap', answers.kyberswap({ tokenOut: usdt }), 'a response to another request'],
    ['kyberswap', answers.kyberswap({}, { routerAddress: stranger }), 'a spender that is not on the list'],
  ])('of %s is rejected: %#', async (id, body, reason) => {
    const source = make[id]()
    upstream.says({ body })
    expect(fault(source, await source.quote(swapRequest(), signal()))).toBe(reason)
  })

  const building = async (id: '1inch' | 'kyberswap', body: unknown) => {
    const source = make[id]()
    upstream.says({ body: answers[id]() })
    const quote = (await source.quote(swapRequest(), signal()))!
    upstream.says({ body })
    const built = await source.build(swapRequest(), quote, signal())
    return buildFault(swapRequest(), quote, built, trusted(mainnet, id))
  }

  it.each<['1inch' | 'kyberswap', unknown, string]>([
    ['1inch', swaps['1inch'](least, { to: stranger }), 'a contract that is not on the list'],
    ['1inch', swaps['1inch'](least, { value: '7' }), 'another value than the amount'],
    ['1inch', swaps['1inch'](least, { data: '0xdeadbeef' }), 'a minimum below the one that was quoted'],
    ['kyberswap', swaps.kyberswap(least, { routerAddress: stranger }), 'a contract that is not on the list'],
    ['kyberswap', swaps.kyberswap(least, { transactionValue: '7' }), 'another value than the amount'],
    ['kyberswap', swaps.kyberswap(least, { data: '0x' }), 'no call at all'],
  ])('of %s is rejected when it builds: %#', async (id, body, reason) => {
    expect(await building(id, body)).toBe(reason)
  })

  it.each(['1inch', 'kyberswap'] as const)('of %s that is only late is reported as late', async (id) => {
    await expect(building(id, swaps[id](least - 1n))).rejects.toThrow('The price has moved')
  })
})
