import { randomBytes } from 'node:crypto'
import { ethersProvider, startQuietDevnet, viemWallet } from '@billfold/devnet/eip155/deploy/testPeer'
import { devAccounts } from '@billfold/devnet/eip155/devAccounts'
import { evmAddressOf } from '@billfold/frame/evm/evmAddressOf'
import { signHash } from '@billfold/frame/evm/signHash'
import { hashMessage, signAsAccount } from '@billfold/frame/smart/signAsAccount'
import { creationOf, smartAccountOf } from '@billfold/frame/smart/smartAccountOf'
import { encodeBase58 } from '@billfold/protocol/base58'
import { bytesOfHex } from '@billfold/protocol/bytes'
import { decodeCoinAddress, encodeCoinAddress } from '@billfold/protocol/coinAddress'
import { encodeBase64 } from '@billfold/protocol/wc/base64'
import { bitcoinKey } from '@billfold/testkit/bitcoin/bitcoinKey'
import { polkadotKey } from '@billfold/testkit/polkadot/polkadotKey'
import { solanaKey } from '@billfold/testkit/solana/ed25519'
import { MulticoinProviderPlugin } from 'ethers'
import { encodeFunctionData, type Hex, namehash, parseAbi, parseEther, toHex } from 'viem'
import { english, generateMnemonic } from 'viem/accounts'
import { packetToBytes } from 'viem/ens'
import { afterAll, describe, expect, it } from 'vitest'
import { localCoin as coinType, newPerson, type Person, startNamesApp } from '../../test/startNamesApp.ts'

const names = await startNamesApp(async (namesGateway) => {
  const devnet = await startQuietDevnet({ namesGateway })
  // A quiet chain stays at its first day until a transaction; signatures follow its clock.
  const anyone = viemWallet(devnet.manifest.chains[0]!, devAccounts[3]!.privateKey)
  const hash = await anyone.sendTransaction({ to: anyone.account.address, value: 1n })
  await anyone.waitForTransactionReceipt({ hash })
  return devnet
})
const { app, chain, clock, messageOf, post, register, get } = names
afterAll(() => names.close())

