import { calls as hostedCalls, settler } from '@billfold/server/test/testSwaps'
import { encodeFunctionData, encodeFunctionResult, erc20Abi } from 'viem'
import { expect, test, vi } from 'vitest'
import { openTestFrame } from '../../test/openTestFrame.ts'
import { coin, ether, moved, router, simulated, swapData, usdc, weth, word } from '../../test/ownSwap.ts'
import { pretendPerson } from '../../test/pretendWallet.ts'
import type { Node } from '../page/createNode.ts'

// The kit’s own swaps, by calldata that its server writes, and what sites may make of them. The network is OP Mainnet.

type Hex = `0x${string}`
const me = pretendPerson.evmAddress as Hex
const mallory: Hex = `0x${'b'.repeat(40)}`
const swap = { to: router, value: '0xde0b6b3a7640000', data: swapData(me) }

const simulation = (...logs: unknown[]) => ({ eth_simulateV1: simulated(...logs) })
const paid = moved(coin, me, router, ether)
const honest = simulation(paid, moved(usdc, router, me, 2_992_500_000n))

type Answers = Record<string, unknown>
const nodeSaying = (changed: Answers): Node => {
  const answers: Answers = {
    ...{ eth_getTransactionCount: '0x0', eth_estimateGas: '0xea60', eth_getBalance: `0x${(5n * ether).toString(16)}` },
    ...{ eth_getBlockByNumber: { baseFeePerGas: '0x64' }, eth_maxPriorityFeePerGas: '0x2', eth_gasPrice: '0x66' },
    ...{ eth_getCode: '0x6000', eth_sendRawTransaction: `0x${'1'.repeat(64)}` },
    ...changed,
  }
  return async (_, { method, params }) => {
    const answer = answers[method]
    if (answer === undefined) throw new Error(`no ${method}`)
    return typeof answer === 'function' ? (answer as (params: unknown) => unknown)(params) : answer
  }
}
const plain = (text: string) => text.replace(/[\u2068\u2069]/g, '')

async function shown(
  method: string,
  params: unknown,
  answers: Answers = {},
  { others = [], ...deps }: { others?: Answers[] } & Partial<Parameters<typeof openTestFrame>[0]> = {},
) {
  const { rpc, views } = openTestFrame({
    ...{ node: vi.fn(nodeSaying(answers)), otherNodes: () => others.map(nodeSaying), ...deps },
  })
  await rpc(method, params).catch(() => {})
  const view = views[0]!
  return { view, warnings: (view.mustConfirm ?? []).map(plain), lines: view.lines.map(({ text }) => plain(text)) }
}
const transaction = (call: object, answers: Answers, others: Answers[] = []) =>
  shown('eth_sendTransaction', [{ from: me, ...call }], answers, { others })

const sentence = 'Swap 1 ETH for at least 2,962.57 USDC on Uniswap'
const unknown = 'We can’t tell what this call does. Approve it only if you trust the site.'
const broken = 'In the simulation, this swap takes more or returns less than it promises.'

test('describes the kit’s own swap in one sentence, with its tokens and exchange', async () => {
  const { view, lines, warnings } = await transaction(swap, honest)
  expect(lines).toEqual([sentence])
  expect(warnings).toEqual([])
  expect(view.title).toBe('Confirm swap')
  expect(view.changes).toMatchObject([
    { isGain: false, amount: '1', unit: 'ETH', icon: 'ETH' },
    { isGain: true, amount: '2,992.5', unit: 'USDC', icon: 'USDC' },
  ])
  expect(view.target).toMatchObject({ value: router, known: { name: 'Uniswap', listedBy: 'wallet' } })
  expect(view.rows.map(({ value }) => value)).toContain('0.85%')
})

test('describes what a swap states itself if no node can simulate it', async () => {
  const { view, lines } = await transaction(swap, {})
  expect(lines).toEqual([sentence])
  expect(view.changes).toMatchObject([
    { isGain: false, amount: '1', unit: 'ETH' },
    { isGain: true, amount: '2,962.57', unit: 'USDC', isLeast: true },
  ])
  expect(view.rows.map(({ value }) => value)).toContain('This transaction couldn’t be simulated.')
})

