import type { Namespace } from '@billfold/protocol/caip'
import { type Connector, infoOf } from '../../src/model/connector.ts'
import { fakeHttp } from '../../src/ports/fakeHttp.ts'
import { fakePage } from '../../src/ports/fakePage.ts'
import type { fakeStorage } from '../../src/ports/fakeStorage.ts'
import { fakeNode } from '../fakeNode.ts'
import { eoa, puppetConnector, sessionOf } from '../puppetConnector.ts'
import { evmNetwork, setUpKit, solanaNetwork } from '../setUpKit.ts'
import { memoryRelay } from '../walletConnect/memoryRelay.ts'
import { memorySocket } from '../walletConnect/memorySocket.ts'
// Preloaded, since these visits do not wait for imports.
import '../../src/chains/eip155/eip155.ts'
import '../../src/chains/eip155/sendTransfers.ts'
import '../../src/chains/eip155/swapCalls.ts'
import '../../src/chains/solana/solana.ts'
import '../../src/connectors/walletconnect/createHub.ts'
import '../../src/features/transactions/transactionTracking.ts'

/** The accounts that the page's wallets share. */
export const owners = {
  'io.one': '0x52908400098527886E0F7030069857D2E4169EE7',
  'io.two': '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  'Sun Wallet': '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv',
} as const
type WalletId = keyof typeof owners

export const sunChain = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

/** A page with two EVM wallets, a Solana wallet and a WalletConnect peer, on one mock chain. */
export function visitWithWallets(storage: ReturnType<typeof fakeStorage>) {
  const node = fakeNode()
  const relay = memoryRelay()
  const page = fakePage({ globals: { WebSocket: memorySocket(relay) } })
  const http = fakeHttp(({ body }) => {
    const { method, params } = JSON.parse(body ?? '{}') as { method?: string; params: unknown }
    if (method === undefined) return { status: 503, body: {} }
    try {
      return { body: { jsonrpc: '2.0', id: 1, result: node.answer(method, params) } }
    } catch (error) {
      return { body: { jsonrpc: '2.0', id: 1, error } }
    }
  })
  const set = setUpKit({
    storage,
    page,
    http,
    relayUrl: 'wss://relay.example',
    networks: [evmNetwork(1), evmNetwork(10), { ...solanaNetwork, id: sunChain.slice('solana:'.length) }],
  })
  let sent = 0
  /** The connection requests: silent or not, by wallet. */
  const connectRequests: [id: string, silent: boolean][] = []
  const announce = (id: WalletId, namespace: Namespace, extra: Partial<Connector> = {}) => {
    const session = sessionOf(owners[id], namespace === 'solana' ? sunChain : 'eip155:1')
    const { connector } = puppetConnector(
      { id, name: id, namespace },
      {
        async connect({ silent }) {
          connectRequests.push([id, silent])
          return session
        },
        accounts: async () => [eoa(owners[id])],
        request: async (_, method, params) =>
          method === 'eth_sendTransaction' ? `0x${String(++sent).repeat(64)}` : node.answer(method, params),
        ...extra,
      },
    )
    set.kit.connectors.add(connector)
    set.kit.store.send({ type: 'connector/announced', connector: infoOf(connector) })
  }
  announce('io.one', 'eip155')
  announce('io.two', 'eip155')
  announce('Sun Wallet', 'solana')
  return { ...set, node, relay, connectRequests }
}

/** Lets responses arrive and seconds pass until the condition holds. */
export async function passUntil({ clock }: ReturnType<typeof visitWithWallets>, isSo: () => boolean): Promise<void> {
  for (let round = 0; round < 500 && !isSo(); round++) {
    for (let turn = 0; turn < 40; turn++) await Promise.resolve()
    await new Promise((done) => setImmediate(done))
    if (!isSo()) clock.advance(1000)
  }
  if (!isSo()) throw new Error('The condition never held')
}
