import fc from 'fast-check'
import { getAddress } from 'viem/utils'
import { expect, test } from 'vitest'
import { isBurn, parseRecipient, parseRequest } from './sendRecipient.ts'

const right = '0x52908400098527886E0F7030069857D2E4169EE7'
const mixed = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const invalid = 'Address is invalid'
const body = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 40, maxLength: 40 })

test('accepts any address in canonical, lower or upper case, or with its checksum', () => {
  fc.assert(
    fc.property(body, (text) => {
      const address = getAddress(`0x${text}`)
      for (const written of [address, `0x${text}`, `0x${text.toUpperCase()}`, `  ${address}\n`])
        expect(parseRecipient(written)).toBe(address)
    }),
  )
})

test('rejects one letter in the wrong case as a wrong checksum', () => {
  fc.assert(
    fc.property(body, fc.nat(39), (text, at) => {
      const address = getAddress(`0x${text}`)
      const letter = address[at + 2]!
      const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
      const wrong = `${address.slice(0, at + 2)}${other}${address.slice(at + 3)}`
      const isOneCase = [wrong.slice(2).toLowerCase(), wrong.slice(2).toUpperCase()].includes(wrong.slice(2))
      if (wrong !== address && !isOneCase) expect(() => parseRecipient(wrong)).toThrow(invalid)
    }),
  )
})

test.each([
  '',
  '0x',
  right.slice(2),
  `${right}0`,
  right.slice(0, -1),
  `0X${right.slice(2)}`,
  right.replace('5', 'g'),
  'ann',
])('rejects %j', (text) => {
  expect(() => parseRecipient(text)).toThrow(invalid)
})

test('reads recipient, network, token and amount of payment links', () => {
  expect(parseRequest(`ethereum:${mixed}`)).toEqual({ address: mixed })
  expect(parseRequest(`ethereum:pay-${mixed}@10?value=2.014e18`)).toEqual({
    address: mixed,
    networkId: 'eip155:10',
    amount: 2_014_000_000_000_000_000n,
  })
  expect(parseRequest(`ethereum:${right}/transfer?address=${mixed}&uint256=1e6`)).toEqual({
    address: mixed,
    token: right,
    amount: 1_000_000n,
  })
  expect(parseRequest(`eip155:137:${mixed}`)).toEqual({ address: mixed, networkId: 'eip155:137' })
  expect(parseRequest(mixed)).toBeUndefined()
  expect(parseRequest(`ethereum:${mixed}?value=1.5`)).toEqual({ address: mixed })
})

test('rejects a link with a wrong checksum, or for another call', () => {
  expect(() => parseRequest(`ethereum:${mixed.replace('f', 'F')}`)).toThrow(invalid)
  expect(() => parseRequest(`ethereum:${right}/transfer?uint256=5`)).toThrow(invalid)
  expect(() => parseRequest(`ethereum:${right}/approve?address=${mixed}&uint256=5`)).toThrow(
    'does not request a transfer',
  )
})

test('recognizes burn addresses, and no others', () => {
  const zeros = '0'.repeat(40)
  for (const burn of [
    `0x${zeros}`,
    `0x${zeros.slice(1)}1`,
    `0x${zeros.slice(4)}dEaD`,
    '0xdEAD000000000000000042069420694206942069',
    `0x${'f'.repeat(40)}`,
    '0xdeaddeaddeaddeaddeaddeaddeaddeaddeaddead',
  ])
    expect(isBurn(burn), burn).toBe(true)
  for (const somebody of [
    right,
    mixed,
    '0x000000000022D473030F116dDEE9F6B43aC78BA3',
    '0xdeadbeef098527886E0F7030069857D2E4169EE7',
  ])
    expect(isBurn(somebody), somebody).toBe(false)
})
