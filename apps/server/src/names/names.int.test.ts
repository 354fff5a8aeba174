import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ethersProvider, startQuietDevnet, viemWallet } from '@billfold/devnet/eip155/deploy/testPeer'
import { devAccounts } from '@billfold/devnet/eip155/devAccounts'
import { evmAddressOf } from '@billfold/frame/evm/evmAddressOf'
import { signHash } from '@billfold/frame/evm/signHash'
import { hashMessage, signAsAccount } from '@billfold/frame/smart/signAsAccount'
import { creationOf, smartAccountOf } from '@billfold/frame/smart/smartAccountOf'
import type { NameAttributes } from '@billfold/protocol/api/signedName'
import type { DevnetChain } from '@billfold/protocol/devnetManifest'
import { getRequestListener } from '@hono/node-server'
import { encodeFunctionData, type Hex, namehash, parseAbi, parseEther, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { packetToBytes } from 'viem/ens'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createChains } from '../chains/createChains.ts'
import { evmFromDevnet } from '../chains/eip155/evmFromDevnet.ts'
import { createApp } from '../createApp.ts'
import { startTestCluster } from '../db/testDatabase.ts'
import { appDeps } from '../fixtures/appDeps.ts'
import { createSources } from '../providers/createSources.ts'
import { createRpc } from '../rpc/createRpc.ts'
import { createGateway } from './createGateway.ts'
import { createNames } from './createNames.ts'
import { readNames } from './readNames.ts'

const key = new URL('../../../devnet/keys/names.key', import.meta.url).pathname
const { parent, signer } = readNames({ NAMES_PARENT: 'billfold.eth', NAMES_KEY_FILE: key })!
const coinType = 0x8000_0000 + 31337

let app: ReturnType<typeof createApp>
let chain: DevnetChain
const clock = { now: () => new Date() }
const closers: (() => unknown)[] = []

beforeAll(async () => {
  // The resolver on the chain names the gateway's address, so that is there first.
  const front = createServer((...asked) => getRequestListener(app.fetch)(...asked))
  await new Promise<void>((done) => front.listen(0, '127.0.0.1', done))
  const gateway = `http://127.0.0.1:${(front.address() as AddressInfo).port}/ccip/{sender}/{data}.json`
  const [devnet, cluster] = await Promise.all([startQuietDevnet({ namesGateway: gateway }), startTestCluster()])
  closers.push(
    () => front.close(),
    () => devnet.close(),
    () => cluster.stop(),
  )
  const { db } = await cluster.create()
  chain = devnet.manifest.chains[0]!
  // A quiet chain stays at its first day until somebody sends something; what is signed today holds by its clock.
  const anyone = viemWallet(chain, devAccounts[3]!.privateKey)
  await anyone.waitForTransactionReceipt({ hash: await anyone.sendTransaction({ to: signer.address, value: 1n }) })
  const chains = createChains([evmFromDevnet(chain)])
  const rpc = createRpc({ chains })
  const names = createNames({ db, rpc, parent, now: () => clock.now() })
  const sources = createSources({ chains, rpc, db, names, poolTrust: { minLiquidityUsd: 0 } })
  const serving = { names, gateway: createGateway({ names, signer, now: () => clock.now() }) }
  const unlimited = { limit: 1_000_000, windowMs: 60_000 }
  app = createApp(
    appDeps({ chains, rpc, sources, names: serving, bodyLimitBytes: 65_536, clientQuota: unlimited, trustProxy: 1 }),
  )
})
afterAll(async () => {
  for (const close of closers) await close()
})

const newPerson = () => privateKeyToAccount(generatePrivateKey())
type Person = ReturnType<typeof newPerson>
type Said = { attributes?: NameAttributes; release?: true; timestamp?: number }
let client = 0
async function post(path: string, person: Person, name: string, said: Said = {}, change: Record<string, unknown> = {}) {
  const message = JSON.stringify({ name, attributes: {}, timestamp: Math.floor(clock.now().getTime() / 1000), ...said })
  const signature = await person.signMessage({ message })
  const body = JSON.stringify({ coin_type: coinType, address: person.address, message, signature, ...change })
  client += 1
  const headers = { 'x-forwarded-for': `192.0.2.${client % 250}` }
  const response = await app.request(`http://api.test${path}`, { method: 'POST', body, headers })
  const json = (await response.json()) as { reasons?: { description: string }[]; name?: string; addresses?: object }
  return { ...json, status: response.status, why: json.reasons?.[0]?.description }
}
const register = (person: Person, name: string, said?: Said, change?: Record<string, unknown>) =>
  post('/v1/profile/account', person, name, said, change)
