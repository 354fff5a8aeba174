import { encodeFunctionData, type Hex, numberToHex, parseAbi, parseEther } from 'viem'
import { expect, it } from 'vitest'
import { caip, fair, type Quotes, router, type SimulatedBlock, serve, swap } from '../../test/testSwapServer.ts'

const [forwarder, honest] = [`0x${'f0'.repeat(20)}`, `0x${'a1'.repeat(20)}`] as const
const coinOf = (user: Hex) =>
  encodeFunctionData({ abi: parseAbi(['function getEthBalance(address)']), args: [user] }).toLowerCase()

/**
 * A chain on which one account's code forwards all coins that it receives, unless the request removes that code. The
 * router takes the dollars and pays what it promised, or less.
 */
function chainOf({ paid = fair } = {}) {
  return ({ stateOverrides, calls }: SimulatedBlock) => {
    const user = calls[0]!.from
    const code = stateOverrides[user]?.code ?? (user === forwarder ? '0x5f5f5f5f47335af1' : '0x')
    const held = { coin: parseEther('1'), dollars: 500_000_000n }
    return calls.map(({ to, data }) => {
      if (to === router) {
        held.dollars -= BigInt(swap.amount)
        if (code === '0x') held.coin += paid
      }
      const isLook = data.toLowerCase() === coinOf(user) ? held.coin : data.startsWith('0x70a08231') && held.dollars
      return { status: '0x1', returnData: isLook === false ? '0x' : numberToHex(isLook, { size: 32 }) }
    })
  }
}

function setUp(chain = chainOf()) {
  const { ask, operatorView } = serve({ simulates: chain })
  const quotesFor = async (user: string) =>
    (await ask<Quotes>('quotes', { ...swap, userAddress: user }, undefined, user)).body
  const build = (user: string, quoteId: string) =>
    ask('build-transaction', {}, { ...swap, userAddress: caip(user), quoteId }, user)
  return { quotesFor, build, operatorView }
}

it('keeps a source that serves a forwarding account', async () => {
  const { quotesFor, build, operatorView } = setUp()
  const { quotes, silent, why } = await quotesFor(forwarder)
  expect(quotes).toEqual([])
  expect(why).toEqual({ reason: 'would_fail' })
  expect(silent).toMatchObject([{ state: 'refused', reason: 'Your account passes on what it receives' }])
  const { quotes: theirs } = await quotesFor(honest)
  expect(theirs).toHaveLength(1)
  expect((await build(honest, theirs[0]!.id!)).status).toBe(200)
  expect((await operatorView()).metrics).toEqual([])
})

it('keeps it even if the account begins to forward after the quote', async () => {
  let isForwarding = false
  const [plain, forwarding] = [chainOf(), chainOf()]
  const { quotesFor, build, operatorView } = setUp((block) => {
    const bare = { ...block, stateOverrides: { [forwarder]: { code: '0x' as const } } }
    return isForwarding ? forwarding(block) : plain(bare)
  })
  const { quotes } = await quotesFor(forwarder)
  isForwarding = true
  const built = await build(forwarder, quotes[0]!.id!)
  expect(built.status).toBe(400)
  expect(built.body.reasons[0]!.description).toContain('Your account passes on what it receives')
  expect((await quotesFor(honest)).quotes).toHaveLength(1)
  expect((await operatorView()).metrics).toEqual([])
})

it('excludes a source that underpays an account without code, for everyone', async () => {
  let paid = fair
  const { quotesFor, build, operatorView } = setUp((block) => chainOf({ paid })(block))
  const { quotes } = await quotesFor(forwarder.replace('f0', 'f1'))
  paid = fair / 2n
  expect((await build(forwarder.replace('f0', 'f1'), quotes[0]!.id!)).status).not.toBe(200)
  paid = fair
  expect((await quotesFor(honest)).silent).toMatchObject([
    { state: 'refused', reason: expect.stringContaining('lied') },
  ])
  expect((await operatorView()).metrics).not.toEqual([])
})
