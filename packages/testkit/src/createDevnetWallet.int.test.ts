import { packageArtifact } from '@billfold/devnet/eip155/deploy/artifact'
import { createEvmNode, type EvmNode } from '@billfold/devnet/eip155/evmNode'
import { serveChain } from '@billfold/devnet/eip155/serveChain'
import { openHttpServer } from '@billfold/devnet/openHttpServer'
import { encodeDeployData, numberToHex, parseEther, type TypedDataDefinition } from 'viem'
import { verifyMessage, verifyTypedData } from 'viem/utils'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDevnetWallet, type DevnetWallet } from './createDevnetWallet.ts'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
/** Code of a contract that refuses every call: PUSH0 PUSH0 REVERT, returned by the shortest constructor. */
const refuser = '0x625f5ffd5f526003601df3'

type Running = { id: number; rpcUrl: string; node: EvmNode; close(): Promise<void> }
let running: Running[]
let wallet: DevnetWallet

async function startChain(id: number): Promise<Running> {
  const node = await createEvmNode({ chainId: id, blockTime: 0, genesisTime: 1_767_225_600 })
  await node.setupDone()
  const http = await openHttpServer({ host: '127.0.0.1', port: 0, setting: 'DEVNET_EVM_PORT' })
  const served = serveChain(http, node, {})
  const close = async () => {
    served.close()
    await http.close()
    await node.close()
  }
  return { id, rpcUrl: `http://127.0.0.1:${http.port}`, node, close }
}

beforeAll(async () => void (running = await Promise.all([31337, 31338].map(startChain))))
afterAll(() => Promise.all(running.map(({ close }) => close())))
beforeEach(async () => {
  wallet = createDevnetWallet({ chains: running.map(({ id, rpcUrl }) => ({ id, rpcUrl })) })
  wallet.install(new EventTarget())
  await request('eth_requestAccounts')
})

const request = (method: string, ...params: unknown[]) => wallet.provider.request({ method, params })
const balance = async (address: string) => BigInt((await request('eth_getBalance', address, 'latest')) as string)
const value = numberToHex(parseEther('0.5'))

test('signs messages and typed data that verify', async () => {
  const signature = (await request('personal_sign', '0x68656c6c6f', alice)) as `0x${string}`
  expect(await verifyMessage({ address: alice, message: 'hello', signature })).toBe(true)
  const typedData: TypedDataDefinition = {
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'chainId', type: 'uint256' },
      ],
      Mail: [
        { name: 'to', type: 'address' },
        { name: 'amounts', type: 'uint256[]' },
      ],
    },
    primaryType: 'Mail',
    domain: { name: 'Post', chainId: 31337 },
    message: { to: bob, amounts: ['1', '2'] },
  }
  const signed = (await request('eth_signTypedData_v4', alice, JSON.stringify(typedData))) as `0x${string}`
  expect(await verifyTypedData({ ...typedData, address: alice, signature: signed } as never)).toBe(true)
  wallet.switchChain(31338)
  await expect(request('eth_signTypedData_v4', alice, JSON.stringify(typedData))).rejects.toMatchObject({
    code: -32602,
  })
})

test('sends ETH on the selected chain, and nowhere else', async () => {
  const before = await balance(bob)
  const hash = await request('eth_sendTransaction', { from: alice, to: bob, value })
  const receipt = (await request('eth_getTransactionReceipt', hash)) as { status: string; type: string }
  expect(receipt).toMatchObject({ status: '0x1', type: '0x2' })
  expect(await balance(bob)).toBe(before + parseEther('0.5'))
  await request('wallet_switchEthereumChain', { chainId: '0x7a6a' })
  expect(await balance(bob)).toBe(before)
})

test('fees that the site names are the fees that are paid', async () => {
  const legacy = await request('eth_sendTransaction', { from: alice, to: bob, gasPrice: '0x77359400' })
  expect(await request('eth_getTransactionByHash', legacy)).toMatchObject({ type: '0x0', gasPrice: '0x77359400' })
  const capped = { maxFeePerGas: '0x12a05f200', maxPriorityFeePerGas: '0x1', gas: '0x7530' }
  const modern = await request('eth_sendTransaction', { from: alice, to: bob, ...capped })
  expect(await request('eth_getTransactionByHash', modern)).toMatchObject({ type: '0x2', ...capped })
})

