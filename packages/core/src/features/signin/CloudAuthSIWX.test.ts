import { privateKeyToAccount } from 'viem/accounts'
import { expect, test, vi } from 'vitest'
import { evmNetwork, setUpKit } from '../../../test/setUpKit.ts'
import { fakeHttp } from '../../ports/fakeHttp.ts'
import { fakeStorage } from '../../ports/fakeStorage.ts'
import { CloudAuthSIWX } from './CloudAuthSIWX.ts'

const [first, second] = ['11', '22'].map((digits) => privateKeyToAccount(`0x${digits.repeat(32)}`)) as [
  ReturnType<typeof privateKeyToAccount>,
  ReturnType<typeof privateKeyToAccount>,
]

/** A server with scripted verdicts on refresh tokens, and outages. */
function scriptedServer() {
  const state = { count: 0, isAway: false, refuses: false, asked: [] as string[], bearers: [] as string[] }
  const http = fakeHttp(({ url, method, body, headers }) => {
    const { pathname, searchParams } = new URL(url)
    const name = pathname.replace('/auth/v1/', '')
    state.asked.push(`${method} ${name}`)
    state.bearers.push(headers?.Authorization ?? headers?.['x-nonce-jwt'] ?? '')
    if (state.isAway) return { status: 503, body: { status: 'FAILED', code: 'unavailable', reasons: [] } }
    const signedIn = () => ({ token: `a.b.token${++state.count}`, refreshToken: `r${state.count}`, expiresIn: 900 })
    switch (name) {
      case 'nonce':
        return { body: { nonce: `${searchParams.get('address')}`.slice(2, 26).padEnd(24, 'n'), token: 'a.nonce.c' } }
      case 'authenticate':
        return state.refuses
          ? { status: 401, body: { status: 'FAILED', code: 'sign_in_unproven', reasons: [] } }
          : { body: signedIn() }
      case 'refresh':
        return state.refuses || JSON.parse(body ?? '').refreshToken !== `r${state.count}`
          ? { status: 401, body: { status: 'FAILED', code: 'unauthorized', reasons: [] } }
          : { body: signedIn() }
      default:
        return { body: { status: 'ok' } }
    }
  })
  return { state, http }
}

function setUp({ state, http } = scriptedServer(), storage = fakeStorage()) {
  const siwx = new CloudAuthSIWX({ required: false })
  const parts = setUpKit({ storage, http, networks: [evmNetwork(1), evmNetwork(10)] })
  siwx.attach(parts.kit)
  const signIn = async (account = first) => {
    const data = await siwx.createMessage({ chainId: 'eip155:1', accountAddress: account.address })
    const message = data.toString()
    await siwx.addSession({ data, message, signature: await account.signMessage({ message }) })
  }
  return { ...parts, siwx, state, storage, signIn }
}

test('gets the server’s nonce and verdict, and stores its tokens under AppKit’s keys', async () => {
  const { siwx, state, storage, signIn } = setUp()
  await signIn()
  expect(state.asked).toEqual(['GET nonce', 'POST authenticate'])
  expect(state.bearers[1]).toBe('Bearer a.nonce.c')
  expect(storage.values.get('@appkit/siwx-auth-token')).toBe('a.b.token1')
  expect(storage.values.has('@appkit/siwx-nonce-token')).toBe(false)
  expect(await siwx.getSessions('eip155:1', first.address)).toMatchObject([{ data: { accountAddress: first.address } }])
  expect(await siwx.getSessions('eip155:10', first.address)).toEqual([])
  expect(siwx.getRequired()).toBe(false)
})

test('holds several accounts at once, and revokes each with its own token', async () => {
  const { siwx, state, storage, signIn } = setUp()
  await signIn()
  await signIn(second)
  expect(await siwx.getSessions('eip155:1', first.address)).toHaveLength(1)
  expect(storage.values.get('@appkit/siwx-auth-token')).toBe('a.b.token1')
  await siwx.revokeSession('eip155:1', second.address)
  await vi.waitFor(() => expect(state.asked.at(-1)).toBe('POST sign-out'))
  expect(state.bearers.at(-1)).toBe('Bearer a.b.token2')
  expect(await siwx.getSessions('eip155:1', second.address)).toEqual([])
  await siwx.setSessions([])
  expect(await siwx.getSessions('eip155:1', first.address)).toEqual([])
  expect(storage.values.size).toBe(0)
})

test('signs out on the server even after the access token expired', async () => {
  const { siwx, state, clock, signIn } = setUp()
  await signIn()
  clock.advance(1_000_000)
  await siwx.setSessions([])
  await vi.waitFor(() => expect(state.asked.at(-1)).toBe('POST sign-out'))
  expect(state.asked.at(-2)).toBe('POST refresh')
  expect(state.bearers.at(-1)).toBe('Bearer a.b.token2')
})

test('renews a token before it expires, once for concurrent callers, and reports when to ask again', async () => {
  const { siwx, state, clock, signIn } = setUp()
  await signIn()
  const [session] = await siwx.getSessions('eip155:1', first.address)
  expect(Date.parse(session!.data.expirationTime!)).toBe(clock.now() + 840_000)
  clock.advance(840_000)
  const both = await Promise.all([1, 2].map(() => siwx.getSessions('eip155:1', first.address)))
  expect(both.map(({ length }) => length)).toEqual([1, 1])
  expect(state.asked.filter((each) => each === 'POST refresh')).toHaveLength(1)
  expect(state.count).toBe(2)
})

test('keeps a sign-in while the server is down, and drops it if the server rejects it', async () => {
  const { siwx, state, clock, signIn } = setUp()
  await signIn()
  clock.advance(850_000)
  state.isAway = true
  // Still valid for a moment.
  expect(await siwx.getSessions('eip155:1', first.address)).toHaveLength(1)
  clock.advance(100_000)
  await expect(siwx.getSessions('eip155:1', first.address)).rejects.toMatchObject({ code: 'unavailable' })
  state.isAway = false
  state.refuses = true
  expect(await siwx.getSessions('eip155:1', first.address)).toEqual([])
  await expect(signIn()).rejects.toMatchObject({ code: 'sign_in_unproven' })
})

test('accepts only an explicit approval, whatever the body of an error says', async () => {
  for (const answer of [
    { status: 500, body: { token: 'a.b.c', refreshToken: 'r', expiresIn: 900 } },
    { status: 200, body: { token: 'nonsense', refreshToken: 'r', expiresIn: 900 } },
    { status: 200, body: '<html>' as unknown as object },
  ]) {
    const http = fakeHttp(({ url }) =>
      url.includes('/nonce') ? { body: { nonce: 'n'.repeat(24), token: 'a.nonce.c' } } : answer,
    )
    const { siwx, signIn, storage } = setUp({ ...scriptedServer(), http })
    await expect(signIn()).rejects.toThrow()
    expect(await siwx.getSessions('eip155:1', first.address)).toEqual([])
    expect(storage.values.has('@appkit/siwx-auth-token')).toBe(false)
  }
})
