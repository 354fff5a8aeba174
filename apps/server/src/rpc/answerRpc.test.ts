import type { RpcReply, RpcRequest } from '@billfold/protocol/api/rpc'
import { KitError } from '@billfold/protocol/error'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerRpc } from './answerRpc.ts'
import { refuseBundlerMethod, refuseMethod } from './refuseMethod.ts'

const echo = async (requests: readonly RpcRequest[]): Promise<RpcReply[]> =>
  requests.map(({ id = null, method }) => ({ jsonrpc: '2.0', id, result: method }))
const answer = (payload: unknown, forward = echo) =>
  answerRpc({ text: JSON.stringify(payload), refuse: (method) => (method === 'bad' ? 'No.' : undefined), forward })

describe('answerRpc', () => {
  it('answers every request of a batch once, in order, with its own id, whatever the ids are', async () => {
    const id = fc.oneof(fc.integer(), fc.string({ maxLength: 20 }), fc.constant(null), fc.constant(undefined))
    const request = fc.record({ jsonrpc: fc.constant('2.0'), id, method: fc.constantFrom('a', 'b', 'bad') })
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 20 }), async (batch) => {
        const { status, body } = await answer(batch)
        const answered = batch.filter(({ id, method }) => id !== undefined || method === 'bad')
        expect(status).toBe(200)
        expect(
          ((body ?? []) as RpcReply[]).map((reply) => [reply.id, 'result' in reply ? reply.result : 'bad']),
        ).toEqual(answered.map(({ id = null, method }) => [id, method]))
      }),
    )
  })

  it.each([
    ['unavailable', 503, -32002],
    ['timeout', 504, -32002],
    ['body_too_large', 200, -32005],
  ] as const)('rejects %s with a status and a code', async (code, status, rpc) => {
    const forward = async () => Promise.reject(new KitError(code, { message: 'Why.' }))
    expect(await answer({ jsonrpc: '2.0', id: 9, method: 'a' }, forward)).toEqual({
      status,
      body: { jsonrpc: '2.0', id: 9, error: { code: rpc, message: 'Why.' } },
    })
  })

  it('rejects oversized and empty batches', async () => {
    expect((await answer([])).status).toBe(400)
    expect((await answer(Array(1_001).fill({ jsonrpc: '2.0', id: 1, method: 'a' }))).status).toBe(413)
  })
})

describe('methods', () => {
  it.each([
    'admin_addPeer',
    'debug_traceCall',
    'personal_sign',
    'miner_start',
    'engine_newPayloadV3',
    'txpool_content',
    'trace_block',
    'hardhat_setBalance',
    'anvil_impersonateAccount',
    'evm_mine',
    'eth_sign',
    'eth_accounts',
    'eth_sendTransaction',
    'eth_signTypedData_v4',
    'eth_newFilter',
    'eth_getFilterChanges',
    'eth_subscribe',
    'ETH_CALL',
    '__proto__',
    'eth_call\n',
    // An unlisted method, although its name looks like a read.
    'eth_unheardOf',
    'eth_pendingTransactions',
    'optimism_setLogLevel',
    'arb_checkPublisherHealth',
    'x',
  ])('rejects %j', (method) => {
    expect(refuseMethod('eip155', method)).toMatch(/^The method .* does not exist.*\.$/)
  })

  it.each([
    'eth_call',
    'eth_getLogs',
    'eth_sendRawTransaction',
    'eth_feeHistory',
    'net_version',
    'web3_clientVersion',
    'zks_L1ChainId',
  ])('forwards %s', (method) => expect(refuseMethod('eip155', method)).toBeUndefined())

  it('differ by family', () => {
    const plain = { tracer: 'callTracer', tracerConfig: { withLog: true } }
    const traced = (...params: unknown[]) => refuseMethod('eip155', 'debug_traceCall', { params })
    expect(traced({}, 'latest', plain)).toBeUndefined()
    const others = [
      [{}, 'latest'],
      [{}, '0x1', plain],
      [{}, 'latest', { tracer: '{step(){}}' }],
      [{}, 'latest', plain, 1],
    ]
    for (const params of others) expect(traced(...params)).toBeDefined()
    expect(refuseMethod('eip155', 'eth_subscribe', { isSocket: true })).toBeUndefined()
    expect(refuseMethod('solana', 'getBalance')).toBeUndefined()
    expect(refuseMethod('solana', 'sendTransaction')).toBeUndefined()
    expect(refuseMethod('solana', 'signatureSubscribe', { isSocket: true })).toBeUndefined()
    for (const method of [
      'signatureSubscribe',
      'requestAirdrop',
      'getIdentity',
      'devnet_skipSlots',
      'constructor',
      'getSomething',
    ])
      expect(refuseMethod('solana', method)).toMatch(/^The method .* does not exist.*\.$/)
    expect(refuseMethod('bip122', 'dumpprivkey')).toBeDefined()
    expect(refuseMethod('bip122', 'sendrawtransaction')).toBeUndefined()
    for (const method of [
      'author_rotateKeys',
      'state_getPairs',
      'state_queryStorage',
      'state_traceBlock',
      'system_peers',
    ])
      expect(refuseMethod('polkadot', method)).toBeDefined()
    expect(refuseMethod('bip122', 'getblockfilter')).toBeDefined()
    expect(refuseMethod('polkadot', 'state_getStorage')).toBeUndefined()
    expect(refuseBundlerMethod('eth_sendUserOperation')).toBeUndefined()
    expect(refuseBundlerMethod('debug_bundler_clearState')).toBeDefined()
  })
})