test('ten transactions at once take ten nonces', async () => {
  const first = Number(await request('eth_getTransactionCount', alice, 'latest'))
  const sends = Array.from({ length: 10 }, () => request('eth_sendTransaction', { from: alice, to: bob, value: '0x1' }))
  const hashes = await Promise.all(sends)
  const sent = await Promise.all(hashes.map((hash) => request('eth_getTransactionByHash', hash)))
  const nonces = sent.map((transaction) => Number((transaction as { nonce: string }).nonce)).sort((a, b) => a - b)
  expect(nonces).toEqual(Array.from({ length: 10 }, (_, i) => first + i))
})

test('leaves the chain unchanged after a rejected or unanswered transaction', async () => {
  const before = await balance(bob)
  wallet.rejectNext()
  await expect(request('eth_sendTransaction', { from: alice, to: bob, value })).rejects.toMatchObject({ code: 4001 })
  wallet.policy('stall')
  const stalled = request('eth_sendTransaction', { from: alice, to: bob, value })
  await expect.poll(() => wallet.pending()).toHaveLength(1)
  const [waiting] = wallet.pending()
  expect(waiting?.question).toMatchObject({ kind: 'transaction', call: { to: bob, value: parseEther('0.5') } })
  expect(waiting?.question.kind === 'transaction' && (waiting.question.call.fee ?? 0n) > 21_000n).toBe(true)
  expect(await balance(bob)).toBe(before)
  waiting?.approve()
  await stalled
  expect(await balance(bob)).toBe(before + parseEther('0.5'))
})

test("fails with the chain's own error, without a prompt, if a call would revert", async () => {
  const data = encodeDeployData({ abi: [], bytecode: refuser })
  const hash = await request('eth_sendTransaction', { from: alice, data })
  const { contractAddress } = (await request('eth_getTransactionReceipt', hash)) as { contractAddress: string }
  wallet.policy('stall')
  await expect(request('eth_sendTransaction', { from: alice, to: contractAddress })).rejects.toMatchObject({ code: 3 })
  expect(wallet.pending()).toEqual([])

  wallet.policy('approve')
  const calls = [{ to: bob, value: '0x1' }, { to: contractAddress }, { to: bob, value: '0x1' }]
  const { id } = (await request('wallet_sendCalls', { ...bundle(calls), chainId: '0x7a69' })) as { id: string }
  await expect.poll(() => request('wallet_getCallsStatus', id)).toMatchObject({ status: 600 })
  expect(await request('wallet_getCallsStatus', id)).toMatchObject({ receipts: [{ status: '0x1' }] })
})

const bundle = (calls: readonly object[]) => ({
  version: '2.0.0',
  from: alice,
  chainId: '0x7a6a',
  atomicRequired: false,
  calls,
})

test('runs a bundle call by call on its chain', async () => {
  expect(await request('wallet_getCapabilities', alice, ['0x7a6a'])).toEqual({
    '0x7a6a': { atomic: { status: 'unsupported' } },
  })
  wallet.switchChain(31338)
  const before = await balance(bob)
  wallet.switchChain(31337)
  const calls = [1, 2, 3].map((amount) => ({ to: bob, value: numberToHex(amount) }))
  const { id } = (await request('wallet_sendCalls', { ...bundle(calls), id: '0xabc' })) as { id: string }
  expect(id).toBe('0xabc')
  await expect.poll(() => request('wallet_getCallsStatus', id)).toMatchObject({ status: 200 })
  expect(await request('wallet_getCallsStatus', id)).toMatchObject({
    version: '2.0.0',
    chainId: '0x7a6a',
    atomic: false,
    receipts: [{ status: '0x1' }, { status: '0x1' }, { status: '0x1' }],
  })
  await expect(request('wallet_sendCalls', { ...bundle(calls), id })).rejects.toMatchObject({ code: 5720 })
  expect(await request('wallet_showCallsStatus', id)).toBeNull()
  wallet.switchChain(31338)
  expect(await balance(bob)).toBe(before + 6n)
})

