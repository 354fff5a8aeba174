import type { DevnetChain } from '@billfold/protocol/devnetManifest'
import {
  type Address,
  concatHex,
  encodeFunctionData,
  erc20Abi,
  getContractAddress,
  http,
  pad,
  parseEther,
  parseUnits,
  slice,
  zeroHash,
} from 'viem'
import {
  createPaymasterClient,
  formatUserOperationRequest,
  type SmartAccount,
  toSimple7702SmartAccount,
} from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Devnet } from '../../startDevnet.ts'
import { ownArtifact } from '../deploy/artifact.ts'
import { executorAccount } from '../deploy/serviceAccounts.ts'
import { startQuietDevnet, tokenOf, viemWallet } from '../deploy/testPeer.ts'
import { devAccounts } from '../devAccounts.ts'
import { bundlerOf, toSimpleAccount } from './testSmartAccount.ts'

let devnet: Devnet
let chain: DevnetChain
beforeAll(async () => {
  devnet = await startQuietDevnet()
  chain = devnet.manifest.chains[0]!
})
afterAll(() => devnet.close())

const wallet = () => viemWallet(chain, devAccounts[0]!.privateKey)
const paymaster = () => createPaymasterClient({ transport: http(chain.paymasterUrl) })
const newOwner = () => privateKeyToAccount(generatePrivateKey())
const target: Address = '0x00000000000000000000000000000000000000aa'

async function fund(address: Address, value: bigint) {
  const client = wallet()
  await client.waitForTransactionReceipt({ hash: await client.sendTransaction({ to: address, value }) })
}

async function rpc(method: string, params: unknown, url = chain.bundlerUrl) {
  const reply = await fetch(url, { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) })
  return (await reply.json()) as { result?: unknown; error?: { code: number; message: string } }
}

describe('v0.7 simple account', () => {
  test('the first operation creates the account and runs a batch, and the next reuses it', async () => {
    const bundler = bundlerOf(chain)
    const account = await toSimpleAccount(wallet(), chain, newOwner())
    const friend = newOwner().address
    const usdc = tokenOf(chain, 'USDC')
    await fund(account.address, parseEther('1'))
    const client = wallet()
    const pay = {
      address: usdc,
      abi: erc20Abi,
      functionName: 'transfer',
      args: [account.address, parseUnits('50', 6)],
    } as const
    await client.waitForTransactionReceipt({ hash: await client.writeContract(pay) })

    const calls = [
      { to: friend, value: parseEther('0.25') },
      {
        to: usdc,
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [friend, parseUnits('20', 6)] }),
      },
    ]
    const before = await client.getBalance({ address: executorAccount.address })
    const hash = await bundler.sendUserOperation({ account, calls })
    const receipt = await bundler.waitForUserOperationReceipt({ hash })
    expect(receipt).toMatchObject({ success: true, sender: account.address, userOpHash: hash })
    expect(receipt.logs.map(({ address }) => address)).toEqual([usdc.toLowerCase()])
    expect(await client.getBalance({ address: friend })).toBe(parseEther('0.25'))
    expect(await client.readContract({ address: usdc, abi: erc20Abi, functionName: 'balanceOf', args: [friend] })).toBe(
      parseUnits('20', 6),
    )
    expect(await client.getCode({ address: account.address })).toMatch(/^0x../)
    // The sender paid for the bundle: the executor lost nothing, and took at most a tenth on top.
    const gained = (await client.getBalance({ address: executorAccount.address })) - before
    expect(gained >= 0n && gained < receipt.actualGasCost / 10n).toBe(true)

    const again = await bundler.sendUserOperation({ account, calls: [{ to: friend, value: 1n }] })
    expect((await bundler.waitForUserOperationReceipt({ hash: again })).success).toBe(true)
    const operation = await bundler.getUserOperation({ hash: again })
    expect(operation).toMatchObject({
      entryPoint: chain.contracts.entryPoint07,
      userOperation: { sender: account.address },
    })
    expect(operation.userOperation.factory).toBeUndefined()
  })

  test('a call that creates a contract gets the gas that it needs', async () => {
    const bundler = bundlerOf(chain)
    const account = await toSimpleAccount(wallet(), chain, newOwner())
    const to = chain.contracts.create2Deployer as Address
    const { bytecode } = ownArtifact('own/UniversalResolver')
    const data = concatHex([zeroHash, bytecode, pad(chain.contracts.ensRegistry as Address)])
    const hash = await bundler.sendUserOperation({ account, calls: [{ to, data }], paymaster: paymaster() })
    expect((await bundler.waitForUserOperationReceipt({ hash })).success).toBe(true)
    const created = getContractAddress({ opcode: 'CREATE2', from: to, salt: zeroHash, bytecode: slice(data, 32) })
    expect(await wallet().getCode({ address: created })).toMatch(/^0x../)
  })

  test('an account without ether acts when the paymaster pays', async () => {
    const bundler = bundlerOf(chain)
    const account = await toSimpleAccount(wallet(), chain, newOwner())
    const calls = [{ to: target, data: '0x' }] as const
    await expect(bundler.sendUserOperation({ account, calls })).rejects.toThrow("AA21 didn't pay prefund")
    const hash = await bundler.sendUserOperation({ account, calls, paymaster: paymaster() })
    const receipt = await bundler.waitForUserOperationReceipt({ hash })
    expect(receipt).toMatchObject({ success: true, paymaster: chain.contracts.verifyingPaymaster07 })
    expect(await wallet().getBalance({ address: account.address })).toBe(0n)
  })
})