test('warns of a swap whose result goes to another account', async () => {
  const call = { ...swap, data: swapData(mallory) }
  const { view, warnings } = await transaction(call, simulation(paid))
  expect(warnings).toContain('What this swap returns goes to another account, not to yours.')
  expect(view.lines[0]).toMatchObject({ tone: 'danger', rows: [{ value: mallory }] })
})

test.each<[string, Answers]>([
  ['returns less than its minimum', simulation(paid, moved(usdc, router, me, 2_962_569_999n))],
  ['returns nothing', simulation(paid)],
  ['takes more than its amount', simulation(paid, paid, moved(usdc, router, me, 2_992_500_000n))],
  ['takes another token, too', simulation(paid, moved(usdc, router, me, 2_992_500_000n), moved(weth, me, mallory, 5n))],
])('warns of a swap that, simulated, %s', async (_, answers) => {
  const { view, warnings } = await transaction(swap, answers)
  expect(warnings).toContain(broken)
  expect(view.lines[0]).toMatchObject({ tone: 'danger' })
})

test('puts back a payment that a simulation hides', async () => {
  const { view, warnings } = await transaction(swap, simulation(moved(usdc, router, me, 2_992_500_000n)))
  expect(warnings).toContain('The simulation leaves out what this request says itself. Don’t rely on it.')
  expect(view.changes).toMatchObject([{ isGain: false, amount: '1', unit: 'ETH' }, { isGain: true }])
})

test.each<[string, object]>([
  ['a contract that is on no list', { ...swap, to: mallory }],
  ['more coins than the swap uses', { ...swap, value: '0xde0b6b3a7640001' }],
  ['bytes that are cut off', { ...swap, data: swap.data.slice(0, -64) }],
  ['another exchange’s call', { ...swap, data: hostedCalls.oneInch(1n, { recipient: me }) }],
])('never calls %s a swap', async (_, call) => {
  const { view, lines, warnings } = await transaction(call, honest)
  expect(lines).toEqual(expect.arrayContaining(['Call a contract']))
  expect(lines.join()).not.toContain('Swap')
  expect(view.title).toBe('Confirm transaction')
  expect(warnings).toContain(unknown)
})

test('believes no single server about the contract behind 0x’s', async () => {
  const data = hostedCalls.zeroX(1n, { recipient: me, from: usdc })
  const call = { to: '0x0000000000001fF3684f28c67538d4D072C22734', data }
  const known = { eth_call: `0x${word(settler)}` }
  const answers = { ...simulation(moved(usdc, me, settler, 100_000_000n), moved(coin, settler, me, 7n)), ...known }
  expect((await transaction(call, answers)).warnings).toContain(unknown)
  expect((await transaction(call, answers, [{ ...answers, eth_call: `0x${word(mallory)}` }])).warnings).toContain(
    unknown,
  )
  const confirmed = await transaction(call, answers, [answers])
  expect(confirmed.lines).toEqual(['Swap 100 USDC for at least 0.000000000000000001 ETH on 0x'])
  expect(confirmed.warnings).toEqual([])
})

test('shows a permission inside a swap’s call that goes beyond the swap', async () => {
  const permit = (amount: string, spender: string) => ({
    typedData: {
      message: {
        details: { token: usdc, amount, expiration: '2000000000', nonce: '0' },
        ...{ spender, sigDeadline: '2000000000' },
      },
    },
    signature: `0x${'11'.repeat(65)}`,
  })
  const sells = (amount: string, spender: string) => ({
    to: router,
    data: swapData(me, {
      route: [{ from: usdc, to: weth, v3Fee: 500 }] as never,
      ...{ amount: 5_000_000n, minOut: 990n, paysNative: false, getsNative: true, fee: undefined },
      permit: permit(amount, spender) as never,
    }),
  })
  /** Permit2's event: owner, token and spender, then amount, end and number. */
  const permitted = {
    address: '0x000000000022d473030f116ddee9f6b43ac78ba3',
    topics: ['0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec', me, usdc, router].map((topic) =>
      topic.length === 66 ? topic : `0x${word(topic as Hex)}`,
    ),
    data: `0x${word(5_000_000n)}${word(2_000_000_000n)}${word(0n)}`,
  }
  const answers = simulation(permitted, moved(usdc, me, mallory, 5_000_000n), moved(coin, router, me, 1000n))
  expect((await transaction(sells('5000000', router), answers)).lines).toHaveLength(1)
  for (const beyond of [sells('5000001', router), sells('5000000', mallory)]) {
    const { lines } = await transaction(beyond, answers)
    expect(lines.join()).toMatch(/Allow spending up to 5(\.000001)? USDC/)
  }
})

