import { delegationCode, smartAccountContracts } from '@billfold/protocol/embedded/smartAccount'
import { KitError } from '@billfold/protocol/error'
import { expect, test, vi } from 'vitest'
import { openTestFrame } from '../../test/openTestFrame.ts'
import { pretendPerson } from '../../test/pretendWallet.ts'
import { encodeCalls } from '../smart/encodeCalls.ts'

const me = pretendPerson.evmAddress as `0x${string}`
const [token, pool] = [`0x${'c'.repeat(40)}`, `0x${'b'.repeat(40)}`] as const
const word = (value: string) => value.replace(/^0x/, '').padStart(64, '0')
/** approve(pool, 5) and a call that can’t be decoded, such as a swap. */
const calls = [
  { to: token, data: `0x095ea7b3${word(pool)}${word('5')}` },
  { to: pool, data: '0x12345678' },
] as const
const moved = (from: string, to: string, amount: string) => ({
  address: token,
  topics: ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', `0x${word(from)}`, `0x${word(to)}`],
  data: `0x${word(amount)}`,
})

/** The screen of a smart account's batch, and the calls that the chain simulated for it. */
async function shown(answers: Record<string, unknown>, { isThere = true } = {}) {
  const node = vi.fn(async (_: string, { method, params }: { method: string; params?: unknown }): Promise<unknown> => {
    const responses: Record<string, unknown> = {
      eth_getCode: isThere ? delegationCode : '0x',
      eth_getBlockByNumber: { baseFeePerGas: '0x1' },
      eth_estimateUserOperationGas: { preVerificationGas: '0x1', verificationGasLimit: '0x1', callGasLimit: '0x1' },
      eth_getBalance: '0xffff',
      eth_maxPriorityFeePerGas: '0x0',
      eth_getTransactionCount: '0x0',
      ...answers,
    }
    // Decimals, symbols and nonces: each is a word.
    if (method === 'eth_call') return `0x${word((params as [{ data: string }])[0].data === '0x313ce567' ? '2' : '0')}`
    if (!(method in responses)) throw new KitError('method_unsupported')
    return responses[method]
  })
  const { ask, rpc, views } = openTestFrame({
    node,
    ui: { loading() {}, busy() {}, fail: async () => false, ask: async (view) => views.push(view) < 0 },
  })
  await ask('GET_USER', { chainId: 31337, preferredAccountType: 'smartAccount' })
  await expect(rpc('wallet_sendCalls', [{ version: '2.0.0', calls }])).rejects.toMatchObject({ code: 'user_rejected' })
  const tried = node.mock.calls
    .map(([, call]) => call)
    .filter(({ method }) => method === 'eth_simulateV1' || method === 'debug_traceCall')
  return { view: views[0]!, tried }
}
const simulation = (...results: unknown[]) => ({ eth_simulateV1: [{ calls: results }] })

test('shows a batch’s losses and gains by a simulation of the account’s own run', async () => {
  const logs = [moved(me, pool, '1f4'), moved(pool, me, '64')]
  const { view, tried } = await shown(simulation({ status: '0x1', logs }))
  expect(view.changes).toEqual([{ isGain: false, amount: '4', unit: '', note: token, isUnverified: true }])
  expect(view.obstacle).toBeUndefined()
  expect(view.lines.map(({ tone }) => tone)).toEqual(['caution', 'unknown'])
  const data = encodeCalls(calls.map((call) => ({ ...call, value: 0n })))
  expect(tried).toEqual([
    {
      method: 'eth_simulateV1',
      params: [
        {
          blockStateCalls: [{ calls: [{ from: smartAccountContracts.entryPoint, to: me, value: '0x0', data }] }],
          traceTransfers: true,
        },
        'latest',
      ],
    },
  ])
})

test('simulates a batch call by call for an account that is not deployed yet', async () => {
  const quiet = { status: '0x1', logs: [] }
  const { view, tried } = await shown(simulation(quiet, { ...quiet, logs: [moved(me, pool, '64')] }), {
    isThere: false,
  })
  expect(view.changes).toEqual([{ isGain: false, amount: '1', unit: '', note: token, isUnverified: true }])
  expect(tried).toMatchObject([
    { params: [{ blockStateCalls: [{ calls: calls.map((call) => ({ from: me, ...call })) }] }, 'latest'] },
  ])
})

test.each([true, false])(
  'blocks approval of a batch that would fail, and says why (account there: %s)',
  async (isThere) => {
    const failed = { status: '0x0', error: { code: 3, message: 'execution reverted: too little' } }
    const { view } = await shown(simulation(...(isThere ? [failed] : [{ status: '0x1' }, failed])), { isThere })
    expect(view.obstacle).toBe('This would fail: \u2068execution reverted: too little\u2069')
  },
)

test('uses a trace if the node cannot simulate, and says if neither works', async () => {
  const trace = { type: 'CALL', from: smartAccountContracts.entryPoint, to: me, logs: [moved(me, pool, '64')] }
  const traced = await shown({ debug_traceCall: trace })
  expect(traced.view.changes).toEqual([{ isGain: false, amount: '1', unit: '', note: token, isUnverified: true }])
  const note = 'This transaction couldn’t be simulated.'
  expect(traced.view.rows.map(({ value }) => value)).not.toContain(note)
  const { view } = await shown({})
  expect(view.rows.map(({ value }) => value)).toContain(note)
  expect(view.obstacle).toBeUndefined()
})
