import type { UserOperation } from '@billfold/protocol/embedded/userOperation'
import { KitError } from '@billfold/protocol/error'
import fc from 'fast-check'
import { encodeFunctionData, parseAbi, serializeErc6492Signature, hashTypedData as theirHash } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { type Hex, signHash } from '../evm/signHash.ts'
import { signWith } from '../wallet/signWith.ts'
import { assertNoOperation } from './assertNoOperation.ts'
import { callsStatus, readCallsId, writeCallsId } from './callsStatus.ts'
import { decodeCalls } from './decodeCalls.ts'
import { encodeCalls, encodeCreation } from './encodeCalls.ts'
import { prepareOperation } from './prepareOperation.ts'
import { readSiteOperation } from './readSiteOperation.ts'
import { sendOperation, signOperation } from './sendOperation.ts'
import { signAuthorization } from './signAuthorization.ts'
import { smartAccountOf } from './smartAccountOf.ts'
import { capabilities, readCalls, refusePermissions } from './smartMethods.ts'

const hex = (min: number, max = min) =>
  fc.uint8Array({ minLength: min, maxLength: max }).map((each): Hex => `0x${Buffer.from(each).toString('hex')}`)
const call = fc.record({ to: hex(20), value: fc.bigInt(0n, 2n ** 256n - 1n), data: hex(0, 100) })
const abi = parseAbi([
  'struct Call { address target; uint256 value; bytes data; }',
  'function execute(address target, uint256 value, bytes data)',
  'function executeBatch(Call[] calls)',
])
const secret = new Uint8Array(32).fill(7)
const owner = privateKeyToAccount(`0x${'07'.repeat(32)}`)

test('calls are encoded as another library encodes them', () => {
  fc.assert(
    fc.property(fc.array(call, { minLength: 1, maxLength: 5 }), (calls) => {
      const [first] = calls
      const theirs =
        calls.length === 1
          ? encodeFunctionData({ abi, functionName: 'execute', args: [first!.to, first!.value, first!.data] })
          : encodeFunctionData({
              abi,
              functionName: 'executeBatch',
              args: [calls.map(({ to, ...rest }) => ({ target: to, ...rest }))],
            })
      expect(encodeCalls(calls)).toBe(theirs)
    }),
    { numRuns: 50 },
  )
  expect(() => encodeCalls([])).toThrow('at least one call')
})

test('calls are read back from what encodes them, and from nothing that only resembles it', () => {
  const one = fc.record({ to: hex(20), value: fc.bigInt(0n, 2n ** 256n - 1n), data: hex(0, 100) })
  fc.assert(
    fc.property(fc.array(one, { minLength: 1, maxLength: 5 }), fc.nat(), fc.nat(255), (calls, at, byte) => {
      const data = encodeCalls(calls)
      expect(decodeCalls(data)).toEqual(calls)
      expect(decodeCalls(`${data}00`)).toBeUndefined()
      // One byte changed: other calls, or none, but never calls that stand for other bytes.
      const place = 2 + 2 * (at % (data.length / 2 - 1))
      const bent: Hex = `0x${data.slice(2, place)}${byte.toString(16).padStart(2, '0')}${data.slice(place + 2)}`
      const read = decodeCalls(bent)
      if (read) expect(encodeCalls(read)).toBe(bent)
    }),
    { numRuns: 200 },
  )
})

test('only the calls of a site’s operation count, and only for the account itself', () => {
  const account = smartAccountOf(owner.address, '7702', 1n)
  const calls = [{ to: `0x${'12'.repeat(20)}` as Hex, value: 3n, data: '0x' as const }]
  const op = { sender: owner.address, callData: encodeCalls(calls), nonce: '0x7', paymaster: `0x${'66'.repeat(20)}` }
  expect(readSiteOperation([op], account)).toEqual(calls)
  expect(() => readSiteOperation([{ ...op, sender: `0x${'13'.repeat(20)}` }], account)).toThrow('different account')
  expect(() => readSiteOperation([{ ...op, callData: '0x12345678' }], account)).toThrow('cannot be displayed')
  expect(() => readSiteOperation([], account)).toThrow('needs `sender` and `callData`')
})

test('a signature before its account is wrapped as another library wraps it', () => {
  fc.assert(
    fc.property(hex(20), hex(0, 100), hex(65), (address, data, signature) => {
      expect(`0x${encodeCreation(address, data, signature)}${'6492'.repeat(16)}`).toBe(
        serializeErc6492Signature({ address, data, signature }),
      )
    }),
    { numRuns: 30 },
  )
})

