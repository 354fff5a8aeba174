import { readSignIn } from '@billfold/protocol/signin/readSignIn'
import fc from 'fast-check'
import { SiweMessage } from 'siwe'
import { privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage, parseSiweMessage } from 'viem/siwe'
import { expect, test } from 'vitest'
import { setUpKit } from '../../../test/setUpKit.ts'
import type { SiwxMessageData } from '../../model/siwx.ts'
import { makeMessage, randomNonce } from './makeMessage.ts'
import { standardMessage } from './signInMessageOf.ts'

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const word = fc.stringMatching(/^[A-Za-z0-9]{1,12}$/)
const moment = fc
  .date({ min: new Date('2001-01-01'), max: new Date('2099-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())

/** Any valid sign-in of the standard on an EVM chain. */
const parts = fc
  .record(
    {
      statement: fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' ')),
      resources: fc.array(
        word.map((name) => `https://site.example/${name}`),
        { minLength: 1, maxLength: 3 },
      ),
      notBefore: moment,
      expirationTime: moment,
      requestId: word,
    },
    { requiredKeys: [] },
  )
  .chain((optional) =>
    fc.record({
      chain: fc.integer({ min: 1, max: 2 ** 31 }),
      nonce: fc.stringMatching(/^[A-Za-z0-9]{8,32}$/),
      issuedAt: moment,
      optional: fc.constant(optional),
    }),
  )
  .map(
    ({ chain, nonce, issuedAt, optional }): SiwxMessageData => ({
      accountAddress: account.address,
      chainId: `eip155:${chain}`,
      domain: 'site.example',
      uri: 'https://site.example/app',
      version: '1',
      nonce,
      issuedAt,
      ...optional,
    }),
  )

test('is read and written identically by the standard’s reference library', () => {
  fc.assert(
    fc.property(parts, (data) => {
      const text = standardMessage(data)
      const read = new SiweMessage(text)
      expect(read).toMatchObject({
        domain: data.domain,
        address: account.address,
        uri: data.uri,
        chainId: Number(data.chainId.split(':')[1]),
        nonce: data.nonce,
        issuedAt: data.issuedAt,
      })
      expect(read.statement ?? undefined).toBe(data.statement)
      expect(read.resources ?? undefined).toEqual(data.resources)
      expect(read.prepareMessage()).toBe(text)
    }),
  )
})

test('writes messages that viem reads, and writes the same', () => {
  fc.assert(
    fc.property(parts, (data) => {
      const text = standardMessage(data)
      const read = parseSiweMessage(text)
      expect(read).toMatchObject({
        ...{ domain: data.domain, address: account.address, uri: data.uri, nonce: data.nonce, version: '1' },
        ...{ chainId: Number(data.chainId.split(':')[1]), issuedAt: new Date(data.issuedAt!) },
      })
      expect([read.statement, read.requestId, read.resources]).toEqual([data.statement, data.requestId, data.resources])
      expect(createSiweMessage(read as Parameters<typeof createSiweMessage>[0])).toBe(text)
    }),
  )
})

test('reads the reference library’s messages', () => {
  fc.assert(
    fc.property(parts, ({ accountAddress: address, chainId, ...rest }) => {
      const written = new SiweMessage({
        ...rest,
        ...(rest.resources ? { resources: [...rest.resources] } : {}),
        address,
        chainId: Number(chainId.split(':')[1]),
      } as Partial<SiweMessage>).prepareMessage()
      expect(readSignIn(written)).toMatchObject({ ...rest, address, chainId, label: 'Ethereum' })
    }),
  )
})

test('is verified by the reference library', async () => {
  const { kit } = setUpKit()
  const input = { accountAddress: account.address, chainId: 'eip155:1', nonce: randomNonce() } as const
  const text = makeMessage(kit, { statement: 'Sign in.' }, input).toString()
  const signature = await account.signMessage({ message: text })
  const time = new Date(kit.ports.clock.now() + 1000).toISOString()
  const verified = await new SiweMessage(text).verify({ signature, nonce: input.nonce, domain: 'site.example', time })
  expect(verified.success).toBe(true)
})
