import { startRelayServer } from '@billfold/testkit/test/startRelayServer'
import { createWalletConnectWallet } from '@billfold/testkit/walletconnect/createWalletConnectWallet'
import { buildAuthObject, populateAuthPayload } from '@walletconnect/utils'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { evmNetwork, setUpKit, until } from '../../../test/setUpKit.ts'
import { account, startWalletKit } from '../../../test/walletConnect/startWalletKit.ts'
import { socketPage } from '../../../test/walletConnect/visitWithWc.ts'
import type { Kit } from '../../kit.ts'
import { connectedAccount } from '../../model/connectedAccount.ts'
import type { Siwx, SiwxSession } from '../../model/siwx.ts'
import { type Clock, systemClock } from '../../ports/clock.ts'
import { sessionKey } from '../../wc/storageKeys.ts'
import { signMessage } from '../account/signMessage.ts'
import { cancelConnect, connectWallet } from '../connect/connectWallet.ts'
import { DefaultSIWX } from './DefaultSIWX.ts'

let relay: Awaited<ReturnType<typeof startRelayServer>>
let wallet: Awaited<ReturnType<typeof startWalletKit>>
const kits: Kit[] = []

beforeAll(async () => {
  relay = await startRelayServer()
  wallet = await startWalletKit(relay.url)
  wallet.kit.on('session_authenticate', async ({ id, params }) => {
    const { methods } = (await import('../../wc/families.ts')).proposalOf(['eip155:1']).eip155!
    const authPayload = populateAuthPayload({
      authPayload: params.authPayload,
      chains: ['eip155:1', 'eip155:10'],
      methods: methods.filter((method) => /personal_sign|eth_sendTransaction/.test(method)),
    })
    const auths = await Promise.all(
      authPayload.chains.map(async (chain) => {
        const iss = `did:pkh:${chain}:${account.address}`
        const message = wallet.kit.formatAuthMessage({ request: authPayload, iss })
        const s = await account.signMessage({ message })
        return buildAuthObject(authPayload, { t: 'eip191', s }, iss)
      }),
    )
    await wallet.kit.approveSessionAuthenticate({ id, auths })
  })
})
afterAll(async () => {
  await wallet.close()
  await relay.close()
})
afterEach(() => {
  for (const kit of kits.splice(0)) kit.dispose()
})

/** Real time, except for the site's timeout. */
const hasty: Clock = { ...systemClock, after: (ms, run) => systemClock.after(ms === 15_000 ? 500 : ms, run) }

function visit(over: Partial<Siwx> = {}, clock = systemClock, own?: Siwx) {
  const kept: SiwxSession[] = []
  const siwx: Siwx = {
    createMessage: async ({ accountAddress, chainId }) => ({
      accountAddress,
      chainId,
      domain: 'site.example',
      uri: 'https://site.example/',
      version: '1',
      nonce: crypto.randomUUID().replaceAll('-', ''),
      statement: 'Sign in to the site.',
    }),
    addSession: async () => undefined,
    revokeSession: async () => undefined,
    getSessions: async () => kept,
    setSessions: async (sessions) => void kept.push(...sessions),
    ...over,
  }
  const { kit, storage } = setUpKit({
    relayUrl: relay.url,
    networks: [evmNetwork(1), evmNetwork(10), evmNetwork(137)],
    page: socketPage(),
    clock: clock as never,
    siwx: own ?? siwx,
  })
  kits.push(kit)
  return { kit, storage, kept }
}
async function connect(kit: Kit) {
  const connecting = connectWallet(kit, { connectorId: 'walletConnect', namespace: 'eip155' })
  await wallet.pair(await uriOf(kit))
  await connecting
}
async function uriOf(kit: Kit): Promise<string> {
  const { pairing } = (await until(kit, (s) => s.walletConnect.pairing.phase === 'offered')).walletConnect
  return pairing.phase === 'offered' ? pairing.uri : ''
}
const chain = (id: number) => ({ id, name: `Chain ${id}`, rpcUrl: 'http://127.0.0.1:1' })

test('connects and signs in at once, with the proof for the site and the grants in the session', async () => {
  const { kit, kept } = visit()
  await connect(kit)
  expect(connectedAccount(kit.store.get(), 'eip155')).toMatchObject({
    address: account.address,
    approvedNetworkIds: ['eip155:1', 'eip155:10'],
  })
  expect(kept.map(({ data }) => data.chainId)).toEqual(['eip155:1', 'eip155:10'])
  expect(kept[0]!.message).toContain('Sign in to the site. I further authorize')
  expect(await signMessage(kit, { message: 'Hello' })).toMatch(/^0x/)
})

