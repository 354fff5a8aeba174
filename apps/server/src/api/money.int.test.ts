import { type Devnet, startDevnet } from '@billfold/devnet/startDevnet'
import type { Balance } from '@billfold/protocol/api/balances'
import type { DevnetManifest } from '@billfold/protocol/devnetManifest'
import { createWalletClient, type Hex, http, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appDeps } from '../../test/appDeps.ts'
import { poisonFor, poisons } from '../../test/poisonedTokens.ts'
import { createChains } from '../chains/createChains.ts'
import { evmFromDevnet } from '../chains/eip155/evmFromDevnet.ts'
import { createApp } from '../createApp.ts'
import { createPictures } from '../images/createPictures.ts'
import { createSources } from '../providers/createSources.ts'
import { createRpc } from '../rpc/createRpc.ts'

let devnet: Devnet
let manifest: DevnetManifest
let app: ReturnType<typeof createApp>
let deps: ReturnType<typeof appDeps>

beforeAll(async () => {
  const config = { host: '127.0.0.1', port: 0, evmPort: 0, chainIds: [31337], blockTime: 0, market: false }
  devnet = await startDevnet(config)
  manifest = devnet.manifest
  const chains = createChains(manifest.chains.map(evmFromDevnet))
  const rpc = createRpc({ chains })
  deps = appDeps({
    chains,
    rpc,
    sources: createSources({ chains, rpc }),
    pictures: createPictures({ localOrigins: [new URL(manifest.faucetUrl).origin] }),
    // The sources share a busy machine with their chain.
    sourceDeadlineMs: 30_000,
    bodyLimitBytes: 262_144,
    clientQuota: { limit: 10_000, windowMs: 60_000 },
  })
  app = createApp(deps)
})
afterAll(() => devnet?.close())

const chainId = 'eip155:31337'
const who = 'st=appkit&sv=react-wagmi-1.7.1&projectId=shop'
const alice = () => manifest.accounts[0]!.address
const get = async <T>(path: string) => {
  const response = await app.request(path)
  return { status: response.status, body: (await response.json()) as T }
}
const rpc = async (
  body: unknown,
  path = '/v1/',
  headers: Record<string, string> = { 'content-type': 'text/plain' },
) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await app.request(`${path}?chainId=${chainId}&projectId=shop`, {
    method: 'POST',
    body: text,
    headers,
  })
  const answer = await response.text()
  return { status: response.status, body: answer ? JSON.parse(answer) : undefined }
}

