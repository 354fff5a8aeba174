import { type RunningPolkadot, startPolkadot } from '@billfold/devnet/polkadot/startPolkadot'
import { readPolkadotAddress, writePolkadotAddress } from '@billfold/protocol/polkadot/ss58'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createChains } from '../../chains/createChains.ts'
import { polkadotFromDevnet } from '../../chains/polkadot/polkadotFromDevnet.ts'
import { createApp } from '../../createApp.ts'
import { appDeps } from '../../fixtures/appDeps.ts'
import { createRpc } from '../../rpc/createRpc.ts'
import { createSources } from '../createSources.ts'

let node: RunningPolkadot
beforeAll(async () => {
  node = await startPolkadot({ host: '127.0.0.1', port: 0 })
})
afterAll(() => node.close())

it('tells coins and listed assets of an account, however its address is written', async () => {
  const chain = polkadotFromDevnet(node.chain)
  const chains = createChains([chain])
  const rpc = createRpc({ chains, deadlineMs: 60_000 })
  // The chain starts with the first question, which takes it some seconds.
  expect(await rpc(chain.id).call('chain_getBlockHash', [0])).toBe(node.chain.genesisHash)
  const app = createApp(appDeps({ chains, rpc, sources: createSources({ chains, rpc }) }))
  const ask = async (address: string) => {
    const query = `projectId=shop&chainId=${chain.id}`
    const answer = await app.request(`http://api.test/v1/account/${address}/balance?${query}`)
    return { status: answer.status, body: await answer.json() }
  }
  const { address } = node.chain.accounts[0]!
  const { publicKey } = readPolkadotAddress(address)
  for (const written of [address, writePolkadotAddress({ prefix: 42, publicKey })]) {
    const { status, body } = await ask(written)
    expect(status).toBe(200)
    type Row = { symbol: string; quantity: { decimals: string; numeric: string } }
    const rows = body.balances.map(({ symbol, quantity }: Row) => [symbol, quantity.decimals, quantity.numeric])
    expect(rows.sort()).toEqual([
      ['DOT', '10', '1000'],
      ['TICK', '0', '1000'],
      ['USDT', '6', '1000'],
    ])
  }
  const { body: priced } = await ask(address)
  type Worth = { symbol: string; price: number; value?: number }
  expect(priced.balances.map(({ symbol, price, value }: Worth) => [symbol, price, value])).toEqual([
    ['DOT', 4, 4_000],
    ['USDT', 1, 1_000],
    ['TICK', 0, undefined],
  ])
  const ids = ['1984', '7', '0x'].map((token) => `${chain.id}:${token}`)
  const answer = await app.request('http://api.test/v1/fungible/price', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ projectId: 'shop', currency: 'usd', addresses: ids }),
  })
  expect((await answer.json()).fungibles).toMatchObject([
    { address: `${chain.id}:1984`, symbol: 'USDT', price: 1, decimals: 6 },
    { symbol: 'DOT', price: 4, decimals: 10 },
  ])
  const nobody = writePolkadotAddress({ prefix: 42, publicKey: new Uint8Array(32).fill(7) })
  expect((await ask(nobody)).body.balances).toMatchObject([{ symbol: 'DOT', quantity: { numeric: '0' } }])
  expect((await ask('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045')).status).toBe(400)
})