test('an authorization is for the pinned implementation and one chain, signed as another library signs it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 2 ** 40 }), fc.nat(), async (chainId, nonce) => {
      const ours = await signAuthorization(BigInt(chainId), BigInt(nonce), (hash) => signHash(hash, secret))
      const address = '0xe6Cae83BdE06E4c305530e199D7217f42808555B'
      const theirs = await owner.signAuthorization({ address, chainId, nonce })
      expect(ours).toMatchObject({ chainId: BigInt(chainId), nonce: BigInt(nonce), address: address.toLowerCase() })
      expect([ours.r, ours.s, ours.yParity]).toEqual([BigInt(theirs.r), BigInt(theirs.s), BigInt(theirs.yParity!)])
    }),
    { numRuns: 10 },
  )
  await expect(signAuthorization(0n, 0n, (hash) => signHash(hash, secret))).rejects.toThrow('must name a chain')
})

describe('a site', () => {
  test.each([
    [{ domain: { verifyingContract: '0x4337084D9E255FF0702461cf8895ce9E3b5FF108' }, primaryType: 'Order' }],
    [{ domain: {}, primaryType: 'PackedUserOperation' }],
    [{ domain: { name: 'Billfold Account' }, primaryType: 'Order' }],
    [{ domain: {}, primaryType: 'AccountMessage' }],
  ])('cannot have %j signed as data', async (typed) => {
    expect(() => assertNoOperation(typed)).toThrow('a site cannot have it signed as data')
    const typedData = { ...typed, types: { [typed.primaryType]: [] }, message: {} }
    // The key's own place refuses as well, no matter who asks it.
    await expect(
      signWith({ evm: { secretKey: secret } } as never, { kind: 'evmTypedData', typedData }),
    ).rejects.toThrow('a site cannot')
  })

  test('may have other data signed', () => {
    const domain = { name: 'Shop', verifyingContract: `0x${'12'.repeat(20)}` } as const
    const data = {
      domain,
      types: { Order: [{ name: 'id', type: 'uint8' }] },
      primaryType: 'Order',
      message: { id: 1 },
    } as const
    expect(theirHash(data)).toMatch(/^0x/)
    expect(() => assertNoOperation(data)).not.toThrow()
  })

  test('learns what the wallet can do, per chain', () => {
    const networks = [
      { chainId: 1n, kind: '7702', isSponsored: true },
      { chainId: 10n, kind: '4337', isSponsored: false },
    ] as const
    const can = (isSponsored: boolean) => ({
      atomic: { status: 'supported' },
      paymasterService: { supported: isSponsored },
    })
    expect(capabilities(networks)).toEqual({ '0x1': can(true), '0xa': can(false) })
    expect(capabilities(networks, ['0x0a'])).toEqual({ '0xa': can(false) })
    expect(capabilities(networks, ['0x5'])).toEqual({})
  })

  test('hears by name what the wallet cannot do with calls', () => {
    const to = `0x${'12'.repeat(20)}`
    expect(
      readCalls({
        calls: [
          { to, value: '0x10' },
          { to, data: '0x12' },
        ],
      }),
    ).toEqual([
      { to, value: 16n, data: '0x' },
      { to, value: 0n, data: '0x12' },
    ])
    expect(() => readCalls({ calls: [{ data: '0x12' }] })).toThrow('Each call needs `to`')
    expect(() => readCalls({ calls: [], capabilities: { magic: {} } })).toThrow(
      'The capability magic is not supported.',
    )
    expect(readCalls({ calls: [], capabilities: { magic: { optional: true }, paymasterService: {} } })).toEqual([])
    expect(() => refusePermissions('wallet_grantPermissions')).toThrow('cannot enforce a spending limit onchain')
    expect(() => refusePermissions('wallet_revokePermissions')).toThrow('there are none to revoke')
  })
})

