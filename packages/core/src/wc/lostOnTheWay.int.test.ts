import { formatPairingUri } from '@billfold/protocol/wc/uri'
import {
  createWalletConnectWallet,
  type WalletConnectWallet,
} from '@billfold/testkit/walletconnect/createWalletConnectWallet'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryRelay } from '../../test/walletConnect/memoryRelay.ts'
import { memorySocket } from '../../test/walletConnect/memorySocket.ts'
import { visitWithWc } from '../../test/walletConnect/visitWithWc.ts'

const relayUrl = 'ws://relay.invalid'

let relay: ReturnType<typeof memoryRelay>
let wallet: WalletConnectWallet
let site: ReturnType<typeof visitWithWc>

beforeEach(() => {
  relay = memoryRelay()
  vi.stubGlobal('WebSocket', memorySocket(relay))
  wallet = createWalletConnectWallet({
    relayUrl,
    chains: [{ id: 1, name: 'One', rpcUrl: 'http://127.0.0.1:1' }],
    patienceMs: 1_000,
  })
  site = visitWithWc({ relays: [{ url: relayUrl }] })
})
afterEach(() => {
  wallet.close()
  site.leave()
  vi.unstubAllGlobals()
})

/** Proposes a session; returns the link, and the session. */
const offer = () =>
  new Promise<{ uri: string; session: ReturnType<typeof site.connect> }>((done) => {
    const session = site.connect((uri) => done({ uri, session }))
    session.catch(() => undefined) // handled below
  })
const sign = (address: string) =>
  site.client.request({ chainId: 'eip155:1', method: 'personal_sign', params: ['0x00', address] })

test('names an unreachable relay, and the same link works once it is back', async () => {
  const { uri, session } = await offer()
  relay.faults.refuses = true
  await expect(wallet.pair(uri)).rejects.toThrow('The relay is unreachable.')
  relay.faults.refuses = false
  await expect
    .poll(() =>
      wallet.pair(uri).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  expect((await session).peer.metadata.name).toBe('Pocket Wallet')
})

test('reports a link without a proposal', async () => {
  const nobody = formatPairingUri({ topic: 'a'.repeat(64), symKey: 'b'.repeat(64), relay: { protocol: 'irn' } })
  await expect(wallet.pair(nobody)).rejects.toThrow('The relay has no proposal for this link')
})

test('leaves no session, and tells a site that never settles', async () => {
  const { uri } = await offer()
  wallet.policy('ask')
  const nextRequest = wallet.next('asked')
  await wallet.pair(uri)
  const { asking } = await nextRequest
  site.leave()
  const ended = wallet.next('ended')
  await expect(asking.approve()).rejects.toThrow('The site did not respond')
  expect((await ended).by).toBe('silence')
  expect(wallet.sessions()).toEqual([])
})

test('prompts once for a resent request, and resends its response', async () => {
  const { uri, session } = await offer()
  await wallet.pair(uri)
  await session
  wallet.policy('ask')
  const nextRequest = wallet.next('asked')
  const signing = sign(await wallet.address('eip155:1'))
  const { asking } = await nextRequest
  // The relay loses the request, which the site resends, and then the response.
  relay.restart()
  await expect.poll(() => relay.mailbox.filter(({ tag }) => tag === 1108).length).toBe(1)
  expect(wallet.pending()).toHaveLength(1)
  relay.faults.mute = (method) => method === 'irn_publish'
  void (asking.approve() as Promise<unknown>).catch(() => undefined)
  await expect.poll(() => wallet.pending().length).toBe(0)
  relay.faults.mute = () => false
  relay.restart()
  expect(await signing).toMatch(/^0x/)
  expect(wallet.pending()).toEqual([])
})

test('removes an expired request from the screen, with a message', async () => {
  const { uri } = await offer()
  wallet.policy('ask')
  const nextRequest = wallet.next('asked')
  await wallet.pair(uri)
  const { asking } = await nextRequest
  Object.assign(asking, { expiry: 1 })
  const answered = wallet.next('answered')
  await expect((asking.approve as () => Promise<unknown>)()).rejects.toThrow('This came too late')
  expect((await answered).by).toBe('end')
  expect(wallet.pending()).toEqual([])
})
