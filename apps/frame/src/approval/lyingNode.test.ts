import { encodeFunctionData, encodeFunctionResult, erc20Abi, parseAbi, parseTransaction } from 'viem'
import { expect, test, vi } from 'vitest'
import { openTestFrame } from '../../test/openTestFrame.ts'
import { pretendPerson } from '../../test/pretendWallet.ts'
import type { Node } from '../page/createNode.ts'

// The API, a node or a token may say anything. These are the screens that a visitor decides by, of requests made as pages make them.

const me = pretendPerson.evmAddress as `0x${string}`
const [token, spender, friend] = ['c', 'b', 'd'].map((digit): `0x${string}` => `0x${digit.repeat(40)}`) as [
  `0x${string}`,
  `0x${string}`,
  `0x${string}`,
]
/** USDC of OP Mainnet, the test frame's network. */
const usdc = '0x0b2c639c533813f4aa9d7837caf62653d097ff85'
const word = (value: string | bigint) =>
  (typeof value === 'bigint' ? value.toString(16) : value.slice(2)).padStart(64, '0')
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const approvalTopic = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const log = (address: string, topic: string, from: string, to: string, amount: bigint) => ({
  ...{ address, topics: [topic, `0x${word(from)}`, `0x${word(to)}`], data: `0x${word(amount)}` },
})
const simulation = (logs: unknown[]) => [{ calls: [{ status: '0x1', logs }] }]
const tokenSays = (symbol: string, decimals: number) => ({
  eth_call: (params: unknown) =>
    (params as [{ data: string }])[0].data === '0x95d89b41'
      ? encodeFunctionResult({ abi: erc20Abi, functionName: 'symbol', result: symbol })
      : `0x${word(BigInt(decimals))}`,
})

