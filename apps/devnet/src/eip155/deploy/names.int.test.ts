import {
  type Address,
  createPublicClient,
  type Hex,
  http,
  keccak256,
  labelhash,
  namehash,
  parseAbi,
  parseEther,
  stringToHex,
} from 'viem'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Devnet } from '../../startDevnet.ts'
import { devAccounts } from '../devAccounts.ts'
import { ethersProvider, startQuietDevnet, viemPeer, viemWallet } from './testPeer.ts'

// The deployer owns the domain `reverse`; its key is no secret.
const deployerKey = keccak256(stringToHex('billfold devnet deployer'))

let devnet: Devnet
beforeAll(async () => {
  devnet = await startQuietDevnet()
})
afterAll(() => devnet.close())

const alice = devAccounts[0]!.address

test('viem finds address, name, records and subname, and null for unknown ones', async () => {
  const client = viemWallet(devnet.manifest.chains[0]!, devAccounts[0]!.privateKey)
  expect(await client.getEnsAddress({ name: 'alice.eth' })).toBe(alice)
  expect(await client.getEnsAddress({ name: 'pay.alice.eth' })).toBe(alice)
  expect(await client.getEnsAddress({ name: 'nobody.eth' })).toBeNull()
  expect(await client.getEnsName({ address: devAccounts[1]!.address })).toBe('bob.eth')
  expect(await client.getEnsName({ address: devAccounts[9]!.address })).toBeNull()
  expect(await client.getEnsText({ name: 'carol.eth', key: 'description' })).toBe('carol of the local network')
  expect(await client.getEnsAvatar({ name: 'alice.eth' })).toMatch(/^data:image\/svg\+xml;base64,/)
})

test('a client that knows only viem’s mainnet finds names at viem’s address', async () => {
  const client = createPublicClient({ chain: mainnet, transport: http(devnet.manifest.chains[0]!.rpcUrl) })
  expect(await client.getEnsAddress({ name: 'bob.eth' })).toBe(devAccounts[1]!.address)
  expect(await client.getEnsName({ address: alice })).toBe('alice.eth')
})

test.each([false, true])('ethers does too (with the universal resolver: %s)', async (withUniversal) => {
  const chain = devnet.manifest.chains[0]!
  const provider = ethersProvider(chain, withUniversal ? chain.contracts.ensUniversalResolver : undefined)
  expect(await provider.resolveName('alice.eth')).toBe(alice)
  expect(await provider.resolveName('pay.alice.eth')).toBe(alice)
  expect(await provider.lookupAddress(devAccounts[1]!.address)).toBe('bob.eth')
  expect(await provider.lookupAddress(devAccounts[9]!.address)).toBeNull()
  const resolver = await provider.getResolver('carol.eth')
  expect(await resolver?.getText('description')).toBe('carol of the local network')
})

test('every name of the manifest belongs to its account, which can change it', async () => {
  const chain = devnet.manifest.chains[0]!
  const client = viemWallet(chain, devAccounts[4]!.privateKey)
  for (const { name, address } of chain.names) expect(await client.getEnsAddress({ name })).toBe(address)
  const erin = viemPeer(chain, devAccounts[4]!.privateKey)
  await erin.write(chain.contracts.ensPublicResolver as Address, 'function setText(bytes32,string,string)', [
    namehash('erin.eth'),
    'url',
    'http://new.localhost',
  ])
  expect(await client.getEnsText({ name: 'erin.eth', key: 'url' })).toBe('http://new.localhost')
})

