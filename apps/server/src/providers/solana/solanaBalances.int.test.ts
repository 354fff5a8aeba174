import { startTestChain, type TestChain } from '@billfold/devnet/solana/testChain'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { appDeps } from '../../../test/appDeps.ts'
import { createChains } from '../../chains/createChains.ts'
import { solanaFromDevnet } from '../../chains/solana/solanaFromDevnet.ts'
import { createApp } from '../../createApp.ts'
import { createRpc } from '../../rpc/createRpc.ts'
import { createSources } from '../createSources.ts'

let node: TestChain
beforeAll(async () => {
  node = await startTestChain()
})
afterAll(() => node.close())

/** Our API in front of the chain, with or without its list of tokens. */
function start(hasList: boolean) {
  const chain = solanaFromDevnet(node.chain)
  const chains = createChains([hasList ? chain : { ...chain, tokens: [] }])
  const rpc = createRpc({ chains })
  return createApp(appDeps({ chains, rpc, sources: createSources({ chains, rpc }) }))
}

function setUp(hasList = true) {
  const app = start(hasList)
  return async (address: string) => {
    const query = 'projectId=shop&chainId=solana:localnet'
    const answer = await app.request(`http://api.test/v1/account/${address}/balance?${query}`)
    return { status: answer.status, body: await answer.json() }
  }
}

it('returns coins and tokens of both programs, exactly, and a listed one without decimals', async () => {
  const { status, body } = await setUp()(node.chain.accounts[0]!.address)
  expect(status).toBe(200)
  const rows = body.balances.map((row: { symbol: string; quantity: { decimals: string; numeric: string } }) => [
    row.symbol,
    row.quantity.decimals,
    row.quantity.numeric,
  ])
  expect(rows.sort()).toEqual([
    ['NOTE', '9', '1000'],
    ['SOL', '9', '1000'],
    ['TAX', '6', '1000'],
    ['TICK', '0', '1000'],
    ['USDC', '6', '1000'],
  ])
  const [usdc] = node.chain.tokens
  expect(body.balances).toContainEqual(
    expect.objectContaining({ symbol: 'USDC', address: `solana:localnet:${usdc!.address}`, isListed: true }),
  )
})

it('returns their prices, and none if there is none', async () => {
  const { body } = await setUp()(node.chain.accounts[0]!.address)
  type Row = { symbol: string; price: number; value?: number; priceSource?: string }
  const rows = body.balances.map(({ symbol, price, value }: Row) => [symbol, price, value])
  expect(rows).toEqual([
    ['SOL', 150, 150_000],
    ['USDC', 1, 1_000],
    ['TAX', 0.98, 980],
    ['NOTE', 0.25, 250],
    ['TICK', 0, undefined],
  ])
  expect(body.balances[0].priceSource).toBe('devnet')
})

it('prices coins and mints by their ids, even an unlisted one', async () => {
  const [usdc, ticket] = node.chain.tokens
  const ids = ['So11111111111111111111111111111111111111111', ticket!.address, usdc!.address]
  for (const hasList of [true, false]) {
    const answer = await start(hasList).request('http://api.test/v1/fungible/price', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ projectId: 'shop', currency: 'usd' },
        addresses: ids.map((id) => `solana:localnet:${id}`),
      }),
    })
    expect(answer.status).toBe(200)
    expect((await answer.json()).fungibles).toMatchObject([
      { symbol: 'SOL', price: 150, decimals: 9, source: 'devnet' },
      {
        address: `solana:localnet:${usdc!.address}`,
        price: 1,
        decimals: 6,
        name: hasList ? 'Local Dollar' : 'Unnamed token',
      },
    ])
  }
})

it('marks tokens as unlisted, with their address if they have no name', async () => {
  const { body } = await setUp(false)(node.chain.accounts[0]!.address)
  const [usdc] = node.chain.tokens
  expect(body.balances).toContainEqual(
    expect.objectContaining({
      address: `solana:localnet:${usdc!.address}`,
      name: 'Unnamed token',
      symbol: `${usdc!.address.slice(0, 4)}…${usdc!.address.slice(-4)}`,
      isListed: false,
    }),
  )
  expect(body.balances.map(({ symbol }: { symbol: string }) => symbol)).not.toContain('TICK')
})

it('reports an unused account as empty, and rejects an invalid address', async () => {
  const ask = setUp()
  expect((await ask('4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY')).body.balances).toMatchObject([
    { symbol: 'SOL', quantity: { numeric: '0' } },
  ])
  expect((await ask('0x71C7656EC7ab88b098defB751B7401B5f6d8976F')).status).toBe(400)
})