test('with code for its account, a bundle is one transaction: all of it or nothing', async () => {
  const { bytecode } = packageArtifact('account-abstraction-08/artifacts/Simple7702Account.json')
  const deploy = async (data: string) => {
    const hash = await request('eth_sendTransaction', { from: alice, data })
    return ((await request('eth_getTransactionReceipt', hash)) as { contractAddress: `0x${string}` }).contractAddress
  }
  const [accountCode, grumpy] = [await deploy(bytecode), await deploy(refuser)]
  wallet = createDevnetWallet({ chains: running.map(({ id, rpcUrl }) => ({ id, rpcUrl })), accountCode })
  await request('eth_requestAccounts')
  const here = { version: '2.0.0', from: alice, chainId: '0x7a69', atomicRequired: true }
  const ends = async (calls: readonly object[], status: number) => {
    const { id } = (await request('wallet_sendCalls', { ...here, calls })) as { id: string }
    await expect.poll(() => request('wallet_getCallsStatus', id)).toMatchObject({ status })
    return (await request('wallet_getCallsStatus', id)) as { atomic: boolean; receipts?: { status: string }[] }
  }
  const able = async () => (await request('wallet_getCapabilities', alice, ['0x7a69'])) as Record<string, unknown>
  expect(await able()).toEqual({ '0x7a69': { atomic: { status: 'ready' } } })
  const before = await balance(bob)
  const done = await ends(
    [
      { to: bob, value: '0x1' },
      { to: bob, value: '0x2' },
    ],
    200,
  )
  expect(done).toMatchObject({ atomic: true, receipts: [{ status: '0x1' }] })
  expect(done.receipts).toHaveLength(1)
  expect(await balance(bob)).toBe(before + 3n)
  expect(await able()).toEqual({ '0x7a69': { atomic: { status: 'supported' } } })
  await ends([{ to: bob, value: '0x1' }, { to: grumpy }], 400)
  expect(await balance(bob)).toBe(before + 3n)
})

test('new blocks and logs arrive as messages, until unsubscribed or elsewhere', async () => {
  const messages: { type: string; data: { subscription: string; result: { hash?: string; topics?: string[] } } }[] = []
  wallet.provider.on('message', (message) => messages.push(message))
  // Emits one log without topics at each call: PUSH0 PUSH0 LOG0.
  const deployed = await request('eth_sendTransaction', { from: alice, data: '0x625f5fa05f526003601df3' })
  const { contractAddress: to } = (await request('eth_getTransactionReceipt', deployed)) as { contractAddress: string }
  const heads = await request('eth_subscribe', 'newHeads')
  const logs = await request('eth_subscribe', 'logs', { address: to })
  const hash = await request('eth_sendTransaction', { from: alice, to })
  const { blockHash } = (await request('eth_getTransactionReceipt', hash)) as { blockHash: string }
  await expect.poll(() => messages).toHaveLength(2)
  expect(messages).toContainEqual(expect.objectContaining({ type: 'eth_subscription' }))
  expect(messages.find(({ data }) => data.subscription === heads)?.data.result.hash).toBe(blockHash)
  expect(messages.find(({ data }) => data.subscription === logs)?.data.result.topics).toEqual([])
  expect(await request('eth_unsubscribe', heads)).toBe(true)
  expect(await request('eth_unsubscribe', heads)).toBe(false)
  wallet.switchChain(31338)
  expect(await request('eth_unsubscribe', logs)).toBe(false)
  await expect(request('eth_subscribe', 'syncing')).rejects.toMatchObject({ code: -32602 })
})

test("turns the chain's errors and timeouts into errors with a code", async () => {
  await expect(request('eth_getBalance', 'nobody', 'latest')).rejects.toMatchObject({ code: -32602 })
  const broke = createDevnetWallet({ chains: [{ id: 1, rpcUrl: 'http://127.0.0.1:1' }] })
  await expect(broke.provider.request({ method: 'eth_blockNumber' })).rejects.toMatchObject({
    code: -32603,
    message: 'The chain at http://127.0.0.1:1 is unreachable',
  })
})