test('names a contract of the operator’s list as such, on its own chain only', async () => {
  const ours = [{ source: 'uniswap', network: 'eip155:10' as const, address: mallory }]
  const call = { ...swap, to: mallory, from: me }
  const answers = simulation(moved(coin, me, mallory, ether), moved(usdc, mallory, me, 2_992_500_000n))
  const { view, lines } = await shown('eth_sendTransaction', [call], answers, { contracts: ours })
  expect(lines).toEqual([sentence])
  expect(view.target).toMatchObject({ known: { name: 'Uniswap', listedBy: 'operator' } })
  const elsewhere = [{ ...ours[0]!, network: 'eip155:1' as const }]
  expect((await shown('eth_sendTransaction', [call], answers, { contracts: elsewhere })).warnings).toContain(unknown)
})

test('takes the name of a typed request’s contract for a claim', async () => {
  const data = (name: string, verifyingContract: string) => ({
    domain: { name, chainId: 10, verifyingContract },
    primaryType: 'Order',
    types: { Order: [{ name: 'amount', type: 'uint256' }] },
    message: { amount: '1' },
  })
  for (const name of ['Uniswap', 'UNlSWAP', 'Uniswap V3: Router', 'Permit2']) {
    const { view, warnings } = await shown('eth_signTypedData_v4', [me, data(name, mallory)])
    expect(view.rows.map(({ value }) => plain(value))).toContain(`“${name}”`)
    expect(warnings.join()).toMatch(/^This contract calls itself .+, but it isn’t the .+ we know\.$/)
  }
  expect((await shown('eth_signTypedData_v4', [me, data('Seaport', mallory)])).warnings).toEqual([])
  const listed = await shown('eth_signTypedData_v4', [me, data('Uniswap', router)])
  expect(listed.warnings).toEqual([])
  expect(listed.view.rows).toContainEqual(expect.objectContaining({ value: router, known: expect.anything() }))
})

test('draws an icon for pinned tokens only, never for a lookalike', async () => {
  const fake: Hex = `0x${'c'.repeat(40)}`
  const eth_call = (params: unknown) =>
    (params as [{ data: string }])[0].data === '0x95d89b41'
      ? encodeFunctionResult({ abi: erc20Abi, functionName: 'symbol', result: 'USDC' })
      : `0x${word(6n)}`
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [mallory, 5_000_000n] })
  const { view } = await transaction(
    { to: fake, data },
    { ...simulation(moved(fake, me, mallory, 5_000_000n)), eth_call },
  )
  expect(view.changes[0]).toMatchObject({ unit: '“USDC”', note: fake })
  expect(view.changes[0]).not.toHaveProperty('icon')
  // Nor for a coin that only the operator’s list names.
  const named = async () => ({
    ...{ id: 'eip155:4242' as const, namespace: 'eip155' as const, name: 'Mine (eip155:4242)' },
    coin: { symbol: 'ETH', decimals: 18 },
  })
  const own = await shown(
    'eth_sendTransaction',
    [{ from: me, to: mallory, value: '0x1' }],
    { eth_getCode: '0x' },
    { named },
  )
  expect(own.view.changes[0]).toMatchObject({ unit: 'ETH' })
  expect(own.view.changes[0]).not.toHaveProperty('icon')
})
