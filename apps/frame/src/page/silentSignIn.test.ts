import { hexOf } from '@billfold/protocol/bytes'
import { writeSignIn } from '@billfold/protocol/signin/signInText'
import { expect, test, vi } from 'vitest'
import { pretendPerson, pretendWallet } from '../../test/pretendWallet.ts'
import en from '../screens/texts/catalogs/en.json'
import { createSpeech } from '../screens/texts/createSpeech.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { createHandlers, type HandlerDeps } from './createHandlers.ts'

const address = pretendPerson.evmAddress
const signIn = (domain: string) =>
  writeSignIn({
    ...{ domain, address, uri: `https://${domain}`, version: '1', chainId: 'eip155:10', nonce: 'abcdefgh12345678' },
    issuedAt: '2026-11-17T12:00:00Z',
  })

/** Requests a signature; `shown` are the screens that the person saw and rejected. */
async function ask(text: string, change: { signsInSilently: boolean; wallet?: Partial<Wallet> }) {
  const shown: string[] = []
  const deps = {
    ...{ chainId: 'eip155:10', origin: 'https://app.example', speech: createSpeech(en, 'en'), node: vi.fn() },
    ...{
      named: async (network: unknown) => network,
      smart: { inUse: async () => undefined, accountOn: async () => undefined },
    },
    enqueue: async (_: string, act: () => Promise<unknown>) => act(),
    ui: {
      loading() {},
      busy() {},
      fail: async () => false,
      ask: async ({ title }: { title: string }) => shown.push(title) < 0,
    },
    ...change,
    wallet: pretendWallet(change.wallet),
  } as unknown as HandlerDeps
  const params = [`0x${hexOf(new TextEncoder().encode(text))}`, address]
  const signed = await createHandlers(deps)
    .RPC_REQUEST({ method: 'personal_sign', params } as never, new AbortController().signal)
    .catch(({ code }: { code: string }) => code)
  return { shown, signed }
}

test('a sign-in to the page that asks is signed without a screen where the operator says so', async () => {
  const { shown, signed } = await ask(signIn('app.example'), { signsInSilently: true })
  expect(shown).toEqual([])
  expect(signed).toMatch(/^0x/)
})

test.each([
  ['that the operator didn’t allow', signIn('app.example'), false],
  ['to another site', signIn('evil.example'), true],
  ['with more in it', `${signIn('app.example')}\nand 5 ETH`, true],
  ['in name only', 'Hello', true],
])('shows a sign-in %s, and accepts a rejection', async (_, text, signsInSilently) => {
  const { shown, signed } = await ask(text, { signsInSilently })
  expect(shown).toHaveLength(1)
  expect(signed).toBe('user_rejected')
})

test('a wallet that cannot sign by itself shows its screen', async () => {
  const sign = vi.fn().mockRejectedValue(new Error('The API is down'))
  const { shown } = await ask(signIn('app.example'), { signsInSilently: true, wallet: { sign } })
  expect(shown).toHaveLength(1)
})
