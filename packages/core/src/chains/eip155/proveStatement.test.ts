import type { AuthPayload, Cacao } from '@billfold/protocol/wc/authenticate'
import { encodeRecap, readRecap } from '@billfold/protocol/wc/recap'
import { signInMessage } from '@billfold/protocol/wc/signInMessage'
import fc from 'fast-check'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test, vi } from 'vitest'
import { signInPayload } from '../../features/signin/signInPayload.ts'
import { proveStatement } from './proveStatement.ts'

const account = privateKeyToAccount(generatePrivateKey())
const now = Date.parse('2026-06-01T12:00:00Z')
const payload = signInPayload(
  {
    accountAddress: '',
    chainId: 'eip155:10',
    domain: 'site.example',
    uri: 'https://site.example/app',
    version: '1',
    nonce: 'n0nce-of-the-server',
    statement: 'Sign in to the site.',
    expirationTime: '2026-06-01T13:00:00Z',
    resources: ['https://site.example/terms'],
  },
  { chains: ['eip155:1', 'eip155:10'], methods: ['personal_sign', 'eth_sendTransaction'], now },
)

async function signed(over: Partial<Cacao['p']> = {}, signer = account): Promise<Cacao> {
  const {
    type: _,
    chains: __,
    signatureTypes: ___,
    ...statement
  } = payload as AuthPayload & { signatureTypes?: unknown }
  const p = { ...statement, iss: `did:pkh:eip155:10:${account.address}`, ...over } as Cacao['p']
  const s = await signer.signMessage({ message: signInMessage(p) })
  return { h: { t: 'caip122' }, p, s: { t: 'eip191', s } }
}
const never = vi.fn(async () => '0x')
const prove = (cacao: Cacao, ask = never as never) => proveStatement(cacao, { payload, now, ask })

test('converts a site’s message to what a wallet signs, its chain first, with the session’s permissions', () => {
  expect(payload).toMatchObject({ chains: ['eip155:10', 'eip155:1'], aud: 'https://site.example/app' })
  expect(readRecap(payload.resources ?? [])).toEqual({
    methods: ['eth_sendTransaction', 'personal_sign'],
    chains: ['eip155:1', 'eip155:10'],
  })
})

test.each([
  [{ nonce: '1234567' }, 'nonce'],
  [{ nonce: undefined }, 'nonce'],
  [{ domain: '' }, 'domain'],
  [{ uri: '' }, 'uri'],
  [{ version: '2' }, 'version'],
])('rejects a message with %o as not binding', (over, named) => {
  const message = { accountAddress: '', chainId: 'eip155:1', domain: 'd', uri: 'u', version: '1', nonce: '12345678' }
  const make = () => signInPayload({ ...message, ...over } as never, { chains: ['eip155:1'], methods: [], now })
  expect(make).toThrow(named)
})

test('verifies a statement that the account signed, on every chain of its capability', async () => {
  const { address, chains, methods, session } = await prove(await signed())
  expect({ address, chains, methods }).toEqual({
    address: account.address,
    chains: ['eip155:10', 'eip155:1'],
    methods: ['eth_sendTransaction', 'personal_sign'],
  })
  expect(session.data).toMatchObject({
    accountAddress: account.address,
    chainId: 'eip155:10',
    nonce: payload.nonce,
    domain: 'site.example',
    expirationTime: '2026-06-01T13:00:00Z',
  })
  expect(session.message).toContain('site.example wants you to sign in with your Ethereum account:')
  expect(never).not.toHaveBeenCalled()
})

test('accepts fewer grants, and no chain beyond the request', async () => {
  const narrow = encodeRecap(['personal_sign'], ['eip155:10', 'eip155:5'])
  const { chains, methods } = await prove(await signed({ resources: ['https://site.example/terms', narrow] }))
  expect({ chains, methods }).toEqual({ chains: ['eip155:10'], methods: ['personal_sign'] })
})

