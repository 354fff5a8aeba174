import { expect, test } from 'vitest'
import { setUpKit, until } from '../../../test/setUpKit.ts'
import { fakeWallet } from '../../../test/walletConnect/fakeWallet.ts'
import { memoryRelay, settle } from '../../../test/walletConnect/memoryRelay.ts'
import { memorySocket } from '../../../test/walletConnect/memorySocket.ts'
import { connectWallet } from '../../features/connect/connectWallet.ts'
import { walletConnectId } from '../../model/connector.ts'
import { fakeHttp } from '../../ports/fakeHttp.ts'
import { fakePage } from '../../ports/fakePage.ts'
import '../../chains/eip155/eip155.ts'
import './createHub.ts'
import '../../wc/smartCalls.ts'

test('queries our server for a call status, by the wallet’s bundler', async () => {
  const relay = memoryRelay()
  const http = fakeHttp(() => ({ body: { jsonrpc: '2.0', id: 1, result: { success: true } } }))
  const { kit } = setUpKit({
    http,
    page: fakePage({ globals: { WebSocket: memorySocket(relay) } }),
    relayUrl: 'wss://relay.example',
    apiUrl: 'https://api.example/',
  })
  const wallet = fakeWallet(relay)
  const connecting = connectWallet(kit, { connectorId: walletConnectId, namespace: 'eip155' })
  const { pairing } = (await until(kit, ({ walletConnect }) => walletConnect.pairing.phase === 'offered')).walletConnect
  await settle()
  await wallet.pair(pairing.phase === 'offered' ? pairing.uri : '', { properties: { bundler_name: 'pimlico' } })
  await connecting
  const connector = kit.connectors.get('eip155', walletConnectId)!
  expect(await connector.request('eip155:1', 'wallet_getCallsStatus', ['0xid'])).toEqual({ success: true })
  const request = http.requests.find(({ url }) => url.includes('/v1/bundler'))
  expect(request?.url).toBe('https://api.example/v1/bundler?projectId=test-project&chainId=eip155%3A1&bundler=pimlico')
  expect(JSON.parse(request?.body ?? '')).toMatchObject({ method: 'eth_getUserOperationReceipt', params: ['0xid'] })
  kit.dispose()
})
