import { KitError } from '@billfold/protocol/error'
import type { FrameHandlers } from '@billfold/protocol/frame/answerFrame'
import { afterEach, expect, test } from 'vitest'
import { fixtureAddresses, fixtureFrame } from '../../../test/embedded/fixtureFrame.ts'
import { eoa, puppetConnector, sessionOf } from '../../../test/puppetConnector.ts'
import { setUpKit, until } from '../../../test/setUpKit.ts'
import { connectionsOf } from '../../features/connect/connections.ts'
import { connectWallet } from '../../features/connect/connectWallet.ts'
import { disconnectConnector } from '../../features/connect/disconnectConnector.ts'
import { switchConnection } from '../../features/connect/switchConnection.ts'
import { chooseAccountType } from '../../features/embedded/chooseAccountType.ts'
import { switchNetwork } from '../../features/network/switchNetwork.ts'
import { isSponsored } from '../../flows/isSponsored.ts'
import type { Kit } from '../../kit.ts'
import { connectedAccount } from '../../model/connectedAccount.ts'
import { embeddedId, infoOf } from '../../model/connector.ts'
import { startEmbedded } from '../../reactions/startEmbedded.ts'
import { createNetworkRequest } from '../../rpc/createNetworkRequest.ts'

const key = fixtureAddresses.eip155
const contract = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.dispose()
})

/** A frame whose smart account is an EOA's own address on chain 1, and a contract's on chain 10. */
function twoKinds(): Partial<FrameHandlers> {
  let type: 'eoa' | 'smartAccount' = 'eoa'
  let chain: string | number = 1
  const smartOn = (chainId: string | number) => (Number(chainId) === 10 ? contract : key)
  return {
    IS_CONNECTED: async () => ({ isConnected: true }),
    GET_USER: async (input) => {
      chain = input?.chainId ?? chain
      if (String(chain).startsWith('solana')) return { address: fixtureAddresses.solana, chainId: chain }
      type = input?.preferredAccountType ?? type
      return {
        email: 'ann@site.example',
        address: type === 'smartAccount' ? smartOn(chain) : key,
        chainId: chain,
        preferredAccountType: type,
        accounts: [
          { address: key, type: 'eoa' },
          { address: smartOn(chain), type: 'smartAccount' },
        ],
      }
    },
    SWITCH_NETWORK: async ({ chainId }) => ({ chainId: (chain = chainId) }),
    SET_PREFERRED_ACCOUNT: async (input) => ({ type: (type = input.type), address: key }),
    RPC_REQUEST: async () => ({
      '0x1': { atomic: { status: 'supported' }, paymasterService: { supported: true } },
      '0xa': { atomic: { status: 'supported' }, paymasterService: { supported: false } },
    }),
  }
}

async function logIn(input: Parameters<typeof setUpKit>[0] = {}, over: Partial<FrameHandlers> = {}) {
  const frame = fixtureFrame({ ...twoKinds(), ...over })
  const scene = setUpKit({ walletUrl: 'https://wallet.site.example', ...input })
  kits.push(scene.kit)
  startEmbedded(scene.kit, frame.open)
  scene.kit.store.send({ type: 'embedded/loggedIn', by: 'email' })
  await until(scene.kit, (state) => connectedAccount(state, 'solana') !== undefined)
  return { ...scene, frame, account: () => connectedAccount(scene.kit.store.get(), 'eip155') }
}

test('starts with the smart account, or with the site’s default', async () => {
  const first = await logIn()
  expect(first.account()).toMatchObject({ address: key, type: 'smartAccount' })
  // Only EVM has two: other families' requests name none.
  expect(first.frame.inputs('GET_USER')).toMatchObject([{ chainId: 1, preferredAccountType: 'smartAccount' }, {}])
  expect(first.frame.inputs('GET_USER')[1]).not.toHaveProperty('preferredAccountType')
  const second = await logIn({ defaultAccountTypes: { eip155: 'eoa' } })
  expect(second.account()).toMatchObject({ address: key, type: 'eoa' })
})

test('shows a smart account’s other address on a network', async () => {
  const { kit, account } = await logIn()
  await switchNetwork(kit, { networkId: 'eip155:10' })
  await until(kit, (state) => connectedAccount(state, 'eip155')?.address === contract)
  expect(account()).toMatchObject({ networkId: 'eip155:10', type: 'smartAccount' })
  await switchNetwork(kit, { networkId: 'eip155:1' })
  await until(kit, (state) => connectedAccount(state, 'eip155')?.address === key)
  expect(account()).toMatchObject({ networkId: 'eip155:1', type: 'smartAccount' })
})

