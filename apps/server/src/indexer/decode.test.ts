import fc from 'fast-check'
import {
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  keccak256,
  maxUint256,
  parseAbi,
  stringToHex,
  toHex,
} from 'viem'
import { describe, expect, it } from 'vitest'
import { toText } from './abiWords.ts'
import { decodeBlock, emptyRows, type WholeBlock } from './decodeBlock.ts'
import { decodeLog } from './decodeLog.ts'
import { eventTopics } from './eventTopics.ts'
import type { NodeLog } from './nodeAnswers.ts'

const [ann, ben, token, pool]: Hex[] = ['1', '2', 'a', 'b'].map((digit): Hex => `0x${digit.repeat(40)}`) as Hex[]
const signatures = {
  transfer: 'Transfer(address,address,uint256)',
  transferSingle: 'TransferSingle(address,address,address,uint256,uint256)',
  transferBatch: 'TransferBatch(address,address,address,uint256[],uint256[])',
  approval: 'Approval(address,address,uint256)',
  approvalForAll: 'ApprovalForAll(address,address,bool)',
  permit2Approval: 'Approval(address,address,address,uint160,uint48)',
  swapV2: 'Swap(address,uint256,uint256,uint256,uint256,address)',
  swapV3: 'Swap(address,address,int256,int256,uint160,uint128,int24)',
  deposit: 'Deposit(address,uint256)',
  withdrawal: 'Withdrawal(address,uint256)',
}
const log = (topics: readonly unknown[], data: Hex = '0x', address = token!): NodeLog => ({
  address,
  topics: topics as Hex[],
  data,
  blockNumber: 7,
  blockHash: `0x${'0'.repeat(64)}`,
  transactionHash: `0x${'1'.repeat(64)}`,
  transactionIndex: 3,
  logIndex: 5,
})
const word = (address: Hex): Hex => `0x${address.slice(2).padStart(64, '0')}`
const uint = (n: bigint) => encodeAbiParameters([{ type: 'uint256' }], [n])

it('uses the hash of each event as its first topic', () => {
  for (const [name, signature] of Object.entries(signatures))
    expect(eventTopics[name as keyof typeof eventTopics], name).toBe(keccak256(stringToHex(signature)))
})

