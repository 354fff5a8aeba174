import { startTestChain, type TestChain } from '@billfold/devnet/bitcoin/testChain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appDeps } from '../../../test/appDeps.ts'
import { bitcoinFromDevnet } from '../../chains/bitcoin/bitcoinFromDevnet.ts'
import { createChains } from '../../chains/createChains.ts'
import { createApp } from '../../createApp.ts'
import { createRpc } from '../../rpc/createRpc.ts'
import { createSources } from '../createSources.ts'

let node: TestChain
let request: (path: string, init?: RequestInit) => Promise<Response>
const chainId = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const stranger = 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry'
beforeAll(async () => {
  node = await startTestChain()
  const chains = createChains([bitcoinFromDevnet(node.chain)])
  const rpc = createRpc({ chains })
  const app = createApp(appDeps({ chains, rpc, sources: createSources({ chains, rpc }) }))
  request = async (path, init) => app.request(`http://api.test${path}?projectId=shop&chainId=${chainId}`, init)
})
afterAll(() => node.close())

describe('a Bitcoin account', () => {
  it('has a balance and a history in the same shape as other families', async () => {
    const { address } = node.chain.accounts[0]!
    const { balances } = await (await request(`/v1/account/${address}/balance`)).json()
    expect(balances).toMatchObject([
      {
        ...{ symbol: 'BTC', chainId, quantity: { numeric: '12.50000546', decimals: '8' } },
        ...{ price: 90_000, value: 1_125_000.4914, priceSource: 'devnet' },
      },
    ])
    const { data, next } = await (await request(`/v1/account/${address}/history`)).json()
    expect(next).toBeNull()
    expect(data).toMatchObject([
      {
        metadata: { operationType: 'receive', status: 'confirmed', chain: chainId, sentTo: address },
        transfers: [{ direction: 'in', quantity: { numeric: '12.50000546' }, fungible_info: { symbol: 'BTC' } }],
      },
    ])
  })

  it('has neither before its first payment', async () => {
    const { balances } = await (await request(`/v1/account/${stranger}/balance`)).json()
    expect(balances).toMatchObject([{ quantity: { numeric: '0' } }])
    expect(await (await request(`/v1/account/${stranger}/history`)).json()).toMatchObject({ data: [], next: null })
  })
})

it('rejects an invalid address without a request', async () => {
  for (const address of ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', '%252e%252e', 'hello'])
    for (const what of ['balance', 'history'])
      expect((await request(`/v1/account/${address}/${what}`)).status, address).toBe(400)
})

describe('the Esplora proxy', () => {
  it('serves the paths that sending needs, and broadcasts transactions', async () => {
    const { address } = node.chain.accounts[0]!
    const coins = await (await request(`/v1/address/${address}/utxo`)).json()
    expect(coins).toHaveLength(4)
    const { txid } = coins[0]
    expect(await (await request(`/v1/tx/${txid}/hex`)).text()).toBe(await node.get(`/tx/${txid}/hex`))
    expect(await (await request(`/v1/tx/${txid}/status`)).json()).toMatchObject({ confirmed: true })
    expect(await (await request('/v1/blocks/tip/height')).text()).toBe(await node.get('/blocks/tip/height'))
    expect(await (await request('/v1/fee-estimates')).json()).toMatchObject({ 3: 3 })
    expect((await request(`/v1/tx/${'0'.repeat(64)}/status`)).status).toBe(404)
    const refused = await request('/v1/tx', { method: 'POST', body: '0200' })
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('TX decode failed')
  })

  it('rejects every other path', async () => {
    for (const path of [
      '/v1/devnet/blocks',
      '/v1/tx/..%2f..%2fhealth',
      '/v1/address/x',
      '/v1/blocks',
      '/v1/mempool/txids',
    ])
      expect((await request(path)).status, path).toBe(404)
    expect((await request('/v1/tx', { method: 'POST', body: 'hello' })).status).toBe(422)
    expect((await request('/v1/devnet/blocks', { method: 'POST', body: '{"mine":1}' })).status).toBe(404)
  })
})
