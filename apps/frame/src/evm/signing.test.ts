import { bytesToHex } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { parseTransaction, recoverTransactionAddress, verifyMessage, hashTypedData as viemHash } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { evmAddressOf } from './evmAddressOf.ts'
import { hashTypedData, type TypedData } from './hashTypedData.ts'
import { type Hex, signHash, writeSignature } from './signHash.ts'
import { signMessage } from './signMessage.ts'
import { type EvmTransaction, signTransaction } from './signTransaction.ts'

const keys = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .filter((key) => key[0] !== 0xff && key.some((byte) => byte > 0))
const bytes = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((each): Hex => `0x${bytesToHex(each)}`)
const accountOf = (key: Uint8Array) => privateKeyToAccount(`0x${bytesToHex(key)}`)
const hexOf = (data: Uint8Array): Hex => `0x${bytesToHex(data)}`

test('derives addresses and signs messages like viem', async () => {
  await fc.assert(
    fc.asyncProperty(keys, fc.uint8Array({ maxLength: 300 }), async (key, message) => {
      const account = accountOf(key)
      expect(evmAddressOf(key)).toBe(account.address)
      const signature = signMessage(message, key)
      expect(signature).toBe(await account.signMessage({ message: { raw: message } }))
      expect(await verifyMessage({ address: account.address, message: { raw: message }, signature })).toBe(true)
    }),
    { numRuns: 25 },
  )
})

test('signs transactions like viem, byte by byte', async () => {
  const number = fc.oneof(fc.bigInt(0n, 300n), fc.bigInt(0n, 2n ** 64n))
  const fees = fc.oneof(
    fc.record({ gasPrice: number }),
    fc.tuple(number, number).map(([a, b]) => ({ maxFeePerGas: a + b, maxPriorityFeePerGas: a })),
  )
  const transactions = fc.record({
    chainId: fc.bigInt(1n, 2n ** 40n),
    nonce: fc.bigInt(0n, 2n ** 32n),
    to: fc.option(bytes(20), { nil: undefined }),
    value: fc.oneof(number, fc.bigInt(0n, 2n ** 256n - 1n)),
    data: fc.uint8Array({ maxLength: 400 }).map(hexOf),
    gas: fc.bigInt(0n, 2n ** 40n),
  })
  await fc.assert(
    fc.asyncProperty(keys, transactions, fees, async (key, fields, fee) => {
      const transaction = { ...fields, ...fee } as EvmTransaction
      const { raw } = signTransaction(transaction, key)
      const [chainId, nonce] = [Number(fields.chainId), Number(fields.nonce)]
      const type = 'gasPrice' in fee ? 'legacy' : 'eip1559'
      expect(raw).toBe(await accountOf(key).signTransaction({ ...fields, ...fee, chainId, nonce, type } as never))
      expect(parseTransaction(raw).chainId).toBe(chainId)
      expect(await recoverTransactionAddress({ serializedTransaction: raw as never })).toBe(evmAddressOf(key))
    }),
    { numRuns: 40 },
  )
})

