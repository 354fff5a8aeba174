import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sharedChain } from '@billfold/devnet/polkadot/sharedChain'
import { readPolkadotAddress, writePolkadotAddress } from '@billfold/protocol/polkadot/ss58'
import { createAdaptorServer } from '@hono/node-server'
import { ApiPromise, Keyring, WsProvider } from '@polkadot/api'
import { createClient } from 'polkadot-api'
import { getPolkadotSigner } from 'polkadot-api/signer'
import { getWsProvider } from 'polkadot-api/ws'
import { beforeAll, expect, it } from 'vitest'
import { appDeps } from '../../../test/appDeps.ts'
import { createChains } from '../../chains/createChains.ts'
import { polkadotFromDevnet } from '../../chains/polkadot/polkadotFromDevnet.ts'
import { createApp } from '../../createApp.ts'
import { acceptRpcSockets } from '../../rpc/acceptRpcSockets.ts'
import { createRpc } from '../../rpc/createRpc.ts'
import { createSources } from '../createSources.ts'

type ApiOptions = NonNullable<ConstructorParameters<typeof ApiPromise>[0]>

const node = sharedChain()
let chain: ReturnType<typeof polkadotFromDevnet>
let deps: ReturnType<typeof appDeps>
beforeAll(async () => {
  chain = polkadotFromDevnet(node.chain)
  const chains = createChains([chain])
  const rpc = createRpc({ chains, deadlineMs: 60_000 })
  deps = appDeps({ chains, rpc, sources: createSources({ chains, rpc }) })
  // The chain starts with the first question, which takes it some seconds.
  expect(await rpc(chain.id).call('chain_getBlockHash', [0])).toBe(node.chain.genesisHash)
})

it("returns an account's coins and listed assets, however its address is written", async () => {
  const app = createApp(deps)
  const ask = async (address: string) => {
    const query = `projectId=shop&chainId=${chain.id}`
    const answer = await app.request(`http://api.test/v1/account/${address}/balance?${query}`)
    return { status: answer.status, body: await answer.json() }
  }
  const { address } = node.chain.accounts[5]!
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

/** The server's own socket, in front of the chain. */
async function serve() {
  const server = createAdaptorServer({ fetch: createApp(deps).fetch }) as Server
  const limits = { deadlineMs: 10_000, maxBytes: 8_000_000 }
  const sockets = acceptRpcSockets(server, { ...deps, isLeaving: () => false, limits })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    at: `ws://127.0.0.1:${port}/v1/?projectId=shop&chainId=${chain.id}`,
    async close() {
      await sockets.close()
      server.closeAllConnections()
      server.close()
    },
  }
}

it('lets @polkadot/api read, send and subscribe over the socket', async () => {
  const { at, close } = await serve()
  // Its own types disagree about an optional number.
  const provider = new WsProvider(at) as unknown as NonNullable<ApiOptions['provider']>
  const api = await ApiPromise.create({ provider, noInitWarn: true, throwOnConnect: true })
  try {
    expect(api.genesisHash.toHex()).toBe(node.chain.genesisHash)
    const bob = new Keyring({ type: 'sr25519' }).addFromUri('//Bob')
    const to = writePolkadotAddress({ prefix: 42, publicKey: new Uint8Array(32).fill(11) })
    const heads: number[] = []
    const stop = await api.rpc.chain.subscribeNewHeads((head) => void heads.push(head.number.toNumber()))
    const free: bigint[] = []
    await api.query.system!.account!(to, (account: { data: { free: { toBigInt(): bigint } } }) => {
      free.push(account.data.free.toBigInt())
    })
    const sent = await new Promise<string>((resolve, reject) => {
      const hear = ({ status, txHash }: { status: { isFinalized: boolean }; txHash: { toHex(): string } }) => {
        if (status.isFinalized) resolve(txHash.toHex())
      }
      api.tx.balances!.transferKeepAlive!(to, 30_000_000_000).signAndSend(bob, hear).catch(reject)
    })
    await expect.poll(() => free).toEqual([0n, 30_000_000_000n])
    const app = createApp(deps)
    const history = async (address: string) =>
      (await app.request(`http://api.test/v1/account/${address}/history?projectId=shop&chainId=${chain.id}`)).json()
    expect(await history(to)).toMatchObject({
      source: 'polkadot-node',
      data: [
        {
          metadata: { operationType: 'receive', status: 'confirmed' },
          transfers: [{ direction: 'in', quantity: { numeric: '3' }, fungible_info: { symbol: 'DOT' } }],
        },
      ],
    })
    expect((await history(bob.address)).data[0]).toMatchObject({
      metadata: { operationType: 'send', hash: sent, sentFrom: bob.address },
      transfers: [{ direction: 'out', quantity: { numeric: '3' } }],
    })
    expect(heads.length).toBeGreaterThan(0)
    stop()
    // Everything that changes, for anyone who asks.
    await expect(provider.subscribe('state_storage', 'state_subscribeStorage', [], () => undefined)).rejects.toThrow(
      'This server only supports subscriptions to',
    )
    await expect(provider.send('author_rotateKeys', [])).rejects.toThrow('does not exist here')
  } finally {
    await api.disconnect()
    await close()
  }
})

it('lets polkadot-api read, send and subscribe over the socket', async () => {
  const { at, close } = await serve()
  const client = createClient(getWsProvider(at))
  try {
    const api = client.getUnsafeApi()
    const { address } = node.chain.accounts[4]!
    const freeOf = async () =>
      ((await api.query.System!.Account!.getValue(address)) as { data: { free: bigint } }).data.free
    const before = await freeOf()
    const bob = new Keyring({ type: 'sr25519' }).addFromUri('//Bob')
    const signer = getPolkadotSigner(bob.publicKey, 'Sr25519', async (bytes) => bob.sign(bytes))
    const call = { dest: { type: 'Id', value: address }, value: 15_000_000_000n }
    const sent = await api.tx.Balances!.transfer_keep_alive!(call).signAndSubmit(signer)
    expect(sent.ok).toBe(true)

    expect((await freeOf()) - before).toBe(15_000_000_000n)
    expect((await client.getFinalizedBlock()).number).toBeGreaterThanOrEqual(sent.block.number)
  } finally {
    client.destroy()
    await close()
  }
})