type Answers = Record<string, unknown>
const nodeSaying = (changed: Answers): Node => {
  const answers: Answers = {
    ...{ eth_getTransactionCount: '0x0', eth_estimateGas: '0xea60', eth_getBalance: `0x${(10n ** 18n).toString(16)}` },
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

/** The screen of a transaction, and the signed transaction after approval. */
async function shown(transaction: object, answers: Answers, others: Answers[] = []) {
  const node = vi.fn(nodeSaying(answers))
  const { rpc, views } = openTestFrame({ node, otherNodes: () => others.map(nodeSaying) })
  await rpc('eth_sendTransaction', [{ from: me, ...transaction }]).catch(() => {})
  const sent = node.mock.calls.find(([, { method }]) => method === 'eth_sendRawTransaction')
  const signed = sent && parseTransaction((sent[1].params as [`0x${string}`])[0])
  const view = views[0]!
  const plain = (text: string) => text.replace(/[\u2068\u2069]/g, '')
  return {
    ...{
      view,
      signed,
      warnings: (view.mustConfirm ?? []).map(plain),
      lines: view.lines.map(({ text }) => plain(text)),
    },
  }
}
const call = (to: string, functionName: 'transfer' | 'approve', amount: bigint) => ({
  ...{ to, data: encodeFunctionData({ abi: erc20Abi, functionName, args: [spender, amount] }) },
})

test('quotes, marks and flags a worthless token that calls itself USDC', async () => {
  for (const symbol of ['USDC', 'USDС', 'usd c', 'ETH']) {
    const { view, lines, warnings } = await shown(call(token, 'transfer', 5_000_000n), {
      ...tokenSays(symbol, 6),
      eth_simulateV1: simulation([log(token, transferTopic, me, spender, 5_000_000n)]),
    })
    const pose = symbol === 'ETH' ? 'ETH' : 'USDC'
    expect(lines[0]).toBe(`Send 5 “${symbol}”`)
    expect(view.changes).toMatchObject([{ unit: `“${symbol}”`, note: token, isUnverified: true }])
    expect(warnings).toEqual([`This token calls itself ${pose}, but it isn’t the ${pose} we know.`])
  }
  const other = await shown(call(token, 'transfer', 5n), {
    ...tokenSays('PUPPY', 0),
    eth_simulateV1: simulation([log(token, transferTopic, me, spender, 5n)]),
  })
  expect(other.warnings).toEqual([])
})

test('keeps a listed token’s symbol and decimals, whatever the API says', async () => {
  const { view, lines, warnings } = await shown(call(usdc, 'transfer', 5_000_000n), {
    ...tokenSays('WORTHLESS', 18),
    eth_simulateV1: simulation([log(usdc, transferTopic, me, spender, 5_000_000n)]),
  })
  expect(lines).toEqual(['Send 5 USDC'])
  expect(view.changes).toEqual([
    { isGain: false, amount: '5', unit: 'USDC', note: usdc, icon: 'USDC', isUnverified: true },
  ])
  expect(warnings).toEqual([])
})

test('confirms decimals by the operator’s nodes, and leaves them out if two disagree', async () => {
  const transfer = call(token, 'transfer', 5_000_000n)
  const eth_simulateV1 = simulation([log(token, transferTopic, me, spender, 5_000_000n)])
  const honest = { ...tokenSays('PUPPY', 6), eth_simulateV1 }
  const lying = { ...tokenSays('PUPPY', 12), eth_simulateV1 }
  const confirmed = await shown(transfer, honest, [honest, honest])
  expect(confirmed.view.changes).toEqual([{ isGain: false, amount: '5', unit: '“PUPPY”', note: token }])
  expect(confirmed.view.lines[0]).not.toHaveProperty('isUnverified')
  const disputed = await shown(transfer, lying, [honest, honest])
  expect(disputed.lines[0]).toBe('Send 5000000 units')
  expect(disputed.warnings).toEqual(['Our sources disagree about this request. You see the worst of what they say.'])
  const alone = await shown(transfer, lying)
  expect(alone.view.changes).toMatchObject([{ isUnverified: true }])
  // An unreachable node confirms nothing.
  const away = await shown(transfer, honest, [{ eth_call: () => Promise.reject(new Error('away')) }])
  expect(away.view.changes).toMatchObject([{ amount: '5', isUnverified: true }])
})

const usual = {
  eth_feeHistory: {
    baseFeePerGas: Array.from({ length: 21 }, () => '0x64'),
    gasUsedRatio: Array.from({ length: 20 }, () => 0.5),
    reward: Array.from({ length: 20 }, () => ['0x2']),
  },
}

test('caps a fee at ten times the usual one, no matter who sets it', async () => {
  const absurd = `0x${(10n ** 15n).toString(16)}`
  const cases: [object, Answers][] = [
    [{}, { ...usual, eth_maxPriorityFeePerGas: absurd }],
    [{ maxFeePerGas: absurd, maxPriorityFeePerGas: absurd }, usual],
    [{ maxPriorityFeePerGas: absurd }, usual],
  ]
  for (const [fees, answers] of cases) {
    const { signed } = await shown({ to: friend, value: '0x1', ...fees }, { eth_getCode: '0x', ...answers })
    expect(signed).toMatchObject({ maxFeePerGas: 1020n, maxPriorityFeePerGas: 1020n })
  }
  const legacy = await shown({ to: friend, value: '0x1', gasPrice: absurd }, { eth_getCode: '0x', ...usual })
  expect(legacy.signed).toMatchObject({ gasPrice: 1020n })
  // Without a history, by the usual price; and by the operator's own node where the API lies about both.
  const old = await shown({ to: friend, value: '0x1', gasPrice: absurd }, { eth_getCode: '0x' })
  expect(old.signed).toMatchObject({ gasPrice: 1020n })
  const lies = { eth_gasPrice: absurd, eth_maxPriorityFeePerGas: absurd, eth_getCode: '0x' }
  expect((await shown({ to: friend, value: '0x1' }, lies, [usual])).signed).toMatchObject({ maxFeePerGas: 1020n })
  expect((await shown({ to: friend, value: '0x1' }, { ...usual, eth_getCode: '0x' })).signed).toMatchObject({
    maxFeePerGas: 202n,
    maxPriorityFeePerGas: 2n,
  })
})

test('blocks a base fee of more than ten times the usual fee', async () => {
  const lies = { eth_getBlockByNumber: { baseFeePerGas: '0xffffff' }, eth_getCode: '0x' }
  const { view } = await shown({ to: friend, value: '0x1' }, { ...usual, ...lies })
  expect(view.obstacle).toBe('The network fee is over ten times its usual level. Try again later.')
})

test('does not trust a simulation that leaves out the call’s own effects', async () => {
  const warning = 'The simulation leaves out what this request says itself. Don’t rely on it.'
  const items = parseAbi(['function setApprovalForAll(address,bool)'])
  const all = encodeFunctionData({ abi: items, args: [spender, true] })
  for (const transaction of [
    call(usdc, 'approve', 7_000_000n),
    call(usdc, 'transfer', 7_000_000n),
    { to: token, data: all },
  ]) {
    const { view, warnings } = await shown(transaction, { ...tokenSays('PUPPY', 0), eth_simulateV1: simulation([]) })
    expect(warnings).toEqual([warning])
    expect(view.lines[0]!.rows.map(({ value }) => value)).toContain(spender)
  }
  const transfer = await shown(call(usdc, 'transfer', 7_000_000n), { eth_simulateV1: simulation([]) })
  expect(transfer.view.changes).toMatchObject([{ isGain: false, amount: '7', unit: 'USDC' }])
  // A node that doesn't report payments of the coin can't take one off the screen either.
  const swap = await shown(
    { to: spender, value: '0xde0b6b3a7640000', data: '0x12345678' },
    { eth_simulateV1: simulation([]) },
  )
  expect(swap.view.changes).toMatchObject([{ isGain: false, amount: '1', unit: 'ETH' }])
})

test('shows a permission inside an undecodable call, even if one of two nodes hides it', async () => {
  const swap = { to: spender, data: '0x12345678' }
  const honest = {
    ...tokenSays('PUPPY', 0),
    eth_simulateV1: simulation([
      log(usdc, transferTopic, me, spender, 3_000_000n),
      log(usdc, approvalTopic, me, friend, 2n ** 256n - 1n),
    ]),
  }
  const hiding = { eth_simulateV1: simulation([log(usdc, transferTopic, me, spender, 1_000_000n)]) }
  for (const [api, others] of [
    [honest, []],
    [hiding, [honest]],
    [honest, [hiding]],
  ] as const) {
    const { view, lines, warnings } = await shown(swap, api, [...others])
    expect(lines).toEqual(['Call a contract', 'Allow spending all of your USDC'])
    expect(view.changes).toMatchObject([{ isGain: false, amount: '3', unit: 'USDC' }])
    expect(warnings[0]).toBe('We can’t tell what this call does. Approve it only if you trust the site.')
    expect(warnings).toHaveLength(others.length > 0 ? 2 : 1)
  }
})

test('says “nothing happens” only of empty payments, never of a contract', async () => {
  const nothing = 'Do nothing but pay the network fee'
  const pay = { to: friend, value: '0x0' }
  expect((await shown(pay, { eth_getCode: '0x' })).lines).toEqual([nothing])
  // One of two sources knows that code runs there; or none can say; or the code does something.
  for (const [answers, others] of [
    [{ eth_getCode: '0x' }, [{ eth_getCode: '0x6000' }]],
    [{ eth_getCode: () => Promise.reject(new Error('away')) }, []],
    [{ eth_simulateV1: simulation([log(usdc, approvalTopic, me, friend, 5n)]) }, []],
    [{ eth_simulateV1: simulation([]) }, []],
  ] as [Answers, Answers[]][]) {
    const { lines, warnings } = await shown(pay, answers, others)
    expect(lines).not.toContain(nothing)
    expect(warnings).toContain('We can’t tell what this call does. Approve it only if you trust the site.')
  }
})