describe('v0.8 and EIP-7702', () => {
  const to7702 = (owner = newOwner()) =>
    toSimple7702SmartAccount({ client: wallet(), owner, implementation: chain.contracts.simple7702Account as Address })
  const authorize = (owner: ReturnType<typeof newOwner>, nonce = 0) =>
    owner.signAuthorization({ address: chain.contracts.simple7702Account as Address, chainId: chain.id, nonce })

  test('a key without ether becomes a smart account with its first operation, sponsored', async () => {
    const bundler = bundlerOf(chain)
    const owner = newOwner()
    const account = await to7702(owner)
    const hash = await bundler.sendUserOperation({
      account,
      authorization: await authorize(owner),
      calls: [{ to: target }, { to: target }],
      paymaster: paymaster(),
    })
    const receipt = await bundler.waitForUserOperationReceipt({ hash })
    expect(receipt).toMatchObject({
      success: true,
      sender: owner.address,
      paymaster: chain.contracts.verifyingPaymaster08,
    })
    const code = await wallet().getCode({ address: owner.address })
    expect(code).toBe(`0xef0100${chain.contracts.simple7702Account!.slice(2).toLowerCase()}`)

    await fund(owner.address, parseEther('1'))
    const second = await bundler.sendUserOperation({ account, calls: [{ to: target, value: 7n }] })
    expect((await bundler.waitForUserOperationReceipt({ hash: second })).success).toBe(true)
  })

  test('rejects an authorization by another key, for another nonce or another chain', async () => {
    const bundler = bundlerOf(chain)
    const owner = newOwner()
    const account = await to7702(owner)
    const calls = [{ to: target }]
    const send = (authorization: Awaited<ReturnType<typeof authorize>>) =>
      bundler.sendUserOperation({ account, calls, authorization, paymaster: paymaster() })
    await expect(send(await authorize(newOwner()))).rejects.toThrow('The authorization is not signed by the sender.')
    await expect(send(await authorize(owner, 3))).rejects.toThrow("nonce is 3 and the account's is 0")
    const elsewhere = { address: chain.contracts.simple7702Account as Address, chainId: 1, nonce: 0 }
    await expect(send(await owner.signAuthorization(elsewhere))).rejects.toThrow('is for chain 1')
  })

  test('a failing call fails the estimate, and its receipt has the reason if it is sent anyway', async () => {
    const bundler = bundlerOf(chain)
    const owner = newOwner()
    const account = await to7702(owner)
    const args = [target, 1n] as const
    const calls = [
      { to: tokenOf(chain, 'USDT'), data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args }) },
    ]
    const authorization = await authorize(owner)
    await expect(bundler.estimateUserOperationGas({ account, calls, authorization })).rejects.toThrow(
      /reverts.*balance too low/,
    )
    const limits = { callGasLimit: 100_000n, verificationGasLimit: 100_000n, preVerificationGas: 100_000n }
    await fund(owner.address, parseEther('1'))
    const hash = await bundler.sendUserOperation({ account, calls, authorization, ...limits })
    const receipt = await bundler.waitForUserOperationReceipt({ hash })
    expect(receipt).toMatchObject({ success: false, reason: 'balance too low' })
  })
})