describe('a name', () => {
  it('is registered by a signature, and any ENS client pays its owner by it', async () => {
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

  it('is returned by every lookup', async () => {
    const bo = newPerson()
    // A missing name is cached, but a new one appears at once all the same.
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

  it('is idempotent to register, but rejects a second name, another’s and a lookalike', async () => {
    const [cy, dee] = [newPerson(), newPerson()]
    expect((await register(cy, 'cyrano.billfold.eth')).status).toBe(200)
    expect((await register(cy, 'cyrano.billfold.eth')).status).toBe(200)
    expect((await register(cy, 'another.billfold.eth')).why).toBe('You already own a name')
    expect((await register(dee, 'cyrano.billfold.eth')).why).toBe('This name is taken.')
    for (const like of ['cyran0', 'cy-rano'])
      expect((await register(dee, `${like}.billfold.eth`)).why).toBe('This name looks like one that is taken.')
  })

  it('goes to one of two concurrent requests', async () => {
    const people = Array.from({ length: 6 }, newPerson)
    const tries = await Promise.all(people.map((person) => register(person, 'wanted-by-all.billfold.eth')))
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it.each([
    ['abc', 'at least 4'],
    ['Adam', 'only the letters'],
    ['аdam', 'only the letters'],
    ['a.dam', 'must be one label under'],
    ['-adam', 'begin or end with a hyphen'],
    ['xn--adam', 'after its second character'],
    ['support', 'kept for the operator'],
    ['supp0rt', 'kept for the operator'],
  ])('%s is rejected: %s', async (label, why) => {
    expect((await register(newPerson(), `${label}.billfold.eth`)).why).toContain(why)
  })

  it('rejects another’s signature, another time and another zone', async () => {
    const [eve, fay] = [newPerson(), newPerson()]
    expect((await register(eve, 'fay-wray.billfold.eth', {}, { address: fay.address })).why).toContain(
      'from another account',
    )
    const old = Math.floor(Date.now() / 1000) - 301
    expect((await register(fay, 'fay-wray.billfold.eth', { timestamp: old })).why).toContain('too long ago')
    expect((await register(fay, 'fay-wray.vitalik.eth')).why).toContain('.billfold.eth')
  })

  it('is changed and released only by its owner, and then rests', async () => {
    const [gil, hal] = [newPerson(), newPerson()]
    const name = 'gil-blas.billfold.eth'
    await register(gil, name)
    const path = `/v1/profile/account/${name}`
    expect((await post(`${path}/attributes`, hal, name, { attributes: { bio: 'Mine' } })).status).toBe(401)
    expect((await post(`${path}/attributes`, gil, name, { attributes: { bio: 'Mine' } })).status).toBe(200)
    expect(
      (await post(`${path}/attributes`, gil, name, { attributes: { avatar: 'javascript:alert(1)' } })).status,
    ).toBe(400)
    expect((await post(`${path}/release`, hal, name, { release: true })).status).toBe(401)
    expect((await post(`${path}/release`, gil, name)).why).toContain('does not release this name')
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
    // After the rest, its lookalike is available as well.
    expect((await register(hal, 'gi1-blas.billfold.eth')).status).toBe(200)
    expect((await register(newPerson(), name)).why).toBe('This name looks like one that is taken.')
    clock.now = today
  })
})

describe('another family', () => {
  const chains = {
    0: 'bip122:000000000019d6689c085ae165831e93',
    354: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
    501: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  } as const
  type Coin = keyof typeof chains
  type Signer = { coin_type: Coin; address: string; sign(message: string): Promise<string> }

  /** A wallet of three families, each of which signs as its wallets do. */
  async function newFamilies(): Promise<Record<Coin, Signer>> {
    const mnemonic = generateMnemonic(english)
    const bytes = (message: string) => new TextEncoder().encode(message)
    const [bitcoin, polkadot, solana] = [
      bitcoinKey(mnemonic, chains[0], 0),
      await polkadotKey(mnemonic, chains[354], 0),
      await solanaKey(new Uint8Array(randomBytes(32))),
    ]
    const hex = async (signed: Promise<Uint8Array>) => `0x00${Buffer.from(await signed).toString('hex')}`
    return {
      0: {
        ...{ coin_type: 0, address: bitcoin.address },
        sign: async (message) => encodeBase64(bytesOfHex(await bitcoin.signMessage(message))),
      },
      354: {
        ...{ coin_type: 354, address: polkadot.address },
        sign: (message) => hex(polkadot.sign(bytes(`<Bytes>${message}</Bytes>`))),
      },
      501: {
        ...{ coin_type: 501, address: solana.address },
        sign: async (message) => encodeBase58(await solana.sign(bytes(message))),
      },
    }
  }

  /** Points a name to an account, proven by any signer. */
  async function lead(person: Person, name: string, to: { coin_type: number; address: string | null }, by?: Signer) {
    const timestamp = Math.floor(clock.now().getTime() / 1000)
    const fields = { attributes: undefined, address: { coin_type: to.coin_type, address: to.address }, timestamp }
    const proof = by && (await by.sign(messageOf(name, fields)))
    return post(`/v1/profile/account/${name}/address`, person, name, fields, proof === undefined ? {} : { proof })
  }

  it('is paid by a name once both have signed it, and any ENS client finds it by its coin', async () => {
    const [nia, mine, name] = [newPerson(), await newFamilies(), 'nia-long.billfold.eth']
    await register(nia, name)
    for (const signer of Object.values(mine)) expect((await lead(nia, name, signer, signer)).status).toBe(200)
    // Idempotent, with the same time.
    const profile = await get(`/v1/profile/account/${name}?coinTypes=all`)
    expect((await lead(nia, name, mine[501], mine[501])).addresses).toEqual(profile.addresses)
    expect(profile.addresses).toMatchObject({
      0: { address: mine[0].address },
      60: { address: nia.address },
      354: { address: mine[354].address },
      501: { address: mine[501].address },
      [coinType]: { address: nia.address },
    })
    // A client that pays the first address, as existing ones do, pays the EVM account.
    const plain = await get(`/v1/profile/account/${name}`)
    expect(Object.keys(plain.addresses)).toEqual(['60', '354', '501', String(coinType)])
    for (const { address } of Object.values(mine))
      expect(await get(`/v1/profile/reverse/${address}`)).toMatchObject([{ name }])

    const viem = viemWallet(chain, devAccounts[3]!.privateKey)
    class Coins extends MulticoinProviderPlugin {
      override supportsCoinType = (coin: number) => coin in chains
      override decodeAddress = async (coin: number, data: string) =>
        decodeCoinAddress(coin, bytesOfHex(data.slice(2)), { networkId: chains[coin as Coin] })!
    }
    const ethers = ethersProvider(chain)
    ethers.attachPlugin(new Coins('billfold.coins'))
    const resolver = await ethers.getResolver(name)
    for (const { coin_type, address } of Object.values(mine)) {
      const bytes = await viem.getEnsAddress({ name, coinType: BigInt(coin_type) })
      expect(bytes).toBe(toHex(encodeCoinAddress(coin_type, address)))
      expect(await resolver!.getAddress(coin_type)).toBe(address)
    }
    expect(await viem.getEnsAddress({ name, coinType: 434n })).toBeNull()
    expect(await viem.getEnsAddress({ name })).toBe(nia.address)
  })

  it('is not added without its own signature, or by another’s name', async () => {
    const [oz, eve, mine, theirs] = [newPerson(), newPerson(), await newFamilies(), await newFamilies()]
    const name = 'oz-wizard.billfold.eth'
    await register(oz, name)
    for (const coin of [0, 354, 501] as const) {
      expect((await lead(oz, name, theirs[coin])).why).toContain('has not signed')
      expect((await lead(oz, name, theirs[coin], mine[coin])).why).toContain('has not signed')
      expect((await lead(eve, name, theirs[coin], theirs[coin])).status).toBe(401)
    }
    const wrong = { coin_type: 434, address: mine[354].address }
    expect((await lead(oz, name, wrong, mine[354])).why).toContain('Invalid address for this coin')
    expect((await lead(oz, name, { coin_type: 2, address: 'L' }, mine[0])).why).toContain('not support addresses')
    expect((await lead(oz, name, { coin_type: 60, address: oz.address })).why).toContain('has not signed')
    // A signature for one purpose serves no other: it would erase the name's records.
    const fields = { attributes: undefined, address: { coin_type: 501, address: null } }
    expect((await post(`/v1/profile/account/${name}/attributes`, oz, name, fields)).why).toContain('something else')
    expect((await post(`/v1/profile/account/${name}/address`, oz, name)).why).toContain('does not change where')
    expect(Object.keys((await get(`/v1/profile/account/${name}?coinTypes=all`)).addresses)).toHaveLength(2)
  })

  it('is removed with its record or the name, and an older signature does not restore it', async () => {
    const [pam, mine, name] = [newPerson(), await newFamilies(), 'pam-beesly.billfold.eth']
    await register(pam, name)
    const coinsOf = async () => Object.keys((await get(`/v1/profile/account/${name}?coinTypes=all`)).addresses)
    const [today, early] = [clock.now, new Date(Date.now() - 60_000)]
    await lead(pam, name, mine[501], mine[501])
    await lead(pam, name, mine[0], mine[0])
    expect(await coinsOf()).toEqual(['0', '60', '501', String(coinType)])
    expect((await lead(pam, name, { coin_type: 501, address: null })).status).toBe(200)
    expect(await coinsOf()).toEqual(['0', '60', String(coinType)])
    clock.now = () => early
    expect((await lead(pam, name, mine[501], mine[501])).why).toContain('changed after')
    clock.now = today
    expect((await post(`/v1/profile/account/${name}/release`, pam, name, { release: true })).status).toBe(200)
    await register(pam, name)
    expect(await coinsOf()).toEqual(['60', String(coinType)])
    expect(await get(`/v1/profile/reverse/${mine[0].address}?apiVersion=2`)).toEqual([])
  })

  it("requires an account's signature on another EVM chain, too", async () => {
    const [quinn, other, name] = [newPerson(), newPerson(), 'quinn-fabray.billfold.eth']
    await register(quinn, name)
    const onOp = { coin_type: 0x8000_000a, address: other.address }
    const by = { ...onOp, sign: (message: string) => other.signMessage({ message }) } as unknown as Signer
    expect((await lead(quinn, name, onOp, by)).status).toBe(200)
    const viem = viemWallet(chain, devAccounts[3]!.privateKey)
    expect(await viem.getEnsAddress({ name, coinType: 0x8000_000an })).toBe(other.address.toLowerCase())
    // For its own coins, a name always resolves to its owner.
    const mine = { ...by, coin_type: 60 } as unknown as Signer
    expect((await lead(quinn, name, mine, mine)).why).toContain('resolves to its owner')
  })
})

describe('a name of ENS', () => {
  it('includes the records of the served coins, if all are requested', async () => {
    const alice = viemWallet(chain, devAccounts[0]!.privateKey)
    const key = randomBytes(32)
    const data = encodeFunctionData({
      abi: parseAbi(['function setAddr(bytes32 node, uint256 coinType, bytes a)']),
      args: [namehash('alice.eth'), 501n, toHex(key)],
    })
    const hash = await alice.sendTransaction({ to: chain.contracts.ensPublicResolver as Hex, data })
    await alice.waitForTransactionReceipt({ hash })
    const owner = { address: alice.account.address, created: null }
    expect(await get('/v1/profile/account/alice.eth')).toMatchObject({ addresses: { 60: owner } })
    expect(Object.keys((await get('/v1/profile/account/alice.eth')).addresses)).toEqual(['60'])
    expect((await get('/v1/profile/account/alice.eth?coinTypes=all')).addresses).toEqual({
      60: owner,
      501: { address: encodeBase58(key), created: null },
    })
  })
})

describe('the embedded wallet', () => {
  /** An account as the wallet's page creates it, with the same signatures. */
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

  it('gives a smart account a name on its own chain only, before (ERC-6492) and after it is deployed (ERC-1271)', async () => {
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

  it("rejects another account's signature", async () => {
    const [mine, theirs] = [newWallet('4337'), newWallet('4337')]
    const change = { address: theirs.person.address }
    expect((await register(mine.person, 'max-power.billfold.eth', {}, change)).why).toContain('from another account')
    // The key's signature for its own address is not the smart account's.
    const key = newWallet('7702')
    expect((await register(key.person, 'max-power.billfold.eth', {}, change)).why).toContain('from another account')
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

  it('resolves only its own names', async () => {
    expect((await ask(question('someone-else.billfold.eth'))).status).toBe(200)
    expect((await ask(question('vitalik.eth'))).status).toBe(404)
    expect((await ask(question('a.b.billfold.eth'))).status).toBe(404)
    expect((await ask(question('someone-else.billfold.eth', 'vitalik.eth'))).status).toBe(404)
    for (const none of ['0x', '0x1234', 'hello', `0x9061b923${'ff'.repeat(64)}`])
      expect((await ask(none)).status).toBe(400)
  })

  it('signs for its contract, its query and its time', async () => {
    const ivy = newPerson()
    await register(ivy, 'ivy-league.billfold.eth')
    const data = question('ivy-league.billfold.eth')
    const { data: response } = (await (await ask(data)).json()) as { data: Hex }
    const resolver = chain.contracts.ensOffchainResolver as Hex
    const abi = parseAbi(['function resolveWithProof(bytes response, bytes question) view returns (bytes)'])
    const viem = viemWallet(chain, devAccounts[3]!.privateKey)
    const prove = (given: Hex, query: Hex) =>
      viem.readContract({ address: resolver, abi, functionName: 'resolveWithProof', args: [given, query] })
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
    // Mining moves the clock.
    const hash = await viem.sendTransaction({ to: ivy.address, value: 1n })
    await viem.waitForTransactionReceipt({ hash })
    await expect(prove(old, data)).rejects.toThrow()
    // A response is valid for a day at most, whatever it promises.
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
