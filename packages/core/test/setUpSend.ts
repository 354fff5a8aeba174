import type { TransferPlan } from '../src/chains/transfers.ts'
import { infoOf } from '../src/model/connector.ts'
import type { Event } from '../src/model/state.ts'
import { fakeClock } from '../src/ports/fakeClock.ts'
import { fakeHttp } from '../src/ports/fakeHttp.ts'
import { fakeStorage } from '../src/ports/fakeStorage.ts'
import { fakeNode } from './fakeNode.ts'
import { eoa, puppetConnector, sessionOf } from './puppetConnector.ts'
import { setUpKit } from './setUpKit.ts'

export const me = '0x52908400098527886E0F7030069857D2E4169EE7'
export const friend = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
export const sentHash = `0x${'ab'.repeat(32)}`
export const connectorId = 'io.puppet'

/** The wallet's reaction to a send request. */
type Sends = () => Promise<unknown>

/** A kit with a wallet connected to a mock chain, recording everything. */
export function setUpSend({ storage = fakeStorage(), clock = fakeClock() } = {}) {
  const node = fakeNode()
  const wallet = { sends: (async () => sentHash) as Sends, accounts: [me], chainId: undefined as number | undefined }
  const http = fakeHttp(({ body }) => {
    const { method, params } = JSON.parse(body ?? '{}') as { method: string; params: unknown }
    try {
      return { body: { jsonrpc: '2.0', id: 1, result: node.answer(method, params) } }
    } catch (error) {
      // Not retried, so that no test has to advance the clock.
      if (node.state.isDown) return { status: 501, body: 'down' }
      return { body: { jsonrpc: '2.0', id: 1, error } }
    }
  })
  const set = setUpKit({ storage, clock, http })
  const { kit } = set
  const requests: unknown[] = []
  const { connector } = puppetConnector(
    {},
    {
      accounts: async () => wallet.accounts.map(eoa),
      async request(_, method, params) {
        if (method === 'eth_sendTransaction') {
          requests.push(params)
          return wallet.sends()
        }
        if (method === 'eth_chainId' && wallet.chainId !== undefined) return node.quantity(wallet.chainId)
        return node.answer(method, params)
      },
    },
  )
  kit.connectors.add(connector)
  const events: Event[] = []
  kit.store.onEvent((event) => void events.push(event))
  kit.store.send({ type: 'connector/announced', connector: infoOf(connector) })
  kit.store.send({ type: 'account/connected', namespace: 'eip155', connectorId, how: 'user', ...sessionOf(me) })
  return { ...set, node, wallet, requests, events, connector }
}

/** A reviewed plan of one wei to a friend. */
export const planOf = (over: Partial<TransferPlan['transfer']> = {}): TransferPlan => {
  const transfer = {
    networkId: 'eip155:1' as const,
    from: me,
    to: friend,
    amount: 1n,
    token: { symbol: 'ETH', decimals: 18 },
    ...over,
  }
  return {
    transfer,
    call: { from: transfer.from, to: transfer.to, value: `${transfer.amount}`, data: '0x' },
    arrives: transfer.amount,
    isContract: false,
    fee: { most: 10n ** 15n, likely: 10n ** 14n },
  }
}