describe('typed data', () => {
  const types = {
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallets', type: 'address[]' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person[2]' },
      { name: 'amount', type: 'uint96' },
      { name: 'change', type: 'int64' },
      { name: 'tag', type: 'bytes4' },
      { name: 'grid', type: 'uint8[2][]' },
      { name: 'isUrgent', type: 'bool' },
      { name: 'data', type: 'bytes' },
    ],
  } as const
  const person = fc.record({ name: fc.string(), wallets: fc.array(bytes(20), { maxLength: 3 }) })
  const mail = fc.record({
    from: person,
    to: fc.tuple(person, person),
    amount: fc.bigInt(0n, 2n ** 96n - 1n),
    change: fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
    tag: bytes(4),
    grid: fc.array(fc.tuple(fc.nat(255), fc.nat(255)), { maxLength: 3 }),
    isUrgent: fc.boolean(),
    data: fc.uint8Array({ maxLength: 50 }).map(hexOf),
  })
  const domain = fc.record(
    {
      name: fc.string(),
      version: fc.string({ minLength: 1 }),
      chainId: fc.nat(),
      verifyingContract: bytes(20),
      salt: bytes(32),
    },
    { requiredKeys: [] },
  )

  test('hashes like viem', () => {
    fc.assert(
      fc.property(mail, domain, (message, site) => {
        const data = { types, primaryType: 'Mail', domain: site, message } as const
        expect(hexOf(hashTypedData(data))).toBe(viemHash(data as never))
        const written = JSON.parse(JSON.stringify(data, (_, value) => (typeof value === 'bigint' ? `${value}` : value)))
        expect(hexOf(hashTypedData(written))).toBe(viemHash(data as never))
      }),
      { numRuns: 60 },
    )
  })

  test('matches the standard’s example', () => {
    const example = {
      types: {
        EIP712Domain: [
          { name: 'name', type: 'string' },
          { name: 'version', type: 'string' },
          { name: 'chainId', type: 'uint256' },
          { name: 'verifyingContract', type: 'address' },
        ],
        Person: [
          { name: 'name', type: 'string' },
          { name: 'wallet', type: 'address' },
        ],
        Mail: [
          { name: 'from', type: 'Person' },
          { name: 'to', type: 'Person' },
          { name: 'contents', type: 'string' },
        ],
      },
      primaryType: 'Mail',
      domain: {
        name: 'Ether Mail',
        version: '1',
        chainId: 1,
        verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
      },
      message: {
        from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
        to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
        contents: 'Hello, Bob!',
      },
    }
    const hash = hashTypedData(example)
    expect(hexOf(hash)).toBe('0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2')
    // keccak256('cow'), the standard's key.
    const key = Buffer.from('c85ef7d79691fe79573b1a7064c19c1a9819ebdbd1faaab1a8ec92344438aaf4', 'hex')
    expect(writeSignature(signHash(hash, key))).toBe(
      '0x4355c47d63924e8a72e509b65029052eb6c299d53a04e167c5775fd466751c9d07299936d304c153f6443dfa05f40ff007d72911b6f72307f996231605b915621c',
    )
  })

  test('rejects type and field names that are not Solidity identifiers', () => {
    const of = (types: Record<string, { name: string; type: string }[]>, primaryType = Object.keys(types)[0]!) => ({
      ...{ types, primaryType, domain: {}, message: {} },
    })
    const refused = (data: TypedData) =>
      expect(() => hashTypedData(data)).toThrow(/EIP-712: .* is not a valid (type|field) name/)
    refused(of({ 'Mail(address to)Person': [] }))
    refused(of({ Mail: [{ name: 'to,address from', type: 'address' }] }))
    refused(of({ Mail: [{ name: 'to\u202e', type: 'address' }] }))
    refused(of({ Mail: [{ name: 'to', type: 'address a' }] }))
    refused(
      of({
        Mail: [
          { name: 'to', type: 'address' },
          { name: 'to', type: 'address' },
        ],
      }),
    )
    refused(of({ Mail: [], uint256: [{ name: 'x', type: 'address' }] }))
    expect(hashTypedData(of({ 'Exchange:Withdraw': [] }))).toHaveLength(32)
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }), (name) => {
        fc.pre(!/^[A-Za-z_$][\w$]*$/.test(name))
        refused(of({ Mail: [{ name, type: 'address' }] }))
      }),
    )
  })

  test('rejects values that do not fit their types', () => {
    const one = (type: string, value: unknown) => () =>
      hashTypedData({ types: { It: [{ name: 'it', type }] }, primaryType: 'It', domain: {}, message: { it: value } })
    const misfits: [string, unknown][] = [
      ['uint8', 256],
      ['uint8', -1],
      ['int8', 128],
      ['uint256', 1.5],
      ['uint256', 2 ** 53],
      ['uint256', '1e3'],
      ['uint256', ''],
      ['uint7', 1],
      ['uint264', 1],
      ['bool', 1],
      ['bool', 'false'],
      ['address', '0x12'],
      ['bytes4', '0x1234567890'],
      ['bytes33', '0x'],
      ['bytes', 'text'],
      ['string', 7],
      ['string', '\ud800'],
      ['uint8[2]', [1]],
      ['uint8[]', '12'],
      ['Unknown', {}],
      ['It', undefined],
      ['uint256', undefined],
    ]
    for (const [type, value] of misfits)
      expect(one(type, value), `${type} ${String(value)}`).toThrow('does not fit its type')
    const endless = { types: { It: [{ name: 'it', type: 'It' }] }, primaryType: 'It', domain: {} }
    const loop: Record<string, unknown> = {}
    loop.it = loop
    expect(() => hashTypedData({ ...endless, message: loop })).toThrow('does not fit its type')
  })
})