describe('accounts of the local network', () => {
  it('lists its chains', async () => {
    const { body } = await get(`/v1/supported-chains?${who}`)
    expect(body).toEqual({ http: [chainId], ws: [chainId] })
  })

  it("returns an account's balances, in the forms that clients read", async () => {
    const path = `/v1/account/${alice()}/balance?currency=usd&chainId=${chainId}&${who}`
    const { status, body } = await get<{ balances: Balance[]; source: string }>(path)
    expect(status).toBe(200)
    expect(body.source).toBe('chain')
    const native = body.balances.find(({ address }) => address === undefined)
    expect(native).toMatchObject({
      symbol: 'ETH',
      chainId,
      quantity: { decimals: '18' },
      priceSource: expect.any(String),
    })
    expect(native!.value).toBeCloseTo(Number(native!.quantity.numeric) * native!.price, 2)
    const usdc = body.balances.find(({ symbol }) => symbol === 'USDC')
    expect(usdc).toMatchObject({ quantity: { decimals: '6', numeric: '100000' }, isListed: true })
    expect(usdc!.address).toMatch(/^eip155:31337:0x[0-9a-fA-F]{40}$/)
    expect(usdc!.price).toBeCloseTo(1, 1)
    for (const { value } of body.balances) expect(value === undefined || value >= 0).toBe(true)
    const all = await get<{ balances: Balance[] }>(`/v1/account/${alice()}/balance?currency=usd&${who}`)
    expect(all.body.balances).toHaveLength(body.balances.length)
  })

  it('lists an account in full, with nothing foreign, despite malicious tokens', async () => {
    const { privateKey, address } = manifest.accounts[2]!
    const account = privateKeyToAccount(privateKey as Hex)
    const transport = http(manifest.chains[0]!.rpcUrl)
    const me = createWalletClient({ account, transport, pollingInterval: 20 }).extend(publicActions)
    const tokens: Hex[] = []
    // Those of a megabyte occupy a busy machine's chain for long: hostile/ covers them.
    for (const poison of poisons.filter((one) => !one.includes('megabyte'))) {
      const hash = await me.sendTransaction({ data: poisonFor(address as Hex, poison), gas: 1_000_000n, chain: null })
      const { contractAddress, status, logs } = await me.waitForTransactionReceipt({ hash })
      expect([poison, status, logs.length]).toEqual([poison, 'success', 1])
      tokens.push(contractAddress!)
    }
    const path = `/v1/account/${address}/balance?currency=usd&chainId=${chainId}&${who}`
    const plain = await get<{ balances: Balance[] }>(path)
    const forced = `${path}&forceUpdate=${tokens.map((token) => `${chainId}:${token}`).join(',')}`
    // Slow tokens appear once they are described; the account is listed meanwhile.
    await expect
      .poll(async () => (await get<{ balances?: Balance[] }>(forced)).body.balances?.map(({ name }) => name))
      .toContain('Moonlight')
    const { status, body } = await get<{ balances: Balance[] }>(forced)
    expect(status).toBe(200)
    const listed = ({ balances }: { balances: Balance[] }) => balances.filter(({ isListed }) => isListed)
    expect(
      listed(body)
        .map(({ symbol }) => symbol)
        .sort(),
    ).toEqual(
      listed(plain.body)
        .map(({ symbol }) => symbol)
        .sort(),
    )
    const strangers = body.balances.filter(({ isListed }) => !isListed)
    for (const { name, symbol, value, quantity } of strangers) {
      expect(`${name}${symbol}`).not.toMatch(/[\p{Cc}\p{Cf}]/u)
      expect([[...name].length <= 100, [...symbol].length <= 30, value]).toEqual([true, true, undefined])
      expect(quantity.numeric).toMatch(/^\d{1,80}(?:\.\d{1,80})?$/)
    }
    const shown = strangers.map(({ name }) => name)
    expect(shown).toContain('Moonlight')
    expect(shown.filter((name) => /^US/.test(name))).toEqual([])
    expect(JSON.stringify(body).length).toBeLessThan(20_000)
  })

  it('prices the coin first, then tokens in the requested order', async () => {
    const weth = manifest.chains[0]!.contracts.weth!
    const ask = (addresses: string[]) =>
      app.request('/v1/fungible/price', {
        method: 'POST',
        body: JSON.stringify({ currency: 'usd', addresses, projectId: 'shop' }),
      })
    const response = await ask([`${chainId}:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee`, `${chainId}:${weth}`])
    expect(response.status).toBe(200)
    const { fungibles } = (await response.json()) as {
      fungibles: { symbol: string; price: number; address?: string }[]
    }
    expect(fungibles.map(({ symbol }) => symbol)).toEqual(['ETH', 'WETH'])
    expect(fungibles[0]!.price).toBeGreaterThan(100)
    expect(fungibles[1]!.address).toBe(`${chainId}:${weth}`)
    const nobody = await ask([`${chainId}:0x00000000000000000000000000000000000000aa`])
    expect(await nobody.json()).toEqual({ fungibles: [] })
  })

  it("serves a name's NFT avatar only if the name’s account holds it", async () => {
    const pictureOf = async (index: number) => {
      const { address } = manifest.accounts[index]!
      const { body } = await get<{ name: string; avatar: string | null }>(`/v1/identity/${address}?${who}`)
      const response = await app.request(body.avatar ? new URL(body.avatar).pathname : `/public/getAvatar/${address}`)
      return [body.name, response.status, response.status === 200 ? await response.text() : body.avatar]
    }
    expect(await pictureOf(1)).toEqual(['bob.eth', 200, expect.stringContaining('Pocket #4')])
    expect(await pictureOf(2)).toEqual(['carol.eth', 200, expect.stringContaining('Stamp #1')])
    // Dave recorded Bob's NFT.
    expect(await pictureOf(3)).toEqual(['dave.eth', 404, null])
  })

  it('names accounts, if the name resolves back to them', async () => {
    const named = await get(`/v1/identity/${alice()}?sender=${alice()}&${who}`)
    expect(named.body).toMatchObject({ name: 'alice.eth', source: 'ens', resolvedAt: expect.any(String) })
    const nobody = await get(`/v1/identity/0x00000000000000000000000000000000000000aa?${who}`)
    expect(nobody.body).toMatchObject({ name: null, avatar: null })
    const profile = await get(`/v1/profile/account/Alice.eth?apiVersion=2&${who}`)
    expect(profile).toMatchObject({
      status: 200,
      body: { name: 'alice.eth', addresses: { 60: { address: alice() } }, attributes: [], source: 'ens' },
    })
    const missing = `/v1/profile/account/nobody-has-this.eth?${who}`
    expect((await get(missing)).status).toBe(404)
    expect(await get(`${missing}&apiVersion=2`)).toMatchObject({ status: 200, body: [] })
    const [ens] = deps.sources.names
    const signal = new AbortController().signal
    expect(await ens!.addressOf('Alice.eth', signal)).toBe(alice())
    expect(await ens!.addressOf('pay.alice.eth', signal, chainId)).toBe(alice())
    expect(await ens!.addressOf('nobody-has-this.eth', signal)).toBeUndefined()
    expect(await ens!.addressOf('not a name', signal)).toBeUndefined()
  })

  it.each([
    [`balance?chainId=eip155:1&${who}`, 'chainId'],
    [`balance?chainId=eip155&${who}`, 'chainId'],
    [`balance?chainId=${chainId}&currency=eur&${who}`, 'currency'],
    [`history?chainId=eip155:1&${who}`, 'chainId'],
    [`history?cursor=bm8&chainId=${chainId}&${who}`, 'cursor'],
  ])('rejects %s with 400 and the name of the field', async (path, field) => {
    const { status, body } = await get<{ status: string; reasons: { field: string }[] }>(
      `/v1/account/${alice()}/${path}`,
    )
    expect([status, body.status, body.reasons[0]?.field]).toEqual([400, 'FAILED', field])
  })

  it('rejects an invalid address', async () => {
    for (const path of [
      `account/0x12/balance?chainId=${chainId}&${who}`,
      `identity/0x12?${who}`,
      `account/0x12/history?${who}`,
    ])
      expect((await get(`/v1/${path}`)).status, path).toBe(400)
  })
})

