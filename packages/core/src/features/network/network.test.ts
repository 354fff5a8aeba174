import { describe, expect, test } from 'vitest'
import { sessionOf } from '../../../test/puppetConnector.ts'
import { evmNetwork, setUpKit, solanaNetwork } from '../../../test/setUpKit.ts'
import {
  activeNetworkId,
  isNetworkApproved,
  isWrongNetwork,
  networkName,
  requestedNamespaces,
  requestedNetworks,
} from '../../model/findNetwork.ts'
import { rpcUrlsOf, walletUrlsOf } from '../../model/rpcUrlsOf.ts'
import { addNetwork } from './addNetwork.ts'
import { removeNetwork } from './removeNetwork.ts'

const ids = (kit: ReturnType<typeof setUpKit>['kit']) => requestedNetworks(kit.store.get()).map((n) => n.id)

test('falls back to another network of the family when the active one is removed', () => {
  const { kit } = setUpKit()
  expect(activeNetworkId(kit.store.get())).toBe('eip155:1')
  removeNetwork(kit, { networkId: 'eip155:1' })
  expect(activeNetworkId(kit.store.get())).toBe('eip155:10')
  expect(ids(kit)).toEqual([10, solanaNetwork.id])
})

test('names a chain that the site does not use, and allows it by id', () => {
  const { kit } = setUpKit({ allowUnsupportedChain: true })
  expect(networkName(kit.store.get())).toBe('Chain 1')
  const session = { ...sessionOf('0xa', 'eip155:77'), namespace: 'eip155', connectorId: 'x', how: 'user' } as const
  kit.store.send({ type: 'account/connected', ...session })
  expect(isWrongNetwork(kit.store.get())).toBe(false)
  expect(networkName(kit.store.get())).toBe('eip155:77')
})

test('rejects invalid removals with a message', () => {
  const { kit } = setUpKit()
  expect(() => removeNetwork(kit, { networkId: 'eip155:5' })).toThrow('Network with ID eip155:5 not found')
  expect(() => removeNetwork(kit, { networkId: `solana:${solanaNetwork.id}` })).toThrow(
    'Cannot remove last network for a namespace',
  )
  const session = { ...sessionOf('0xa'), namespace: 'eip155', connectorId: 'x', how: 'user' } as const
  kit.store.send({ type: 'account/connected', ...session })
  expect(() => removeNetwork(kit, { networkId: 'eip155:1' })).toThrow('Cannot remove a network while connected')
})

test('ignores duplicate networks, and rejects invalid ones', () => {
  const { kit } = setUpKit()
  addNetwork(kit, evmNetwork(5))
  addNetwork(kit, evmNetwork(5, 'Again'))
  expect(ids(kit)).toEqual([1, 10, solanaNetwork.id, 5])
  expect(requestedNamespaces(kit.store.get())).toEqual(['eip155', 'solana'])
  expect(() => addNetwork(kit, {} as never)).toThrow('Not a network')
})

test('uses the wallet’s chain rather than an earlier selection', () => {
  const { kit } = setUpKit()
  kit.store.send({ type: 'network/selected', networkId: 'eip155:10' })
  const session = { ...sessionOf('0xa', 'eip155:1'), namespace: 'eip155', connectorId: 'x', how: 'user' } as const
  kit.store.send({ type: 'account/connected', ...session })
  expect(activeNetworkId(kit.store.get())).toBe('eip155:1')
  kit.store.send({ type: 'account/disconnected', namespace: 'eip155', by: 'user' })
  expect(activeNetworkId(kit.store.get())).toBe('eip155:1')
})

test('requests only networks that the wallet approved', () => {
  const { kit } = setUpKit()
  const session = { ...sessionOf('0xa'), supportsAllNetworks: false, approvedNetworkIds: ['eip155:1'] as const }
  kit.store.send({ type: 'account/connected', namespace: 'eip155', connectorId: 'x', how: 'user', ...session })
  expect(isNetworkApproved(kit.store.get(), 'eip155:1')).toBe(true)
  expect(isNetworkApproved(kit.store.get(), 'eip155:10')).toBe(false)
  expect(isNetworkApproved(kit.store.get(), `solana:${solanaNetwork.id}`)).toBe(true)
})

describe('node URLs', () => {
  const proxy = (id: string) => `https://api.example/v1/?chainId=eip155%3A${id}&projectId=test-project`
  function askedAt(rpcUrl: string[], custom?: string[]) {
    const network = { ...evmNetwork(1), rpcUrls: { default: { http: rpcUrl } } }
    const { kit } = setUpKit({
      apiUrl: 'https://api.example/',
      networks: [network],
      ...(custom ? { customRpcUrls: { 'eip155:1': custom } } : {}),
    })
    const state = kit.store.get()
    const [own] = requestedNetworks(state)
    return { asked: rpcUrlsOf(state, own!), told: walletUrlsOf(state, own!) }
  }

  test('are the site’s own, those for the kit first', () => {
    expect(askedAt(['http://127.0.0.1:1'], ['https://own.example']).asked).toEqual([
      'https://own.example',
      'http://127.0.0.1:1',
    ])
  })

  test('fall back to our server, whose URL wallets never get', () => {
    expect(askedAt([])).toEqual({ asked: [proxy('1')], told: [] })
    expect(askedAt(['https://ethereum-rpc.publicnode.com'])).toEqual({
      asked: [proxy('1')],
      told: ['https://ethereum-rpc.publicnode.com'],
    })
  })

  test('include a public node only if the site configured it, or has a key for it', () => {
    const open = 'https://eth.drpc.org'
    expect(askedAt([open], [open])).toEqual({ asked: [open], told: [open] })
    const keyed = 'https://lb.drpc.org/ogrpc?network=ethereum&dkey=secret'
    expect(askedAt([keyed]).asked).toEqual([keyed])
    const inPath = 'https://1.rpc.thirdweb.com/0123456789abcdef0123456789abcdef'
    expect(askedAt([inPath]).asked).toEqual([inPath])
    expect(askedAt(['https://base.org.example', 'http://base.org']).asked).toHaveLength(2)
  })

  test('fall back to the site’s own for a wallet if there are no others', () => {
    expect(askedAt([], ['https://own.example']).told).toEqual(['https://own.example'])
    expect(askedAt(['https://mainnet.base.org'], ['https://own.example/key']).told).toEqual([
      'https://mainnet.base.org',
    ])
  })
})