describe('the id of calls', () => {
  const hash: Hex = `0x${'ab'.repeat(32)}`
  const id = writeCallsId({ chainId: 31337n, hash })

  test('says where to ask, and nothing else is one', () => {
    expect(readCallsId(id)).toEqual({ chainId: 31337n, hash })
    for (const other of [hash, `${id}00`, 7, undefined])
      expect(() => readCallsId(other)).toThrow('Unknown call bundle id')
  })

  test('leads to pending, lost, done or reverted', async () => {
    const place = { transactionHash: '0x1', blockHash: '0x2', blockNumber: '0x3', gasUsed: '0x4' }
    const bundler = (receipt: unknown, waiting: unknown) => async (method: string) =>
      method === 'eth_getUserOperationReceipt' ? receipt : waiting
    const status = async (receipt: unknown, waiting: unknown = null) =>
      (await callsStatus(id, bundler(receipt, waiting))).status
    expect(await status(null, { userOperation: {} })).toBe(100)
    expect(await status(null)).toBe(400)
    expect(await status({ success: true, logs: [], receipt: place })).toBe(200)
    expect(await status({ success: false, logs: [], receipt: place })).toBe(500)
    await expect(status({ success: 'yes' })).rejects.toThrow('invalid response')
  })
})

describe('a server', () => {
  const account = smartAccountOf(owner.address, '7702', 1n)
  const sign = (op: UserOperation, chainId: bigint) => signOperation(op, chainId, (hash) => signHash(hash, secret))
  const gas = { preVerificationGas: '0x1', verificationGasLimit: '0x1', callGasLimit: '0x1' }
  const answers: Record<string, unknown> = {
    eth_getCode: '0x',
    eth_call: `0x${'0'.repeat(64)}`,
    eth_getBlockByNumber: { baseFeePerGas: '0x1' },
    eth_maxPriorityFeePerGas: '0x1',
    eth_getTransactionCount: '0x0',
    eth_getBalance: '0x10',
    eth_estimateUserOperationGas: gas,
  }
  const chain = (change: Record<string, unknown> = {}) => {
    const ask = async (method: string) => ({ ...answers, ...change })[method]
    return { node: ask, bundler: ask }
  }
  const calls = [{ to: owner.address, value: 5n, data: '0x' as const }]

  test('looks the operation up if its response is lost, and never calls it unsent', async () => {
    const prepared = await prepareOperation(account, calls, chain())
    const lost = (operation: unknown) => {
      const node = chain().node
      const bundler = async (method: string) => {
        if (method === 'eth_getUserOperationByHash') return operation
        throw new KitError('unavailable')
      }
      return { node, bundler }
    }
    expect(await sendOperation(prepared, lost({ userOperation: {} }), sign)).toMatch(/^0x[0-9a-f]{64}$/)
    await expect(sendOperation(prepared, lost(null), sign)).rejects.toMatchObject({ code: 'timeout' })
    const refusing = { ...lost(null), bundler: () => Promise.reject(new KitError('invalid_input', { message: 'no' })) }
    await expect(sendOperation(prepared, refusing, sign)).rejects.toMatchObject({ code: 'transaction_rejected' })
  })

  test('that lies about gas, nonces or fees gets no signature', async () => {
    for (const [method, lie] of [
      ['eth_call', '0x'],
      ['eth_getBlockByNumber', {}],
      ['eth_maxPriorityFeePerGas', 'free'],
      ['eth_getBalance', 'much'],
      ['eth_estimateUserOperationGas', { ...gas, callGasLimit: `0x${'f'.repeat(40)}` }],
    ] as const)
      await expect(prepareOperation(account, calls, chain({ [method]: lie })), method).rejects.toThrow(
        'invalid response',
      )
    await expect(
      prepareOperation(account, calls, chain({ eth_getCode: `0xef0100${'11'.repeat(20)}` })),
    ).rejects.toThrow('unknown to this wallet')
  })

  test('that lies about which operation it took is found out, and one whose account changed is not sent', async () => {
    const prepared = await prepareOperation(account, calls, chain())
    expect(prepared).toMatchObject({ value: 5n, feePayer: 'account', maxFee: 9n, createsAccount: true })
    await expect(
      sendOperation(prepared, chain({ eth_sendUserOperation: `0x${'12'.repeat(32)}` }), sign),
    ).rejects.toThrow('invalid response')
    await expect(prepareOperation(account, calls, chain({ eth_getBalance: '0xd' }))).rejects.toThrow('does not cover')
    const other = { ...prepared, calls: [{ ...calls[0]!, value: 6n }] }
    await expect(sendOperation(other, chain(), sign)).rejects.toThrow('not the one that was shown')
    const there = chain({ eth_getCode: '0xef0100e6cae83bde06e4c305530e199d7217f42808555b' })
    await expect(sendOperation(prepared, there, sign)).rejects.toThrow('has changed meanwhile')
  })
})
