import { expect, test, vi } from 'vitest'
import { scriptedSiwx, setUpSignIn, signer } from '../../../test/setUpSignIn.ts'
import { createSIWEConfig, formatMessage, type SIWEConfig, type SIWESession } from './createSIWEConfig.ts'

function site(over: Partial<SIWEConfig> = {}) {
  let session: SIWESession | null = null
  const config: SIWEConfig = {
    getNonce: vi.fn(async () => 'nonceoftheserver'),
    getMessageParams: async () => ({ domain: 'site.example', uri: 'https://site.example', chains: [1, 10] }),
    createMessage: ({ address, ...args }) => formatMessage({ address, ...args }, address),
    verifyMessage: vi.fn(async ({ message }) => {
      const chainId = Number(/Chain ID: (\d+)/.exec(message)?.[1])
      session = { address: message.split('\n')[1]!, chainId }
      return true
    }),
    getSession: async () => session,
    signOut: vi.fn(async () => {
      session = null
      return true
    }),
    onSignIn: vi.fn(),
    onSignOut: vi.fn(),
    ...over,
  }
  return { config, siwx: createSIWEConfig(config).mapToSIWX() }
}

test('runs AppKit’s older sign-in in the same flow, and signs out with the network', async () => {
  const { config, siwx } = site()
  const { kit, connect, reach, sign, puppet } = setUpSignIn(siwx)
  await connect()
  await reach('asked')
  sign()
  await reach('signedIn')
  expect(config.getNonce).toHaveBeenCalledWith(signer.address)
  expect(vi.mocked(config.verifyMessage).mock.calls[0]![0].message).toMatch(
    /^site\.example wants you to sign in with your Ethereum account:\n0x.+\n\n\nURI: https:\/\/site\.example\n/,
  )
  expect(config.onSignIn).toHaveBeenCalledWith({ address: signer.address, chainId: 1 })
  puppet.tell({ type: 'networkChanged', networkId: 'eip155:10' })
  await reach('asked')
  expect(config.onSignOut).toHaveBeenCalledOnce()
  sign()
  await reach('signedIn')
  kit.store.send({ type: 'account/disconnected', namespace: 'eip155', by: 'wallet' })
  await vi.waitFor(() => expect(config.signOut).toHaveBeenCalledTimes(2))
})

test('signs out only where configured, and ignores other families', async () => {
  const { config, siwx } = site({ signOutOnNetworkChange: false, signOutOnDisconnect: false })
  await siwx.addSession({ ...(await messageFor(siwx)), signature: '0x' })
  expect(await siwx.getSessions('eip155:10', signer.address)).toHaveLength(1)
  expect(await siwx.getSessions('eip155:1', `0x${'9'.repeat(40)}`)).toEqual([])
  expect(config.signOut).toHaveBeenCalledOnce()
  await siwx.setSessions([])
  expect(config.signOut).toHaveBeenCalledOnce()
  expect(await siwx.getSessions('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'x')).toHaveLength(1)
})

async function messageFor(siwx: ReturnType<typeof site>['siwx']) {
  const data = await siwx.createMessage({ accountAddress: signer.address, chainId: 'eip155:1' })
  return { data, message: data.toString() }
}

test('rejects what the site does not verify, requires its parameters, and excludes `siwx`', async () => {
  const refusing = site({ verifyMessage: async () => false }).siwx
  await expect(refusing.addSession({ ...(await messageFor(refusing)), signature: '0x' })).rejects.toThrow(
    'Failed to verify message',
  )
  const bare = site()
  delete bare.config.getMessageParams
  await expect(bare.siwx.createMessage({ accountAddress: '', chainId: 'eip155:1' })).rejects.toThrow(
    'Failed to get message params!',
  )
  expect(() => createSIWEConfig(bare.config).optionsBeside(scriptedSiwx().siwx)).toThrow('Cannot set both')
  expect(createSIWEConfig({ ...bare.config, enabled: false }).optionsBeside()).toEqual({})
  expect(
    createSIWEConfig({ ...bare.config, required: false })
      .mapToSIWX()
      ?.getRequired?.(),
  ).toBe(false)
})
