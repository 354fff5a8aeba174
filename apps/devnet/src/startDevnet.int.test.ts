import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { devnetManifest } from '@billfold/protocol/devnetManifest'
import { createPublicClient, createWalletClient, type Hex, http, parseEther, webSocket } from 'viem'
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { afterEach, expect, test } from 'vitest'
import type { DevnetConfig } from './devnetConfig.ts'
import { devAccounts } from './eip155/devAccounts.ts'
import { startDevnet } from './startDevnet.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function start(config: Partial<DevnetConfig> = {}) {
  const devnet = await startDevnet({
    host: '127.0.0.1',
    port: 0,
    evmPort: 0,
    chainIds: [31337, 31338],
    blockTime: 0,
    market: false,
    ...config,
  })
  closers.push(devnet.close)
  return { ...devnet, baseUrl: devnet.manifest.faucetUrl.replace('/faucet', '') }
}
const clientOf = (url: string) => createPublicClient({ transport: http(url) })
const postJson = (url: string, body: unknown) => fetch(url, { method: 'POST', body: JSON.stringify(body) })

test('serves a valid manifest, and everything in it answers', async () => {
  const { manifest, baseUrl } = await start()
  const served = devnetManifest.parse(await (await fetch(`${baseUrl}/manifest.json`)).json())
  expect(served).toEqual(manifest)
  expect(served.accounts).toHaveLength(10)
  expect(served.chains.map(({ id }) => id)).toEqual([31337, 31338])
  expect(await (await fetch(`${baseUrl}/health`)).json()).toEqual({ ok: true, chains: [31337, 31338] })
  for (const chain of served.chains) {
    const client = clientOf(chain.rpcUrl)
    expect(await client.getChainId()).toBe(chain.id)
    const placed = [
      ...Object.values(chain.contracts),
      ...[...chain.tokens, ...chain.nfts, ...chain.pools].map((item) => item.address),
    ]
    for (const address of placed) expect(await client.getCode({ address: address as Hex }), address).toMatch(/^0x../)
    const bundler = await (
      await postJson(chain.bundlerUrl, { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })
    ).json()
    expect(bundler).toMatchObject({ id: 1, result: `0x${chain.id.toString(16)}` })
    const wrong = { jsonrpc: '2.0', id: 1, method: 'pm_nope', params: [] }
    expect(await (await postJson(chain.paymasterUrl, wrong)).json()).toMatchObject({ id: 1, error: { code: -32601 } })
  }
})

test('a wallet pays over HTTP and gets the event over the WebSocket', async () => {
  const { manifest } = await start({ chainIds: [31337] })
  const [chain] = manifest.chains
  const watcher = createPublicClient({ transport: webSocket(chain!.wsUrl) })
  const seen = Promise.withResolvers<Hex[]>()
  const { unsubscribe } = await watcher.transport.subscribe({
    params: ['newHeads'],
    onData: (data) => seen.resolve([(data as unknown as { result: { number: Hex } }).result.number]),
  })
  const before = await watcher.getBlockNumber()
  const wallet = createWalletClient({
    account: privateKeyToAccount(devAccounts[0]!.privateKey),
    transport: http(chain!.rpcUrl),
  })
  const hash = await wallet.sendTransaction({ chain: null, to: devAccounts[1]!.address, value: parseEther('1') })
  expect(await clientOf(chain!.rpcUrl).getTransactionReceipt({ hash })).toMatchObject({ status: 'success' })
  expect((await seen.promise).map(BigInt)).toEqual([before + 1n])
  await unsubscribe()
  const socket = await watcher.transport.getRpcClient()
  socket.close()
})

test('the faucet returns hashes, and rejects in a sentence', async () => {
  const { manifest } = await start()
  const ask = (body: unknown) => postJson(manifest.faucetUrl, body)
  const address = privateKeyToAddress(generatePrivateKey())
  const given = (await (await ask({ address, chainId: 31338 })).json()) as { hashes: Hex[] }
  const client = clientOf(manifest.chains[1]!.rpcUrl)
  for (const hash of given.hashes)
    expect(await client.getTransactionReceipt({ hash })).toMatchObject({ status: 'success' })
  expect(await client.getBalance({ address })).toBe(parseEther('10'))
  const again = await ask({ address, chainId: 31338 })
  expect([again.status, await again.json()]).toEqual([429, { error: expect.stringContaining('ask again in') }])
  const text = await fetch(manifest.faucetUrl, { method: 'POST', body: 'please' })
  expect([text.status, await text.json()]).toEqual([400, { error: expect.stringContaining('must be JSON') }])
  expect((await fetch(manifest.faucetUrl)).status).toBe(405)
})

test('a collectible’s metadata links to its picture', async () => {
  const { manifest } = await start({ chainIds: [31337] })
  const [chain] = manifest.chains
  const collection = chain!.nfts.find(({ standard }) => standard === 'erc721')!
  const uri = await clientOf(chain!.rpcUrl).readContract({
    address: collection.address as Hex,
    abi: [
      {
        type: 'function',
        name: 'tokenURI',
        stateMutability: 'view',
        inputs: [{ type: 'uint256' }],
        outputs: [{ type: 'string' }],
      },
    ],
    functionName: 'tokenURI',
    args: [1n],
  })
  const metadata = (await (await fetch(uri)).json()) as { image: string }
  const picture = await fetch(metadata.image)
  expect(picture.headers.get('content-type')).toBe('image/svg+xml')
  expect(await picture.text()).toMatch(/^<svg .*<\/svg>$/)
  expect((await fetch(uri.replace('1.json', 'x.json'))).status).toBe(404)
})

test('starts every time with the same head, and continues from the last one after a restart', async () => {
  const head = async (devnet: Awaited<ReturnType<typeof start>>, index: number) =>
    (await clientOf(devnet.manifest.chains[index]!.rpcUrl).getBlock()).hash
  const state = mkdtempSync(join(tmpdir(), 'devnet-'))
  const first = await start({ state })
  const port = Number(new URL(first.baseUrl).port)
  const heads = [await head(first, 0), await head(first, 1)]
  expect(heads[0]).not.toBe(heads[1])
  await postJson(first.manifest.faucetUrl, { address: devAccounts[5]!.address, chainId: 31337 })
  const [after] = [await head(first, 0)]
  await first.close()

  // The same port, because the address of the metadata is part of the contracts.
  const fresh = await start({ port })
  expect([await head(fresh, 0), await head(fresh, 1)]).toEqual(heads)
  await fresh.close()

  const restarted = await start({ port, state })
  expect([await head(restarted, 0), await head(restarted, 1)]).toEqual([after, heads[1]])
  expect(restarted.manifest.chains.map(({ contracts }) => contracts)).toEqual(
    first.manifest.chains.map(({ contracts }) => contracts),
  )
})

test('names a taken port, and leaves nothing running', async () => {
  const { baseUrl } = await start({ chainIds: [31337] })
  const port = Number(new URL(baseUrl).port)
  await expect(start({ port })).rejects.toThrow(`Port ${port} on 127.0.0.1 is taken`)
  await expect(start({ evmPort: port, chainIds: [1] })).rejects.toThrow('or set DEVNET_EVM_PORT to a free one.')
})