describe('JSON-RPC', () => {
  it('forwards calls, single or batched, under their own ids', async () => {
    expect((await rpc({ jsonrpc: '2.0', id: 7, method: 'eth_chainId' })).body).toEqual({
      jsonrpc: '2.0',
      id: 7,
      result: '0x7a69',
    })
    const batch = [
      { jsonrpc: '2.0', id: 'a', method: 'eth_chainId', params: [] },
      { jsonrpc: '2.0', id: 'a', method: 'eth_getBalance', params: [alice(), 'latest'] },
      { jsonrpc: '2.0', id: 3, method: 'debug_traceTransaction', params: [] },
      { jsonrpc: '2.0', method: 'eth_chainId' },
      { id: 4 },
    ]
    const { body } = await rpc(batch, '/v1')
    expect(body).toHaveLength(4)
    expect(body[0]).toMatchObject({ id: 'a', result: '0x7a69' })
    expect(body[1]).toMatchObject({ id: 'a', result: expect.stringMatching(/^0x/) })
    expect(body[2]).toMatchObject({ id: 3, error: { code: -32601, message: expect.stringMatching(/does not exist/) } })
    expect(body[3]).toMatchObject({ id: 4, error: { code: -32600 } })
  })

  it("passes on the chain's error for a call", async () => {
    const call = { to: manifest.chains[0]!.contracts.weth!, data: '0x2e1a7d4d'.padEnd(74, 'f') }
    const { body } = await rpc({ jsonrpc: '2.0', id: 1, method: 'eth_call', params: [call, 'latest'] })
    expect(body.error.message).toMatch(/revert/)
  })

  it('rejects invalid JSON-RPC', async () => {
    expect((await rpc('{')).body.error.code).toBe(-32700)
    expect((await rpc([])).status).toBe(400)
    expect((await rpc({ jsonrpc: '2.0', method: 'eth_chainId' })).status).toBe(204)
    expect((await rpc('1')).body).toMatchObject({ id: null, error: { code: -32600 } })
  })

  it('reaches the bundler, and nothing else through it', async () => {
    const ask = (method: string, params: unknown[] = []) =>
      rpc({ jsonrpc: '2.0', id: 1, method, params }, '/v1/bundler')
    expect((await ask('eth_supportedEntryPoints')).body.result.length).toBeGreaterThan(0)
    const receipt = await ask('eth_getUserOperationReceipt', [`0x${'11'.repeat(32)}`])
    expect(receipt.body.result).toBeNull()
    expect((await ask('eth_blockNumber')).body.error.code).toBe(-32601)
  })
})