test('stores nothing and ends the session if the site rejects the sign-in', async () => {
  const { kit, storage, kept } = visit({ setSessions: () => Promise.reject(new Error('no')) })
  const gone = wallet.deleted()
  await connect(kit)
  expect(kit.store.get().connectAttempt).toMatchObject({ phase: 'failed', code: 'sign_in_unproven' })
  expect(kit.store.get().account.eip155.status).toBe('disconnected')
  expect(storage.values.has(sessionKey)).toBe(false)
  expect(kept).toEqual([])
  await gone
})

test('has the site drop a session that it stores after cancellation', async () => {
  const rejections: number[] = []
  const began = Promise.withResolvers<void>()
  const thinks = Promise.withResolvers<void>()
  const setSessions = async (sessions: readonly SiwxSession[]) => {
    rejections.push(sessions.length)
    began.resolve()
    if (sessions.length > 0) await thinks.promise
  }
  const { kit, storage } = visit({ setSessions }, hasty)
  const gone = wallet.deleted()
  const connecting = connect(kit)
  await began.promise
  cancelConnect(kit)
  await connecting
  await gone
  expect(rejections).toEqual([2])
  thinks.resolve()
  await expect.poll(() => rejections).toEqual([2, 0])
  expect(kit.store.get().account.eip155.status).toBe('disconnected')
  expect(storage.values.has(sessionKey)).toBe(false)
})

test('rejects a wallet that signs with another key, or does not support it', async () => {
  const pocket = createWalletConnectWallet({ relayUrl: relay.url, policy: 'ask', chains: [chain(1)], otherChains: [] })
  const wrong = visit()
  const nextRequest = pocket.next('asked')
  const connecting = connectWallet(wrong.kit, { connectorId: 'walletConnect', namespace: 'eip155' })
  await pocket.pair(await uriOf(wrong.kit))
  const { asking } = await nextRequest
  if (asking.kind !== 'signIn') throw new Error(`asked for ${asking.kind}`)
  await asking.approve({ signature: `0x${'11'.repeat(65)}` })
  await connecting
  expect(wrong.kit.store.get().connectAttempt).toMatchObject({ phase: 'failed', code: 'sign_in_unproven' })
  expect(wrong.storage.values.has(sessionKey)).toBe(false)
  expect(wrong.kept).toEqual([])
  await expect.poll(() => pocket.sessions().length).toBe(0)
  pocket.close()

  const plain = createWalletConnectWallet({ relayUrl: relay.url, signIn: false, chains: [chain(1)], otherChains: [] })
  const { kit, kept } = visit()
  const attempt = connectWallet(kit, { connectorId: 'walletConnect', namespace: 'eip155' })
  await plain.pair(await uriOf(kit))
  await attempt
  expect(connectedAccount(kit.store.get(), 'eip155')?.address).toBe(await plain.address('eip155:1'))
  expect(kept).toEqual([])
  plain.close()
})

test('asks only once with the kit’s own configuration, and afterwards if the wallet cannot do both', async () => {
  const own = new DefaultSIWX({ statement: 'Sign in to the site.' })
  const { kit } = visit({}, systemClock, own)
  await connect(kit)
  await until(kit, ({ signIn }) => signIn?.phase === 'signedIn')
  expect(kit.store.get().modal.open).toBe(false)
  for (const chainId of ['eip155:1', 'eip155:10'] as const)
    expect(await own.getSessions(chainId, account.address)).toMatchObject([{ data: { chainId } }])

  const plain = createWalletConnectWallet({ relayUrl: relay.url, signIn: false, chains: [chain(1)], otherChains: [] })
  const later = visit({}, systemClock, new DefaultSIWX()).kit
  const attempt = connectWallet(later, { connectorId: 'walletConnect', namespace: 'eip155' })
  await plain.pair(await uriOf(later))
  await attempt
  const { signIn } = await until(later, (state) => state.signIn?.phase === 'asked')
  later.store.send({ type: 'signIn/clicked', account: signIn!.account! })
  await until(later, (state) => state.signIn?.phase === 'signedIn')
  plain.close()
})