test('keeps the choice of the other account until logout, and offers it in the account list', async () => {
  const { kit, frame, storage, account } = await logIn()
  await chooseAccountType(kit, { namespace: 'eip155', type: 'eoa' })
  await until(kit, (state) => connectedAccount(state, 'eip155')?.type === 'eoa')
  expect(storage.values.get('@appkit-wallet/PREFERRED_ACCOUNT_TYPE')).toBe('eoa')
  switchConnection(kit, { namespace: 'eip155', connectorId: embeddedId, address: key, type: 'smartAccount' })
  await expect.poll(() => storage.values.get('@appkit-wallet/PREFERRED_ACCOUNT_TYPE')).toBe('smartAccount')
  expect(frame.inputs('SET_PREFERRED_ACCOUNT')).toEqual([{ type: 'eoa' }, { type: 'smartAccount' }])
  expect(account()).toMatchObject({ type: 'smartAccount' })
  await disconnectConnector(kit, { namespace: 'eip155', connectorId: embeddedId })
  expect(storage.values.get('@appkit-wallet/PREFERRED_ACCOUNT_TYPE')).toBeUndefined()
})

test('keeps its account type when the frame rejects another', async () => {
  const { kit, storage, account } = await logIn(
    {},
    { SET_PREFERRED_ACCOUNT: () => Promise.reject(new KitError('unavailable')) },
  )
  await chooseAccountType(kit, { namespace: 'eip155', type: 'eoa' })
  expect(kit.store.get().embedded?.trouble).toMatchObject({ code: 'unavailable' })
  expect(account()).toMatchObject({ type: 'smartAccount' })
  expect(storage.values.has('@appkit-wallet/PREFERRED_ACCOUNT_TYPE')).toBe(false)
})

test('reports the payer for the embedded wallet’s smart account only', async () => {
  const { kit } = await logIn()
  const ask = (networkId: 'eip155:1' | 'eip155:10', type: 'eoa' | 'smartAccount', connectorId = embeddedId) =>
    isSponsored(kit, {
      networkId,
      source: { connectorId, address: key, type },
      signal: new AbortController().signal,
    })
  expect(await ask('eip155:1', 'smartAccount')).toBe(true)
  expect(await ask('eip155:10', 'smartAccount')).toBe(false)
  expect(await ask('eip155:1', 'eoa')).toBe(false)
  expect(await ask('eip155:1', 'smartAccount', 'io.puppet')).toBe(false)
})

test('coexists with a browser wallet of the same family, each disconnecting alone', async () => {
  const { kit, account, frame } = await logIn()
  const other = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
  const { connector } = puppetConnector(
    {},
    {
      connect: async () => sessionOf(other),
      accounts: async () => [eoa(other)],
    },
  )
  kit.connectors.add(connector)
  kit.store.send({ type: 'connector/announced', connector: infoOf(connector) })
  await connectWallet(kit, { connectorId: connector.id, namespace: 'eip155' })
  expect(account()?.connectorId).toBe(connector.id)
  // Solana's account and login stay with the embedded wallet.
  expect(connectedAccount(kit.store.get(), 'solana')?.connectorId).toBe(embeddedId)
  const ids = () => connectionsOf(kit.store.get(), 'eip155').map(({ connectorId }) => connectorId)
  expect(ids()).toEqual([connector.id, embeddedId])
  switchConnection(kit, { namespace: 'eip155', connectorId: embeddedId })
  expect(account()).toMatchObject({ connectorId: embeddedId, address: key, type: 'smartAccount' })
  await disconnectConnector(kit, { namespace: 'eip155', connectorId: connector.id })
  expect(ids()).toEqual([embeddedId])
  expect(frame.names()).not.toContain('SIGN_OUT')
  await disconnectConnector(kit, { namespace: 'eip155', connectorId: embeddedId })
  await expect.poll(frame.names).toContain('SIGN_OUT')
  expect(connectedAccount(kit.store.get(), 'solana')).toBeUndefined()
})

test('receives no Solana chain queries, which it would visibly reject', async () => {
  const { kit } = await logIn()
  const events: string[] = []
  kit.store.onEvent(({ type }) => events.push(type))
  const { networkId } = connectedAccount(kit.store.get(), 'solana')!
  const ask = createNetworkRequest(kit, { networkId })
  await ask({ method: 'getBalance', params: [fixtureAddresses.solana] }).catch(() => undefined)
  expect(events).not.toContain('embedded/methodRefused')
})
