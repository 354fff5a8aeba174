import { beforeAll, expect, test } from 'vitest'
import { evmNetwork, setUpKit, until } from '../../../test/setUpKit.ts'
import { connectWallet } from '../../features/connect/connectWallet.ts'
import { switchNetwork } from '../../features/network/switchNetwork.ts'

beforeAll(() => Promise.all([import('../../chains/eip155/eip155.ts'), import('./injectedConnector.ts')]))

/** A wallet on chain 1 that knows no other, and adds those requested. */
function visit(rpcUrls: readonly string[]) {
  const base = { ...evmNetwork(8453, 'Base'), rpcUrls: { default: { http: rpcUrls } } }
  const set = setUpKit({ apiUrl: 'https://api.example', networks: [evmNetwork(1), base] })
  const added: { rpcUrls: unknown }[] = []
  let chainId = '0x1'
  const provider = {
    async request({ method, params }: { method: string; params: never[] }) {
      if (method === 'eth_requestAccounts') return [`0x${'a'.repeat(40)}`]
      if (method === 'eth_chainId') return chainId
      if (method === 'wallet_addEthereumChain') {
        added.push(params[0]!)
        chainId = '0x2105'
        return null
      }
      if (method === 'wallet_switchEthereumChain' && chainId === '0x1') throw { code: 4902, message: 'Unknown chain' }
      return null
    },
  }
  set.page.page.events.dispatchEvent(
    new CustomEvent('eip6963:announceProvider', {
      detail: { info: { uuid: '1', name: 'Plain', rdns: 'io.plain', icon: '' }, provider },
    }),
  )
  return { ...set, added }
}
async function goTo(rpcUrls: readonly string[]) {
  const { kit, added } = visit(rpcUrls)
  await connectWallet(kit, { connectorId: 'io.plain', namespace: 'eip155' })
  await until(kit, ({ account }) => account.eip155.status === 'connected')
  await switchNetwork(kit, { networkId: 'eip155:8453' })
  const { switchAttempt } = kit.store.get()
  kit.dispose()
  return { added, switchAttempt }
}

test('gives a wallet the chain’s own node URL, never our server’s', async () => {
  const { added } = await goTo(['https://mainnet.base.org'])
  expect(added.map((each) => each.rpcUrls)).toEqual([['https://mainnet.base.org']])
})

test('does not request adding a chain without a node URL', async () => {
  const { added, switchAttempt } = await goTo([])
  expect(added).toEqual([])
  expect(switchAttempt).toMatchObject({ phase: 'failed', code: 'chain_unknown' })
})

test('applies events that arrive during the chain query', async () => {
  const { injectedConnector } = await import('./injectedConnector.ts')
  const [a, b] = ['a', 'b'].map((digit) => `0x${digit.repeat(40)}`)
  const chainId = Promise.withResolvers<string>()
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const of = (event: string) => listeners.get(event) ?? new Set()
  const provider = {
    request: async ({ method }: { method: string }) => (method === 'eth_chainId' ? chainId.promise : [a]),
    on: (event: string, listener: (value: unknown) => void) => void listeners.set(event, of(event).add(listener)),
    removeListener: (event: string, listener: (value: unknown) => void) => void of(event).delete(listener),
  }
  const info = { id: 'io.plain', name: 'Plain', type: 'ANNOUNCED', namespace: 'eip155' } as const
  const connector = injectedConnector(info, provider, setUpKit().kit.ports)
  const { signal } = new AbortController()
  const connecting = connector.connect({ silent: false, networkId: 'eip155:1', signal })
  await new Promise((done) => setImmediate(done))
  for (const listener of of('accountsChanged')) listener([b])
  for (const listener of of('chainChanged')) listener('0xa')
  chainId.resolve('0x1')
  expect(await connecting).toMatchObject({ accounts: [{ address: b }], networkId: 'eip155:10' })
  expect([...listeners.values()].every((set) => set.size === 0)).toBe(true)
})