const get = async (path: string) =>
  (await app.request(`http://api.test${path}${path.includes('?') ? '&' : '?'}projectId=shop`)).json()

describe('a name', () => {
  it('is registered by a signature, and any client of ENS pays its owner by it', async () => {
    const ada = newPerson()
    const attributes = { bio: 'Counts', url: 'https://ada.example' }
    const made = await register(ada, 'ada-lovelace.billfold.eth', { attributes })
    expect(made).toMatchObject({ status: 200, name: 'ada-lovelace.billfold.eth', attributes: [attributes] })
    expect(Object.keys(made.addresses!)).toEqual(['60', String(coinType)])

    const viem = viemWallet(chain, devAccounts[3]!.privateKey)
    const to = await viem.getEnsAddress({ name: 'ada-lovelace.billfold.eth' })
    expect(to).toBe(ada.address)
    const local = await viem.getEnsAddress({ name: 'ada-lovelace.billfold.eth', coinType: BigInt(coinType) })
    expect(local).toBe(ada.address.toLowerCase())
    expect(await viem.getEnsText({ name: 'ada-lovelace.billfold.eth', key: 'description' })).toBe('Counts')
    expect(await viem.getEnsAddress({ name: 'nobody-here.billfold.eth' })).toBeNull()
    const hash = await viem.sendTransaction({ to: to!, value: parseEther('1') })
    await viem.waitForTransactionReceipt({ hash })
    expect(await viem.getBalance({ address: ada.address })).toBe(parseEther('1'))

    for (const universal of [undefined, chain.contracts.ensUniversalResolver])
      expect(await ethersProvider(chain, universal).resolveName('ada-lovelace.billfold.eth')).toBe(ada.address)
  })

  it('is told by every lookup of ours', async () => {
    const bo = newPerson()
    // Nobody's so far, and that is remembered; a new name is told at once all the same.
    expect(await get(`/v1/identity/${bo.address}`)).toMatchObject({ name: null, zone: 'billfold.eth' })
    await register(bo, 'bo-diddley.billfold.eth')
    expect(await get('/v1/profile/account/bo-diddley.billfold.eth')).toMatchObject({
      addresses: { 60: { address: bo.address } },
    })
    expect(await get(`/v1/profile/reverse/${bo.address}?apiVersion=2`)).toMatchObject([
      { name: 'bo-diddley.billfold.eth' },
    ])
    expect(await get(`/v1/identity/${bo.address}`)).toMatchObject({ name: 'bo-diddley.billfold.eth' })
    expect(await get(`/v1/profile/reverse/${newPerson().address}?apiVersion=2`)).toEqual([])
    expect(await get('/v1/profile/suggestions/bo-diddley?zone=billfold.eth')).toMatchObject({
      suggestions: [{ name: 'bo-diddley.billfold.eth', registered: true }, { registered: false }, {}, {}, {}],
    })
  })

  it('the same once more is the same; a second one, another’s and a look-alike are refused', async () => {
    const [cy, dee] = [newPerson(), newPerson()]
    expect((await register(cy, 'cyrano.billfold.eth')).status).toBe(200)
    expect((await register(cy, 'cyrano.billfold.eth')).status).toBe(200)
    expect((await register(cy, 'another.billfold.eth')).why).toBe('You already own a name')
    expect((await register(dee, 'cyrano.billfold.eth')).why).toBe('This name is taken.')
    for (const like of ['cyran0', 'cy-rano'])
      expect((await register(dee, `${like}.billfold.eth`)).why).toBe('This name looks like one that is taken.')
  })

  it('goes to one of two who ask at once', async () => {
    const people = Array.from({ length: 6 }, newPerson)
    const tries = await Promise.all(people.map((person) => register(person, 'wanted-by-all.billfold.eth')))
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it.each([
    ['abc', 'at least 4'],
    ['Adam', 'only the letters'],
    ['аdam', 'only the letters'],
    ['a.dam', 'one word before it'],
    ['-adam', 'begin or end with a hyphen'],
    ['xn--adam', 'after its second character'],
    ['support', 'kept for the operator'],
    ['supp0rt', 'kept for the operator'],
  ])('%s is refused: %s', async (label, why) => {
    expect((await register(newPerson(), `${label}.billfold.eth`)).why).toContain(why)
  })

  it('another’s signature, another time and another zone are refused', async () => {
    const [eve, fay] = [newPerson(), newPerson()]
    expect((await register(eve, 'fay-wray.billfold.eth', {}, { address: fay.address })).why).toContain(
      'not this account',
    )
    const old = Math.floor(Date.now() / 1000) - 301
    expect((await register(fay, 'fay-wray.billfold.eth', { timestamp: old })).why).toContain('too long ago')
    expect((await register(fay, 'fay-wray.vitalik.eth')).why).toContain('.billfold.eth')
  })

  it('is changed and given up by its owner alone, and then rests', async () => {
    const [gil, hal] = [newPerson(), newPerson()]
    const name = 'gil-blas.billfold.eth'
    await register(gil, name)
    const path = `/v1/profile/account/${name}`
    expect((await post(`${path}/attributes`, hal, name, { attributes: { bio: 'Mine' } })).status).toBe(401)
    expect((await post(`${path}/attributes`, gil, name, { attributes: { bio: 'Mine' } })).status).toBe(200)
    expect(
      (await post(`${path}/attributes`, gil, name, { attributes: { avatar: 'javascript:alert(1)' } })).status,
    ).toBe(422)
    expect((await post(`${path}/release`, hal, name, { release: true })).status).toBe(401)
    expect((await post(`${path}/release`, gil, name)).why).toContain('does not give this name up')
    expect((await post(`${path}/release`, gil, name, { release: true })).status).toBe(200)
    const viem = viemWallet(chain, devAccounts[3]!.privateKey)
    expect(await viem.getEnsAddress({ name })).toBeNull()
    expect((await register(hal, name)).why).toBe('This name is taken.')
    expect((await register(hal, 'gi1-blas.billfold.eth')).why).toBe('This name looks like one that is taken.')
    const isGone = async () =>
      ((await get('/v1/profile/suggestions/gil-blas')) as { suggestions: { registered: boolean }[] }).suggestions[0]
    expect(await isGone()).toEqual({ name, registered: true })
    const [today, later] = [clock.now, new Date(Date.now() + 91 * 86_400_000)]
    clock.now = () => later
    expect(await isGone()).toEqual({ name, registered: false })
    // Once it has rested, one that looks like it may be had as well.
    expect((await register(hal, 'gi1-blas.billfold.eth')).status).toBe(200)
    expect((await register(newPerson(), name)).why).toBe('This name looks like one that is taken.')
    clock.now = today
  })
})

describe('the embedded wallet', () => {
  /** An account as the wallet's page makes it, which signs as that does. */
  function newWallet(kind: '7702' | '4337') {
    const secret = new Uint8Array(randomBytes(32))
    const account = smartAccountOf(evmAddressOf(secret) as Hex, kind, BigInt(chain.id))
    const viem = viemWallet(chain, devAccounts[3]!.privateKey)
    const ask = (method: string, params: readonly unknown[]) => viem.request({ method, params } as never)
    const signMessage = ({ message }: { message: string }) =>
      signAsAccount(account, hashMessage(new TextEncoder().encode(message)), (hash) => signHash(hash, secret), ask)
    return { account, viem, person: { address: account.address, signMessage } as unknown as Person }
  }

  it('gives its key’s own address a name on every chain', async () => {
    const { person, viem } = newWallet('7702')
    const made = await register(person, 'kay-parker.billfold.eth')
    expect(Object.keys(made.addresses!)).toEqual(['60', String(coinType)])
    expect((await viem.getEnsAddress({ name: 'kay-parker.billfold.eth' }))?.toLowerCase()).toBe(
      person.address.toLowerCase(),
    )
  })

  it('gives a smart account a name on its own chain alone, before it is deployed (ERC-6492) and after (ERC-1271)', async () => {
    const { person, viem, account } = newWallet('4337')
    const name = 'lou-reed.billfold.eth'
    expect(await person.signMessage({ message: 'x' })).toMatch(/(?:6492){16}$/)
    const made = await register(person, name)
    expect([made.why, Object.keys(made.addresses ?? {})]).toEqual([undefined, [String(coinType)]])
    expect(await viem.getEnsAddress({ name })).toBeNull()
    expect(await viem.getEnsAddress({ name, coinType: BigInt(coinType) })).toBe(person.address.toLowerCase())

    const { factory, factoryData } = creationOf(account)
    const hash = await viem.sendTransaction({ to: factory, data: factoryData })
    await viem.waitForTransactionReceipt({ hash })
    expect(await person.signMessage({ message: 'x' })).not.toMatch(/6492$/)
    const path = `/v1/profile/account/${name}/attributes`
    expect((await post(path, person, name, { attributes: { bio: 'Walks' } })).status).toBe(200)
    expect(await viem.getEnsText({ name, key: 'description' })).toBe('Walks')
  })

  it('has no name by what another account signed', async () => {
    const [mine, theirs] = [newWallet('4337'), newWallet('4337')]
    const change = { address: theirs.person.address }
    expect((await register(mine.person, 'max-power.billfold.eth', {}, change)).why).toContain('not this account')
    // What the key signed for its own address is not the smart account's word.
    const key = newWallet('7702')
    expect((await register(key.person, 'max-power.billfold.eth', {}, change)).why).toContain('not this account')
  })
})

describe('the gateway', () => {
  const resolveAbi = parseAbi(['function resolve(bytes name, bytes data) view returns (bytes)'])
  const addrAbi = parseAbi(['function addr(bytes32 node) view returns (address)'])
  const question = (name: string, about = name): Hex => {
    const data = encodeFunctionData({ abi: addrAbi, functionName: 'addr', args: [namehash(about)] })
    return encodeFunctionData({ abi: resolveAbi, functionName: 'resolve', args: [toHex(packetToBytes(name)), data] })
  }
  const ask = (data: string, sender = chain.contracts.ensOffchainResolver!) =>
    app.request(`http://api.test/ccip/${sender}/${data}.json`)

  it('answers for its own names alone', async () => {
    expect((await ask(question('someone-else.billfold.eth'))).status).toBe(200)
    expect((await ask(question('vitalik.eth'))).status).toBe(404)
    expect((await ask(question('a.b.billfold.eth'))).status).toBe(404)
    expect((await ask(question('someone-else.billfold.eth', 'vitalik.eth'))).status).toBe(404)
    for (const none of ['0x', '0x1234', 'hello', `0x9061b923${'ff'.repeat(64)}`])
      expect((await ask(none)).status).toBe(400)
  })

  it('is believed for its contract, its question and its time', async () => {
    const ivy = newPerson()
    await register(ivy, 'ivy-league.billfold.eth')
    const data = question('ivy-league.billfold.eth')
    const { data: response } = (await (await ask(data)).json()) as { data: Hex }
    const resolver = chain.contracts.ensOffchainResolver as Hex
    const abi = parseAbi(['function resolveWithProof(bytes response, bytes question) view returns (bytes)'])
    const viem = viemWallet(chain, devAccounts[3]!.privateKey)
    const prove = (given: Hex, asked: Hex) =>
      viem.readContract({ address: resolver, abi, functionName: 'resolveWithProof', args: [given, asked] })
    expect(await prove(response, data)).toContain(ivy.address.slice(2).toLowerCase())
    await expect(prove(response, question('another-one.billfold.eth'))).rejects.toThrow()
    const altered = response.replace(ivy.address.slice(2).toLowerCase(), '11'.repeat(20)) as Hex
    await expect(prove(altered, data)).rejects.toThrow()
    const elsewhere = (await (await ask(data, `0x${'22'.repeat(20)}`)).json()) as { data: Hex }
    await expect(prove(elsewhere.data, data)).rejects.toThrow()
    const [today, early] = [clock.now, new Date(Date.now() - 600_000)]
    clock.now = () => early
    const { data: old } = (await (await ask(data)).json()) as { data: Hex }
    clock.now = today
    // Time goes on with the blocks.
    const hash = await viem.sendTransaction({ to: ivy.address, value: 1n })
    await viem.waitForTransactionReceipt({ hash })
    await expect(prove(old, data)).rejects.toThrow()
    // Nor is it believed for longer than a day, whatever it promises.
    const promised: Hex[] = []
    for (const ms of [43_200_000, 129_600_000]) {
      clock.now = () => new Date(Date.now() + ms)
      promised.push(((await (await ask(data)).json()) as { data: Hex }).data)
    }
    clock.now = today
    expect(await prove(promised[0]!, data)).toContain(ivy.address.slice(2).toLowerCase())
    await expect(prove(promised[1]!, data)).rejects.toThrow()
  })
})