describe('a log', () => {
  it('reads a coin, an NFT, and nothing of unknown events', () => {
    const coin = decodeLog(log([eventTopics.transfer, word(ann!), word(ben!)], uint(maxUint256)))
    expect(coin.transfers).toEqual([
      {
        block: 7,
        txIndex: 3,
        logIndex: 5,
        part: 0,
        kind: 2,
        token,
        sender: ann,
        recipient: ben,
        tokenId: null,
        amount: maxUint256,
      },
    ])
    const piece = decodeLog(log([eventTopics.transfer, word(ann!), word(ben!), uint(42n)]))
    expect(piece.transfers).toMatchObject([{ kind: 3, tokenId: 42n, amount: 1n }])
    expect(decodeLog(log([`0x${'9'.repeat(64)}`]))).toEqual({ transfers: [] })
    expect(decodeLog(log([]))).toEqual({ transfers: [] })
  })

  it('reads each NFT of a batch', () => {
    const abi = parseAbi([
      'event TransferBatch(address indexed, address indexed, address indexed, uint256[], uint256[])',
    ])
    const topics = encodeEventTopics({ abi, args: [ann!, ann!, ben!] } as never)
    const lists = [{ type: 'uint256[]' }, { type: 'uint256[]' }] as const
    const batch = log(
      topics,
      encodeAbiParameters(lists, [
        [1n, 2n],
        [10n, 20n],
      ]),
    )
    expect(decodeLog(batch).transfers).toMatchObject([
      { part: 0, kind: 4, tokenId: 1n, amount: 10n, sender: ann, recipient: ben },
      { part: 1, kind: 4, tokenId: 2n, amount: 20n },
    ])
    const uneven = log(topics, encodeAbiParameters(lists, [[1n, 2n], [10n]]))
    expect(decodeLog(uneven).transfers).toEqual([])
    const endless = log(topics, `0x${uint(64n).slice(2)}${uint(64n).slice(2)}${uint(maxUint256).slice(2)}`)
    expect(decodeLog(endless).transfers).toEqual([])
  })

  it('reads approvals: an amount, one NFT, all of them, and a revocation', () => {
    const parties = [word(ann!), word(ben!)]
    const approvalOf = (...given: [unknown[], Hex?]) => decodeLog(log(...given)).approval
    expect(approvalOf([eventTopics.approval, ...parties], uint(9n))).toMatchObject({
      owner: ann,
      spender: ben,
      amount: 9n,
    })
    expect(approvalOf([eventTopics.approval, ...parties, uint(4n)])).toMatchObject({ tokenId: 4n, amount: null })
    expect(approvalOf([eventTopics.approvalForAll, ...parties], uint(1n))).toMatchObject({
      tokenId: null,
      amount: null,
    })
    expect(approvalOf([eventTopics.approvalForAll, ...parties], uint(0n))).toMatchObject({ tokenId: null, amount: 0n })
  })

  it('reads Permit2 approvals, which name the token, and none of an imitation', () => {
    const topics = [eventTopics.permit2Approval, word(ann!), word(token!), word(ben!)]
    const data = `0x${[9n, 1_800_000_000n].map((n) => uint(n).slice(2)).join('')}` as Hex
    const permit2: Hex = '0x000000000022d473030f116ddee9f6b43ac78ba3'
    expect(decodeLog(log(topics, data, permit2))).toMatchObject({
      transfers: [],
      approval: { token, owner: ann, spender: ben, amount: 9n, tokenId: null },
    })
    expect(decodeLog(log(topics, data, pool!))).toEqual({ transfers: [] })
    expect(decodeLog(log(topics, uint(9n), permit2)).approval).toBeUndefined()
  })

  it("reads exchanges from the pool's view", () => {
    const data = `0x${[5n, 0n, 0n, 3n].map((n) => uint(n).slice(2)).join('')}` as Hex
    const v2 = decodeLog(log([eventTopics.swapV2, word(ann!), word(ben!)], data, pool))
    expect(v2.swap).toMatchObject({ protocol: 2, pool, recipient: ben, amount0: 5n, amount1: -3n })
    const words = [uint(maxUint256), uint(7n), uint(1n), uint(1n), uint(1n)].map((w) => w.slice(2))
    const v3 = decodeLog(log([eventTopics.swapV3, word(ann!), word(ben!)], `0x${words.join('')}`, pool))
    expect(v3.swap).toMatchObject({ protocol: 3, amount0: -1n, amount1: 7n })
  })

  it('counts a deposit only of the wrapped coin', () => {
    const made = log([eventTopics.deposit, word(ann!)], uint(5n))
    expect(decodeLog(made).transfers).toEqual([])
    expect(decodeLog(made, token).transfers).toMatchObject([
      { sender: `0x${'0'.repeat(40)}`, recipient: ann, amount: 5n },
    ])
  })

  it('survives any content', () => {
    const hex = fc.uint8Array({ maxLength: 200 }).map((bytes) => toHex(bytes))
    const topic = fc.oneof(
      fc.constantFrom(...Object.values(eventTopics)),
      fc.uint8Array({ minLength: 32, maxLength: 32 }).map((b) => toHex(b)),
    )
    fc.assert(
      fc.property(fc.array(topic, { maxLength: 4 }), hex, (topics, data) => {
        for (const { amount, sender } of decodeLog(log(topics, data), token).transfers) {
          expect(amount).toBeGreaterThanOrEqual(0n)
          expect(sender).toMatch(/^0x[0-9a-f]{40}$/)
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe('a name', () => {
  it('is a string, 32 bytes, or missing', () => {
    expect(toText(encodeAbiParameters([{ type: 'string' }], ['Dai Stablecoin']))).toBe('Dai Stablecoin')
    expect(toText(`0x${Buffer.from('MKR').toString('hex').padEnd(64, '0')}`)).toBe('MKR')
    expect(toText('0x')).toBeUndefined()
    expect(toText(`0x${uint(32n).slice(2)}${uint(maxUint256).slice(2)}`)).toBeUndefined()
    expect(toText(`0x${uint(maxUint256).slice(2)}${uint(1n).slice(2)}`)).toBeUndefined()
  })
})

describe('a block', () => {
  const hash: Hex = `0x${'1'.repeat(64)}`
  const whole = (status: '0x0' | '0x1', to: Hex | null = ben!): WholeBlock => ({
    block: {
      number: 7,
      hash: `0x${'0'.repeat(64)}`,
      parentHash: `0x${'f'.repeat(64)}`,
      timestamp: '0x10',
      transactions: [
        {
          hash,
          from: ann!,
          to,
          value: 9n,
          gas: 21_000n,
          nonce: 1,
          input: '0x',
          transactionIndex: 0,
          blockHash: `0x${'0'.repeat(64)}`,
        },
      ],
    },
    logs: new Map(),
    receipts: new Map([
      [hash, { transactionHash: hash, blockHash: `0x${'0'.repeat(64)}`, status, contractAddress: to ? null : pool }],
    ]),
    internal: new Map([[hash, [{ sender: ben!, recipient: pool!, amount: 4n }]]]),
  })
  const rowsOf = (block: WholeBlock, followed: 'everyone' | Set<Hex> = 'everyone') => {
    const rows = emptyRows()
    decodeBlock(block, followed, undefined, rows)
    return rows
  }

  it('moves nothing in a failed transaction, but shows that it was sent', () => {
    const rows = rowsOf(whole('0x0'))
    expect(rows.transfers).toEqual([])
    expect(rows.activity.map(({ address }) => address)).toEqual([ann])
    expect(rows.transactions).toMatchObject([{ succeeded: false, value: 9n }])
  })

  it('sends the value of a creation to the created contract', () => {
    expect(rowsOf(whole('0x1', null)).transfers[0]).toMatchObject({ sender: ann, recipient: pool, amount: 9n })
  })

  it("keeps of other accounts' entries only those with followed ones", () => {
    const rows = rowsOf(whole('0x1'), new Set([pool!]))
    expect(rows.transfers).toMatchObject([{ kind: 1, sender: ben, recipient: pool, amount: 4n }])
    expect(rows.activity.map(({ address }) => address)).toEqual([pool])
    const none = rowsOf(whole('0x1'), new Set([token!]))
    expect([none.transactions, none.transfers, none.blocks[0]?.isEmpty]).toEqual([[], [], true])
  })
})
