import type { CaipNetworkId } from '@billfold/protocol/caip'
import { signatureCheckCode } from '@billfold/protocol/signin/signatureCheckCode'
import { type AskChain, verifySignature } from '@billfold/protocol/signin/verifySignature'
import { concatHex, encodeAbiParameters, encodeFunctionData, getContractAddress, type Hex, hashMessage } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownArtifact } from './deploy/artifact.ts'
import { devAccounts } from './devAccounts.ts'
import { createEvmNode, type EvmNode } from './evmNode.ts'

const message = 'site.example wants you to sign in with your Ethereum account'
const deployer = devAccounts[0]!.address
/** Contracts in a few opcodes: one that approves everything, one that never ends, one that returns a megabyte. */
const yes: Hex = '0x631626ba7e60e01b5f5260205ff3'
const endless: Hex = '0x5b5f56'
const enormous: Hex = '0x631626ba7e60e01b5f52630fffffff5ff3'

const nodes = new Map<CaipNetworkId, EvmNode>()
const ask: AskChain = (chainId, method, params) => nodes.get(chainId)!.request(method, [...params])
const artifact = ownArtifact('own/OwnedAccountFactory')
let factory: Hex

async function send(chainId: CaipNetworkId, transaction: { to?: Hex; data: Hex }): Promise<Hex> {
  const node = nodes.get(chainId)!
  const nonce = BigInt(await node.request<Hex>('eth_getTransactionCount', [deployer, 'latest']))
  const hash = await node.request<Hex>('eth_sendTransaction', [{ from: deployer, ...transaction }])
  expect(await node.request('eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' })
  return getContractAddress({ from: deployer, nonce })
}
/** A contract with this code: the creation code copies what follows it. */
const place = (chainId: CaipNetworkId, code: Hex) =>
  send(chainId, {
    data: concatHex(['0x61', `0x${((code.length - 2) / 2).toString(16).padStart(4, '0')}`, '0x80600a5f395ff3', code]),
  })

beforeAll(async () => {
  for (const chainId of [1, 2]) {
    const node = await createEvmNode({ chainId, blockTime: 0, genesisTime: 1_767_225_600 })
    await node.setupDone()
    nodes.set(`eip155:${chainId}`, node)
    factory = await send(`eip155:${chainId}`, { data: artifact.bytecode })
  }
})
afterAll(async () => {
  for (const node of nodes.values()) await node.close()
})

async function newAccount() {
  const owner = privateKeyToAccount(generatePrivateKey())
  const create = encodeFunctionData({ abi: artifact.abi, functionName: 'createAccount', args: [owner.address, 0n] })
  const result = await ask('eip155:1', 'eth_call', [{ to: factory, data: create }, 'latest'])
  const address = `0x${String(result).slice(-40)}` as Hex
  const sign = (chainId: number) =>
    owner.signTypedData({
      domain: { name: 'Billfold Account', version: '1', chainId, verifyingContract: address },
      types: { AccountMessage: [{ name: 'hash', type: 'bytes32' }] },
      primaryType: 'AccountMessage',
      message: { hash: hashMessage(message) },
    })
  return { address, create, sign }
}
const wrapped = (by: Hex, data: Hex, signature: Hex): Hex =>
  concatHex([
    encodeAbiParameters([{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }], [by, data, signature]),
    `0x${'6492'.repeat(16)}`,
  ])
const isSigned = (address: Hex, signature: Hex, chainId: CaipNetworkId = 'eip155:1', text = message) =>
  verifySignature({ chainId, address }, text, signature, ask)

test('runs the contract that is in the repository', () => {
  expect(signatureCheckCode).toBe(ownArtifact('own/SignatureCheck').bytecode)
})

test('a contract account signs on its own chain, before it is deployed and after', async () => {
  const { address, create, sign } = await newAccount()
  const signature = await sign(1)
  expect(await isSigned(address, signature)).toBe(false) // no contract to confirm it
  expect(await isSigned(address, wrapped(factory, create, signature))).toBe(true)
  expect(await isSigned(address, wrapped(factory, create, signature), 'eip155:1', `${message}!`)).toBe(false)
  expect(await isSigned(address, wrapped(factory, create, signature), 'eip155:2')).toBe(false) // it names its chain
  expect(await ask('eip155:1', 'eth_getCode', [address, 'latest'])).toBe('0x') // the check changed nothing
  await send('eip155:1', { to: factory, data: create })
  expect(await isSigned(address, signature)).toBe(true)
  expect(await isSigned(address, wrapped(factory, create, signature))).toBe(true)
})

test('a wrapper that deploys or calls something different proves nothing', async () => {
  const [victim, own] = [await newAccount(), await newAccount()]
  const signature = await own.sign(1)
  expect(await isSigned(victim.address, wrapped(factory, own.create, signature))).toBe(false)
  expect(await isSigned(victim.address, wrapped(await place('eip155:1', yes), '0x', signature))).toBe(false)
  expect(await isSigned(victim.address, `0x${'00'.repeat(32)}${'6492'.repeat(16)}`)).toBe(false)
})

test('a contract that approves everything proves it only for itself, on its own chain', async () => {
  const address = await place('eip155:2', yes)
  expect(await isSigned(address, '0x1234', 'eip155:2')).toBe(true)
  expect(await isSigned(address, '0x1234', 'eip155:1')).toBe(false)
})

test('contracts that never end or return without end are invalid, not an error', async () => {
  const { address, create, sign } = await newAccount()
  const signature = await sign(1)
  const slow = await place('eip155:1', endless)
  expect(await isSigned(slow, '0x1234')).toBe(false)
  expect(await isSigned(address, wrapped(slow, create, signature))).toBe(false)
  expect(await isSigned(await place('eip155:1', enormous), '0x1234')).toBe(false)
})

test('a node that does not respond decides nothing', async () => {
  const { address } = await newAccount()
  const away = verifySignature({ chainId: 'eip155:1', address }, message, '0x1234', () =>
    Promise.reject(new Error('away')),
  )
  await expect(away).rejects.toThrow('away')
})
