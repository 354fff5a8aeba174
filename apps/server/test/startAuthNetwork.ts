import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownArtifact } from '@billfold/devnet/eip155/deploy/artifact'
import { devAccounts } from '@billfold/devnet/eip155/devAccounts'
import { createEvmNode } from '@billfold/devnet/eip155/evmNode'
import { serveChain } from '@billfold/devnet/eip155/serveChain'
import { openHttpServer } from '@billfold/devnet/openHttpServer'
import { toHttpRequest } from '@billfold/protocol/api/http'
import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'
import type { Input, Output } from '@billfold/protocol/contract'
import { type authApi, authRoutes } from '@billfold/protocol/signin/authApi'
import { type SignInText, writeSignIn } from '@billfold/protocol/signin/signInText'
import { getRequestListener } from '@hono/node-server'
import { concatHex, encodeAbiParameters, encodeFunctionData, getContractAddress, type Hex, hashMessage } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { type AuthSettings, startAuth } from '../src/auth/startAuth.ts'
import { createChains } from '../src/chains/createChains.ts'
import type { ServerChain } from '../src/chains/serverChain.ts'
import { createApp } from '../src/createApp.ts'
import { createProjectLookup } from '../src/projects/createProjectLookup.ts'
import { addProject, findProject } from '../src/projects/projects.ts'
import { createRpc } from '../src/rpc/createRpc.ts'
import { appDeps, shop } from './appDeps.ts'
import { bitcoinChain, polkadotChain, type Signer, solanaChain } from './authAccounts.ts'
import { startTestCluster } from './testDatabase.ts'

type Api = typeof authApi
type Name = keyof Api
/** A call's result: the response's body if it is 200, or a rejection's code and reason. */
export type Answer<T> = { status: number; headers: Headers; body: T; code?: string; reason?: string; message?: string }
type Change = { origin?: string | null; token?: string; nonceToken?: string; headers?: Record<string, string> }

export const site = 'https://shop.example'
export const otherProject = { ...shop, id: 'market', name: 'Market', origins: ['https://market.example'] }
const unlimited = { limit: 1_000_000, windowMs: 60_000 }
const nowhere = 'http://127.0.0.1:1'
const deployer = devAccounts[0]!.address
const artifact = ownArtifact('own/OwnedAccountFactory')

/**
 * A PostgreSQL, chains and any number of API servers with sign-in in front of them, for one test file. EVM chains that are not
 * started are known, and no node of theirs answers.
 */