test('sells a name: commit, wait, register, claim the reverse record', async () => {
  const chain = devnet.manifest.chains[0]!
  const { address, write, read } = viemPeer(chain, devAccounts[5]!.privateKey)
  const client = viemWallet(chain, devAccounts[5]!.privateKey)
  const {
    ensRegistrarController: controller,
    ensPublicResolver: resolver,
    ensReverseRegistrar,
  } = chain.contracts as Record<string, Address>
  const secret = `0x${'5e'.repeat(32)}` as Hex
  const year = 31_536_000n
  const price = (await read(controller!, 'function rentPrice(string,uint256) view returns (uint256)', [
    'frank',
    year,
  ])) as bigint
  // Five dollars a year, of ether at three thousand.
  expect(price > parseEther('0.0016') && price < parseEther('0.0017')).toBe(true)
  const commitment = await read(
    controller!,
    'function makeCommitmentWithConfig(string,address,bytes32,address,address) pure returns (bytes32)',
    ['frank', address, secret, resolver, address],
  )
  await write(controller!, 'function commit(bytes32)', [commitment])
  await write(
    controller!,
    'function registerWithConfig(string,address,uint256,bytes32,address,address) payable',
    ['frank', address, year, secret, resolver, address],
    price,
  )
  await write(ensReverseRegistrar!, 'function claimWithResolver(address,address) returns (bytes32)', [
    address,
    resolver,
  ])
  const reverseNode = await read(ensReverseRegistrar!, 'function node(address) pure returns (bytes32)', [address])
  await write(resolver!, 'function setName(bytes32,string)', [reverseNode, 'frank.eth'])
  expect(await client.getEnsAddress({ name: 'frank.eth' })).toBe(address)
  expect(await client.getEnsName({ address })).toBe('frank.eth')
})

test('ignores a reverse record for someone else’s name', async () => {
  const chain = devnet.manifest.chains[0]!
  const { address, read, write } = viemPeer(chain, devAccounts[6]!.privateKey)
  const { ensPublicResolver: resolver, ensReverseRegistrar } = chain.contracts as Record<string, Address>
  await write(ensReverseRegistrar!, 'function claimWithResolver(address,address) returns (bytes32)', [
    address,
    resolver,
  ])
  const node = await read(ensReverseRegistrar!, 'function node(address) pure returns (bytes32)', [address])
  await write(resolver!, 'function setName(bytes32,string)', [node, 'alice.eth'])
  expect(await viemWallet(chain, devAccounts[6]!.privateKey).getEnsName({ address })).toBeNull()
  expect(await ethersProvider(chain).lookupAddress(address)).toBeNull()
})

test('a primary name may differ by chain, with one fallback for all', async () => {
  const chain = devnet.manifest.chains[0]!
  const client = viemWallet(chain, devAccounts[0]!.privateKey)
  const bob = devAccounts[1]!.address
  const { ensRegistry, ensPublicResolver, ensUniversalResolver } = chain.contracts as Record<string, Address>
  const root = viemPeer(chain, deployerKey)
  const addNode = (parent: string, label: string) =>
    root.write(ensRegistry!, 'function setSubnodeRecord(bytes32,bytes32,address,address,uint64)', [
      namehash(parent),
      labelhash(label),
      root.address,
      ensPublicResolver,
      0n,
    ])
  /** Sets `bob` as a primary name under a reverse domain of ENSIP-19. */
  async function nameBob(domain: string, name: string) {
    const label = bob.slice(2).toLowerCase()
    await addNode('reverse', domain)
    await addNode(`${domain}.reverse`, label)
    const node = namehash(`${label}.${domain}.reverse`)
    await root.write(ensPublicResolver!, 'function setName(bytes32,string)', [node, name])
  }
  const coinType = 0x80000000n | BigInt(chain.id)
  const reverse = () =>
    client.readContract({
      address: ensUniversalResolver!,
      abi: parseAbi([
        'function reverse(bytes, uint256) view returns (string, address, address)',
        'error ReverseAddressMismatch(string, bytes)',
      ]),
      functionName: 'reverse',
      args: [bob, coinType],
    })
  expect((await reverse())[0]).toBe('')

  // The name must resolve back to the account on this very chain.
  const owner = viemPeer(chain, devAccounts[1]!.privateKey)
  const setAddr = 'function setAddr(bytes32,uint256,bytes)'
  await nameBob('default', 'bob.eth')
  await expect(reverse()).rejects.toThrow('ReverseAddressMismatch')
  await owner.write(ensPublicResolver!, setAddr, [namehash('bob.eth'), coinType, bob])
  expect((await reverse())[0]).toBe('bob.eth')

  await nameBob(coinType.toString(16), 'carol.eth')
  await expect(reverse()).rejects.toThrow('ReverseAddressMismatch')
})