describe('rejections', () => {
  /** A finished operation; `changes` are made after the paymaster has signed and before the account does. */
  async function signed(account: SmartAccount, sponsored: boolean, changes: Record<string, unknown> = {}) {
    const request = { account, calls: [{ to: target }], ...(sponsored && { paymaster: paymaster() }) }
    const op = { ...(await bundlerOf(chain).prepareUserOperation(request)), ...changes }
    const signature = await account.signUserOperation(op as never)
    return formatUserOperationRequest({ ...op, signature } as never)
  }

  test('use the codes of ERC-7769 for a wrong signature, nonce, fee, gas, entry point and shape', async () => {
    const account = await toSimpleAccount(wallet(), chain, newOwner())
    await fund(account.address, parseEther('1'))
    const op = await signed(account, false)
    const { entryPoint07 } = chain.contracts
    const send = async (changed: object, entryPoint = entryPoint07) =>
      (await rpc('eth_sendUserOperation', [{ ...op, ...changed }, entryPoint])).error
    const otherSignature = await newOwner().sign({ hash: zeroHash })
    expect(await send({ signature: otherSignature })).toMatchObject({ code: -32507, message: 'AA24 signature error' })
    expect(await send({ nonce: '0x5' })).toMatchObject({ code: -32500, message: expect.stringContaining('AA25') })
    expect(await send({ maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x1' })).toMatchObject({ code: -32602 })
    expect(await send({ preVerificationGas: '0x1' })).toMatchObject({
      code: -32602,
      message: expect.stringContaining('preVerificationGas is too low'),
    })
    expect(await send({ callGasLimit: '0xffffffff' })).toMatchObject({ code: -32602 })
    expect(await send({}, target)).toMatchObject({
      code: -32602,
      message: `The entry point ${target} is not supported.`,
    })
    expect(await send({ sender: 'alice' })).toMatchObject({
      code: -32602,
      message: 'Invalid params: userOperation.sender must be an address.',
    })
    expect(await rpc('eth_sendUserOperation', 'x')).toMatchObject({ error: { code: -32602 } })
    expect(await rpc('debug_bundler_dumpMempool', [])).toMatchObject({ error: { code: -32601 } })
    // None of these was the operation's fault: unchanged, it succeeds.
    expect(await send({})).toBeUndefined()
  })

  test('bind the paymaster’s signature to its operation', async () => {
    const account = await toSimpleAccount(wallet(), chain, newOwner())
    const { entryPoint07 } = chain.contracts
    const other = await signed(account, true, { preVerificationGas: 123_456n })
    expect(await rpc('eth_sendUserOperation', [other, entryPoint07])).toMatchObject({
      error: { code: -32507, message: 'AA34 signature error' },
    })
    const op = await signed(account, true)
    expect(await rpc('eth_sendUserOperation', [op, entryPoint07])).toHaveProperty('result')
    const wrongChain = await rpc('pm_getPaymasterData', [op, entryPoint07, '0x1', {}], chain.paymasterUrl)
    expect(wrongChain).toMatchObject({ error: { code: -32602, message: expect.stringContaining('not 1.') } })
  })

  test('are null, not errors, for unknown hashes', async () => {
    const hash = `0x${'ab'.repeat(32)}`
    expect(await rpc('eth_getUserOperationReceipt', [hash])).toMatchObject({ result: null })
    expect(await rpc('eth_getUserOperationByHash', [hash])).toMatchObject({ result: null })
    expect(await rpc('eth_supportedEntryPoints', [])).toMatchObject({
      result: [chain.contracts.entryPoint08, chain.contracts.entryPoint07],
    })
  })
})