export async function startAuthNetwork({ started = [31337, 31338] } = {}) {
  const [cluster, ...evms] = await Promise.all([startTestCluster(), ...started.map(startEvm)])
  const secretsDir = mkdtempSync(join(tmpdir(), 'billfold-auth-'))
  /** A database with both projects. */
  async function createDatabase() {
    const made = await cluster.create()
    for (const { id, name, origins } of [shop, otherProject])
      await addProject(made.db, { id, name, origins, features: {} })
    return made
  }
  const { db, url } = await createDatabase()
  const chains = createChains([
    ...[31337, 31338].map((id) => chainAt(`eip155:${id}`, evms.find(({ chainId }) => chainId === id)?.url ?? nowhere)),
    ...[solanaChain, bitcoinChain, polkadotChain].map((id) => chainAt(id as CaipNetworkId, nowhere)),
  ])
  const clock = { now: new Date('2026-11-17T12:00:00Z') }
  const running: { stop(): Promise<void> }[] = []

  /** One more server on the same database, chains and secrets. */
  async function startServer({ now = () => clock.now, ...change }: Partial<AuthSettings> & { now?: () => Date } = {}) {
    const rpc = createRpc({ chains, deadlineMs: 2_000 })
    const findOwn = createProjectLookup((id) => findProject(db, id))
    const base = appDeps({ chains, rpc, findProject: findOwn, bodyLimitBytes: 262_144, trustProxy: 1 })
    const quotas = { clientQuota: unlimited, projectQuota: unlimited }
    const settings = { secretsDir, issuer: 'https://api.shop.example', accessSeconds: 900, ...quotas, ...change }
    const auth = await startAuth(settings, { db, chains, rpc, log: base.log, register: base.metrics.register, now })
    running.push(auth)
    const app = createApp({ ...base, ...quotas, auth: auth.serving })

    async function call<N extends Name>(
      name: N,
      input: Omit<Input<Api, N>, 'projectId'> & { projectId?: string },
      { origin = site, token, nonceToken, headers = {} }: Change = {},
    ): Promise<Answer<Output<Api, N>>> {
      const { method, path, query, body } = toHttpRequest(authRoutes[name], { projectId: shop.id, ...input })
      const sent = {
        ...(origin === null ? {} : { origin }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(nonceToken === undefined ? {} : { 'x-nonce-jwt': `Bearer ${nonceToken}` }),
        'x-forwarded-for': '192.0.2.1',
        ...headers,
      }
      const init = { method, headers: sent, ...(body === undefined ? {} : { body }) }
      const response = await app.request(`http://api.test${path}?${query}`, init)
      const text = await response.text()
      const parsed = text === '' ? undefined : JSON.parse(text)
      const [refused] = parsed?.reasons ?? []
      return {
        ...{ status: response.status, headers: response.headers, body: parsed },
        ...(refused ? { code: parsed.code, reason: refused.field, message: refused.description } : {}),
      }
    }
    /** A nonce, and the message that a page makes of it for a signer. */
    async function ask(
      signer: Signer,
      { text = {} as Partial<SignInText>, bind = false, ...change }: Change & AskChange = {},
    ) {
      const bound = bind ? { address: signer.address, chainId: signer.chainId } : {}
      const { body } = await call('nonce', { ...bound }, change)
      const message = writeSignIn({
        ...{ domain: 'shop.example', uri: `${site}/account?tab=1#top`, version: '1' },
        ...{ address: signer.address, chainId: signer.chainId },
        ...{ statement: 'Sign in to the shop.', nonce: body.nonce, issuedAt: clock.now.toISOString() },
        ...text,
      })
      return { message, nonce: body.nonce, nonceToken: body.token }
    }
    async function signIn(signer: Signer, change: Change & AskChange = {}) {
      const { message, nonceToken } = await ask(signer, change)
      const signature = await signer.sign(message)
      return call('authenticate', { message, signature, clientId: null }, { nonceToken, ...change })
    }
    /** Answers over HTTP, too. */
    async function listen(): Promise<string> {
      const http = createServer(getRequestListener(app.fetch))
      // Longer than a busy machine stands still: what a client had just sent would be cut off.
      http.keepAliveTimeout = 60_000
      running.push({
        async stop() {
          http.close().closeAllConnections()
        },
      })
      await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
      return `http://127.0.0.1:${(http.address() as AddressInfo).port}`
    }
    return { app, auth, call, ask, signIn, listen, lines: base.lines, rpc }
  }

  return {
    ...{ db, url, chains, clock, secretsDir, startServer, createDatabase },
    evm: (chainId: number) => evms.find((each) => each.chainId === chainId)!,
    pass: (seconds: number) => {
      clock.now = new Date(clock.now.getTime() + seconds * 1000)
    },
    async stop() {
      await Promise.all(running.map((each) => each.stop()))
      await cluster.stop()
      await Promise.all(evms.map((each) => each.stop()))
      rmSync(secretsDir, { recursive: true, force: true })
    },
  }
}
type AskChange = { text?: Partial<SignInText>; bind?: boolean }

const chainAt = (id: CaipNetworkId, url: string): ServerChain => ({
  id,
  namespace: id.split(':')[0] as Namespace,
  reference: id.split(':')[1]!,
  name: id,
  rpcUrls: [url],
  wsUrls: [],
  nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
  tokens: [],
  contracts: {},
  stables: [],
  isLocal: true,
})

/** A chain of the local network over HTTP, with a factory of contract accounts on it. */
async function startEvm(chainId: number) {
  const node = await createEvmNode({ chainId, blockTime: 0, genesisTime: 1_767_225_600 })
  await node.setupDone()
  const http = await openHttpServer({ host: '127.0.0.1', port: 0, setting: 'PORT' })
  const served = serveChain(http, node, {})

  async function send(transaction: { to?: Hex; data: Hex }): Promise<Hex> {
    const nonce = BigInt(await node.request<Hex>('eth_getTransactionCount', [deployer, 'latest']))
    await node.request<Hex>('eth_sendTransaction', [{ from: deployer, ...transaction }])
    return getContractAddress({ from: deployer, nonce })
  }
  const factory = await send({ data: artifact.bytecode })

  /** A contract account of a new key, not deployed; `sign` wraps what creates it (ERC-6492) until it is. */
  async function newAccount() {
    const owner = privateKeyToAccount(generatePrivateKey())
    const create = encodeFunctionData({ abi: artifact.abi, functionName: 'createAccount', args: [owner.address, 0n] })
    const returned = await node.request<Hex>('eth_call', [{ to: factory, data: create }, 'latest'])
    const address = `0x${returned.slice(-40)}` as Hex
    const signPlainly = (message: string) =>
      owner.signTypedData({
        domain: { name: 'Billfold Account', version: '1', chainId, verifyingContract: address },
        types: { AccountMessage: [{ name: 'hash', type: 'bytes32' }] },
        primaryType: 'AccountMessage',
        message: { hash: hashMessage(message) },
      })
    const signer: Signer = {
      chainId: `eip155:${chainId}`,
      address,
      sign: async (message) => wrapSignature(factory, create, await signPlainly(message)),
    }
    return { signer, create, signPlainly, deploy: () => send({ to: factory, data: create }) }
  }
  return {
    ...{ chainId, factory, newAccount, url: `http://127.0.0.1:${http.port}` },
    /** Puts a contract of this code on the chain: what creates it copies what follows. */
    place: (code: Hex) => {
      const size = ((code.length - 2) / 2).toString(16).padStart(4, '0')
      return send({ data: concatHex(['0x61', `0x${size}`, '0x80600a5f395ff3', code]) })
    },
    /** Gives an address a contract of this code, as someone may who created it there. */
    placeAt: (address: Hex, code: Hex) => node.request('hardhat_setCode', [address, code]),
    async stop() {
      served.close()
      await http.close()
      await node.close()
    },
  }
}

/** A signature with what creates its account in front of it (ERC-6492). */
export const wrapSignature = (by: Hex, data: Hex, signature: Hex): Hex =>
  concatHex([
    encodeAbiParameters([{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }], [by, data, signature]),
    `0x${'6492'.repeat(16)}`,
  ])