// Requests of AppKit's own BlockchainApiController, 1.7.1 and 1.8.0, recorded against this server with its base URL
// redirected: byte for byte, including the order of the query. Its packages are too heavy to install for this alone.
describe('an unchanged AppKit', () => {
  const tail = 'st=appkit&sv=react-wagmi-1.7.1&projectId=shop'
  const network = 'eip155%3A31337'
  const origin = 'https://shop.example'
  /** Like its fetch: anything but 2xx is a failure, the body is JSON, and pages may read it. */
  const fetchAs = async (path: string, init: RequestInit = {}) => {
    const response = await app.request(path, { ...init, headers: { ...init.headers, origin } })
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, origin])
    return response.json()
  }

  it('finds its chain, and so continues', async () => {
    const { http } = (await fetchAs(`/v1/supported-chains?${tail}`)) as { http: string[] }
    expect(http).toContain(chainId)
  })

  it('reads identity, history and balance', async () => {
    const account = alice()
    expect(await fetchAs(`/v1/identity/${account}?sender=${account}&${tail}&clientId=did%3Akey%3Az6Mk`)).toMatchObject({
      name: 'alice.eth',
      avatar: expect.stringMatching(/\/public\/getAvatar\/0x/),
    })
    // The avatar is this server's own, and needs no project: an <img> has none.
    const shown = await app.request(`/public/getAvatar/${account}`)
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image\//)])
    expect(shown.headers.get('content-security-policy')).toContain('sandbox')
    expect((await app.request(`/public/getAvatar/${manifest.accounts[9]!.address}`)).status).toBe(404)
    const history = `/v1/account/${account}/history`
    for (const path of [
      `${history}?chainId=${network}&${tail}`,
      `${history}?onramp=coinbase&chainId=${network}&${tail}`,
    ]) {
      const { data, next } = (await fetchAs(path)) as { data: unknown[]; next: unknown }
      expect(Array.isArray(data) && (next === null || typeof next === 'string')).toBe(true)
    }
    const balance = `/v1/account/${account}/balance?currency=usd&chainId=${network}`
    const forced = `&forceUpdate=${network}%3A${manifest.chains[0]!.contracts.weth}`
    for (const path of [`${balance}&${tail}`, `${balance}${forced}&${tail}&clientId=did%3Akey%3Az6Mk`]) {
      const { balances } = (await fetchAs(path)) as { balances: Balance[] }
      for (const { quantity, iconUrl, price } of balances) {
        expect(quantity.decimals).toMatch(/^[1-9]\d*$/)
        expect([typeof quantity.numeric, typeof iconUrl, typeof price]).toEqual(['string', 'string', 'number'])
      }
    }
  })

  it('reads a price after a preflight without a project', async () => {
    const ask = { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' }
    const preflight = await app.request('/v1/fungible/price', { method: 'OPTIONS', headers: ask })
    expect(preflight.status).toBe(204)
    const address = `${chainId}:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee`
    const { fungibles } = (await fetchAs('/v1/fungible/price', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: `{"currency":"usd","addresses":["${address}"],"projectId":"shop"}`,
    })) as { fungibles: { symbol: string; price: number }[] }
    expect(fungibles).toMatchObject([{ symbol: 'ETH', price: expect.any(Number) }])
  })
})
