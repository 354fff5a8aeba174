import fc from 'fast-check'
import { encodeFunctionData, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import { describeEvmCall } from './describeEvmCall.ts'

const [token, ann, bob] = ['a', 'b', 'c'].map((digit): `0x${string}` => `0x${digit.repeat(40)}`) as [
  `0x${string}`,
  `0x${string}`,
  `0x${string}`,
]
const abi = parseAbi([
  'function transfer(address,uint256)',
  'function transferFrom(address,address,uint256)',
  'function approve(address,uint256)',
  'function increaseAllowance(address,uint256)',
  'function setApprovalForAll(address,bool)',
  'function mint(uint256)',
])
const items = parseAbi(['function safeTransferFrom(address,address,uint256)'])
const manyItems = parseAbi(['function safeTransferFrom(address,address,uint256,uint256,bytes)'])
const call = (functionName: string, args: unknown[]) => ({
  to: token,
  value: 0n,
  data: encodeFunctionData({ abi, functionName, args } as never),
})
const most = 2n ** 256n - 1n

describe('a call', () => {
  it('of Permit2 says who may take which token, how much and until when', () => {
    const passOn = (amount: bigint, until: number) =>
      describeEvmCall({
        to: `0x${'2'.repeat(40)}`,
        value: 0n,
        data: encodeFunctionData({
          abi: parseAbi(['function approve(address,address,uint160,uint48)']),
          args: [token, bob, amount, until],
        }),
      })
    const allows = { kind: 'allowsToken', token, spender: bob }
    expect(passOn(7n, 1_800_000_000)).toEqual([{ ...allows, amount: 7n, until: 1_800_000_000n }])
    expect(passOn(2n ** 160n - 1n, 9)).toEqual([{ ...allows, amount: 'unlimited', until: 9n }])
    expect(passOn(0n, 9)).toEqual([{ kind: 'forbidsToken', token, spender: bob }])
  })

  it('describes payments, rights and revocations', () => {
    expect(describeEvmCall({ to: bob, value: 5n, data: '0x' })).toEqual([{ kind: 'pays', to: bob, amount: 5n }])
    expect(describeEvmCall(call('transfer', [bob, 7n]))).toEqual([{ kind: 'sendsToken', token, to: bob, amount: 7n }])
    expect(describeEvmCall(call('transferFrom', [ann, bob, 7n]))).toEqual([
      { kind: 'sendsToken', token, from: ann, to: bob, amount: 7n },
    ])
    expect(describeEvmCall(call('approve', [bob, 7n]))).toEqual([
      { kind: 'allowsToken', token, spender: bob, amount: 7n },
    ])
    expect(describeEvmCall(call('approve', [bob, most]))).toEqual([
      { kind: 'allowsToken', token, spender: bob, amount: 'unlimited' },
    ])
    expect(describeEvmCall(call('approve', [bob, 0n]))).toEqual([{ kind: 'forbidsToken', token, spender: bob }])
    expect(describeEvmCall(call('increaseAllowance', [bob, most]))).toMatchObject([
      { kind: 'allowsToken', amount: 'unlimited' },
    ])
    expect(describeEvmCall(call('setApprovalForAll', [bob, true]))).toEqual([
      { kind: 'allowsAllItems', collection: token, operator: bob },
    ])
    expect(describeEvmCall(call('setApprovalForAll', [bob, false]))).toEqual([
      { kind: 'forbidsAllItems', collection: token, operator: bob },
    ])
    const one = encodeFunctionData({ abi: items, args: [ann, bob, 9n] })
    expect(describeEvmCall({ to: token, value: 0n, data: one })).toEqual([
      { kind: 'sendsItem', collection: token, from: ann, to: bob, id: 9n, amount: 1n },
    ])
    const many = encodeFunctionData({ abi: manyItems, args: [ann, bob, 9n, 3n, '0x'] })
    expect(describeEvmCall({ to: token, value: 0n, data: many })).toMatchObject([
      { kind: 'sendsItem', id: 9n, amount: 3n },
    ])
    expect(describeEvmCall({ value: 0n, data: '0x6000' })).toEqual([{ kind: 'createsContract', bytes: 2 }])
  })

  it('describes both the payment and the call', () => {
    expect(describeEvmCall({ ...call('transfer', [bob, 7n]), value: 1n })).toMatchObject([
      { kind: 'pays' },
      { kind: 'sendsToken' },
    ])
  })

  it('is unknown unless it decodes exactly', () => {
    const transfer = call('transfer', [bob, 7n]).data
    const odd = [
      call('mint', [1n]).data,
      '0x12',
      '0xa9059cbb',
      `${transfer}00`,
      transfer.slice(0, -2),
      // An address with something before it: other readers cut that off.
      `0xa9059cbb${'ff'.repeat(32)}${'00'.repeat(32)}`,
      `0xa22cb465${'00'.repeat(12)}${'cc'.repeat(20)}${'00'.repeat(31)}02`,
      encodeFunctionData({ abi: manyItems, args: [ann, bob, 9n, 3n, '0x00'] }),
    ] as `0x${string}`[]
    for (const data of odd)
      expect(describeEvmCall({ to: token, value: 0n, data })).toMatchObject([{ kind: 'callsUnknown', to: token }])
  })

  it('never throws, and reports every coin that leaves', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.bigInt(0n, 10n ** 30n),
        fc.constantFrom('', 'a9059cbb', '095ea7b3', 'f242432a'),
        (noise, value, start) => {
          const data = `0x${start}${Buffer.from(noise).toString('hex')}` as const
          const facts = describeEvmCall({ to: token, value, data })
          const paid = facts.reduce((sum, fact) => (fact.kind === 'pays' ? sum + fact.amount : sum), 0n)
          expect(paid).toBe(value)
          if (data !== '0x') expect(facts.some(({ kind }) => kind !== 'pays')).toBe(true)
        },
      ),
    )
  })
})