test.each([
  [{ nonce: 'another-nonce' }, 'its nonce'],
  [{ domain: 'evil.example' }, 'its domain'],
  [{ aud: 'https://evil.example' }, 'its aud'],
  [{ statement: 'Give everything.' }, 'its statement'],
  [{ version: '2' }, 'its version'],
  [{ iat: '2026-06-01T11:00:00Z' }, 'its iat'],
  [{ nbf: '2026-06-01T11:00:00Z' }, 'its nbf'],
  [{ requestId: 'another' }, 'its requestId'],
  [{ exp: undefined }, 'its exp'],
  [{ resources: ['https://evil.example'] }, 'its resources'],
  [{ iss: `did:pkh:eip155:5:${account.address}` }, 'its chain'],
  [{ iss: 'did:pkh:solana:x:y' }, 'no EVM account'],
])('rejects one that says %o, although signed', async (over, why) => {
  await expect(prove(await signed(over as never))).rejects.toMatchObject({
    code: 'sign_in_unproven',
    message: expect.stringContaining(why),
  })
})

test('rejects a statement signed by another key, unsigned, or too late', async () => {
  const other = privateKeyToAccount(generatePrivateKey())
  await expect(prove(await signed({}, other))).rejects.toMatchObject({ code: 'sign_in_unproven' })
  const own = await signed()
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string(),
        fc.bigInt({ min: 0n, max: 2n ** 520n }).map((n) => `0x${n.toString(16)}`),
      ),
      async (s) => {
        await expect(prove({ ...own, s: { t: 'eip191', s } })).rejects.toMatchObject({ code: 'sign_in_unproven' })
      },
    ),
    { numRuns: 25 },
  )
  const nonsense = { ...own.p, resources: ['https://site.example/terms', 'urn:recap:bm9uc2Vuc2U'] }
  await expect(prove({ ...own, p: nonsense })).rejects.toMatchObject({ code: 'sign_in_unproven' })
  const late = proveStatement(own, { payload, now: Date.parse('2026-06-01T13:00:01Z'), ask: never as never })
  await expect(late).rejects.toMatchObject({ message: expect.stringContaining('expired') })
})

test('verifies a contract on its own chain only', async () => {
  const own = await signed()
  const byContract: Cacao = { ...own, s: { t: 'eip1271', s: '0x1234' } }
  const queries: unknown[] = []
  const says = (answer: string) =>
    (async (...question: unknown[]) => {
      queries.push(question)
      return answer
    }) as never
  expect((await prove(byContract, says('0x01'))).chains).toEqual(['eip155:10'])
  const [[chain, method]] = queries as [[string, string]]
  expect({ chain, method }).toEqual({ chain: 'eip155:10', method: 'eth_call' })
  for (const no of ['0x', '0x00', `0x${'0'.repeat(64)}`, undefined])
    await expect(prove(byContract, says(no as string))).rejects.toMatchObject({ code: 'sign_in_unproven' })
  // A claimed key signature must be one, whatever the chain says.
  await expect(prove({ ...own, s: { t: 'eip191', s: '0x1234' } }, says('0x01'))).rejects.toMatchObject({
    code: 'sign_in_unproven',
  })
  await expect(prove({ ...own, s: { t: 'another', s: '0x1234' } as never }, says('0x01'))).rejects.toMatchObject({
    code: 'sign_in_unproven',
  })
})

test('verifies an undeployed account by its wrapped signature (ERC-6492)', async () => {
  const own = await signed()
  const word = (text: string) => text.padStart(64, '0')
  const body = [
    word('ab'.repeat(20)),
    word('60'),
    word('a0'),
    word('1'),
    'aa'.padEnd(64, '0'),
    word('1'),
    'bb'.padEnd(64, '0'),
  ]
  const s = `0x${body.join('')}${'6492'.repeat(16)}`
  const ask = vi.fn(async () => '0x01')
  const proven = await prove({ ...own, s: { t: 'eip1271', s } }, ask as never)
  expect(proven.chains).toEqual(['eip155:10'])
  expect(ask).toHaveBeenCalledOnce()
})
