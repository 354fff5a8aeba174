import { randomBytes } from 'node:crypto'
import { ownArtifact } from '@billfold/devnet/eip155/deploy/artifact'
import type { Hex } from '@billfold/frame/evm/signHash'
import { callsStatus, writeCallsId } from '@billfold/frame/smart/callsStatus'
import { encodeCalls } from '@billfold/frame/smart/encodeCalls'
import { smartAccountOf } from '@billfold/frame/smart/smartAccountOf'
import { createAccountData, smartAccountContracts } from '@billfold/protocol/embedded/smartAccount'
import { type UserOperation, writeUserOperation } from '@billfold/protocol/embedded/userOperation'
import { parseEther, toBytes } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundleOf, kindOf, newSmartKey, prepareSigned, type SmartKey } from '../../test/smartKeys.ts'
import { startSmartNetwork } from '../../test/startSmartNetwork.ts'
import { createTokens } from '../embedded/createTokens.ts'
import { callGasProbe } from './callGasProbe.ts'
import { runSponsorCommand } from './runSponsorCommand.ts'
import { settleExpired } from './settleSponsorships.ts'
import { usedOf } from './sponsorships.ts'

let network: Awaited<ReturnType<typeof startSmartNetwork>>
let server: ReturnType<typeof network.startServer>
beforeAll(async () => {
  network = await startSmartNetwork()
  server = network.startServer()
  await Promise.all([31337, 31338].map((id) => network.setBudget(id)))
})
afterAll(() => network.stop())

const prepare = (key: SmartKey, chainId: number, data?: Hex, to?: Hex) => prepareSigned(server, key, chainId, data, to)
const strange = `0x${'77'.repeat(20)}` as const
const budgetOf = (chainId: number) => ({ project_id: 'shop', chain_id: `eip155:${chainId}`, period: 'day' as const })

test('uses code that measures calls, equal to the compiled contract', () => {
  expect(callGasProbe).toBe(ownArtifact('own/CallGasProbe').bytecode)
})

describe.each([31337, 31338])('on chain %i', (chainId) => {
  test('rejects foreign implementations, factories, paymasters and entry points', async () => {
    const key = newSmartKey(chainId)
    const { op } = await prepare(key, chainId)
    const refused = (change: Partial<UserOperation>) =>
      expect(server.send(chainId, key.signed({ ...op, ...change }))).rejects
    await refused({ paymaster: strange }).toThrow('does not belong to this server')
    if (chainId === 31337) {
      await refused({ eip7702Auth: { ...op.eip7702Auth!, address: strange } }).toThrow(
        'This server does not support the implementation',
      )
      await refused({ factory: undefined }).toThrow('must have 0x7702 as its factory')
      await refused({ eip7702Auth: { ...op.eip7702Auth!, chainId: 0n } }).toThrow('The authorization is for chain 0')
      await refused({ eip7702Auth: { ...op.eip7702Auth!, nonce: 1n } }).toThrow("authorization's nonce is 1")
      await refused({ eip7702Auth: { ...op.eip7702Auth!, r: 1n } }).toThrow('not signed by the sender')
      await refused({ eip7702Auth: undefined }).toThrow('carries no authorization')
    } else {
      await refused({ factory: strange }).toThrow('This server does not support the factory')
      await refused({ factoryData: createAccountData(strange) }).toThrow('a different account than the sender')
      await refused({ factoryData: '0x1234' }).toThrow('createAccount(owner, 0)')
      await refused({ factory: '0x7702', factoryData: '0x' }).toThrow('A factory creates smart accounts')
    }
    const other = server.chain(chainId).bundler('eth_sendUserOperation', [{}, strange])
    await expect(other).rejects.toThrow('Invalid params: userOperation.sender must be an address')
    // The sender's code is replaced.
    await network.node(chainId, 'hardhat_setCode', [key.account.address, `0xef0100${strange.slice(2)}`])
    await refused({ eip7702Auth: undefined }).toThrow('runs code that this server does not support')
  })

  test('binds a sponsorship to its calls, sender, fees, chain and time', async () => {
    const key = newSmartKey(chainId)
    const { op } = await prepare(key, chainId)
    const send = (change: Partial<UserOperation>) => server.send(chainId, key.signed({ ...op, ...change }))
    const call = { to: strange, value: 0n, data: '0x' as const }
    await expect(send({ callData: encodeCalls([call]) })).rejects.toThrow('AA34')
    await expect(send({ maxFeePerGas: op.maxFeePerGas + 1n })).rejects.toThrow('AA34')
    await expect(send({ callGasLimit: op.callGasLimit + 1n })).rejects.toThrow('AA34')
    const thief = newSmartKey(chainId)
    const theirs = (await prepare(thief, chainId)).op
    const stolen = thief.signed({ ...theirs, paymasterData: op.paymasterData })
    await expect(server.send(chainId, stolen)).rejects.toThrow('AA34')
    // Another chain's sponsor has the same key and address; its promise names its chain.
    const elsewhere = chainId === 31337 ? 31338 : 31337
    const twin = { ...key, account: smartAccountOf(key.account.owner, kindOf(elsewhere), BigInt(elsewhere)) }
    const there = (await prepare(twin, elsewhere)).op
    await expect(send({ paymasterData: there.paymasterData })).rejects.toThrow('AA34')
    const snapshot = await network.node<Hex>(chainId, 'evm_snapshot')
    await network.node(chainId, 'evm_increaseTime', [121])
    await network.node(chainId, 'evm_mine')
    await expect(send({})).rejects.toThrow('AA32')
    await network.node(chainId, 'evm_revert', [snapshot])
    // A different signer fails as well.
    await expect(server.send(chainId, thief.signed(op))).rejects.toThrow('AA24')
  })

  test('runs an operation once: the same one again changes nothing, and its nonce is used up', async () => {
    const key = newSmartKey(chainId)
    const { op } = await prepare(key, chainId)
    const signed = key.signed(op)
    const [first, second] = await Promise.all([server.send(chainId, signed), server.send(chainId, signed)])
    expect(second).toBe(first)
    expect(await server.send(chainId, signed)).toBe(first)
    const count = await network.node<Hex>(chainId, 'eth_getTransactionCount', [network.relayer, 'latest'])
    const again = (await prepare(key, chainId)).op
    await expect(server.send(chainId, key.signed({ ...again, nonce: 0n, callData: op.callData }))).rejects.toThrow(
      /AA25|AA34/,
    )
    expect(await network.node(chainId, 'eth_getTransactionCount', [network.relayer, 'latest'])).toBe(count)
  })
})

test('rejects excessive gas and fees, naming the field', async () => {
  const key = newSmartKey(31337)
  const { op } = await prepare(key, 31337)
  const send = (change: Partial<UserOperation>) => server.send(31337, key.signed({ ...op, ...change }))
  await expect(send({ verificationGasLimit: 5_000_000n })).rejects.toThrow(
    'verificationGasLimit exceeds the maximum, 500000',
  )
  await expect(send({ paymasterVerificationGasLimit: 5_000_000n })).rejects.toThrow(
    'paymasterVerificationGasLimit exceeds the maximum',
  )
  await expect(send({ paymasterPostOpGasLimit: 1n })).rejects.toThrow('paymasterPostOpGasLimit exceeds the maximum, 0')
  await expect(send({ callGasLimit: 50_000_000n })).rejects.toThrow('callGasLimit exceeds the maximum')
  await expect(send({ preVerificationGas: 1n })).rejects.toThrow('preVerificationGas is too low')
  await expect(send({ maxPriorityFeePerGas: 1n })).rejects.toThrow('maxPriorityFeePerGas is too low')
  const { baseFeePerGas } = await network.node<{ baseFeePerGas: Hex }>(31337, 'eth_getBlockByNumber', [
    'pending',
    false,
  ])
  const barely = BigInt(baseFeePerGas) + op.maxPriorityFeePerGas / 2n
  await expect(send({ maxFeePerGas: barely })).rejects.toThrow('maxFeePerGas is too low')
  const { paymaster } = server.chain(31337)
  const ask = (change: Partial<UserOperation>) =>
    paymaster('pm_getPaymasterData', [
      writeUserOperation({ ...op, ...change }),
      smartAccountContracts.entryPoint,
      '0x7a69',
      {},
    ])
  await expect(ask({ maxFeePerGas: parseEther('0.0000001') })).rejects.toThrow(
    'far above the current ones of the chain',
  )
  // The bundler is paid for unused gas, and anyone may bundle for themselves.
  await expect(ask({ preVerificationGas: 2_900_000n })).rejects.toThrow(
    'preVerificationGas exceeds the sponsored maximum',
  )
  await expect(ask({ verificationGasLimit: 480_000n })).rejects.toThrow(
    'verificationGasLimit exceeds the sponsored maximum',
  )
  await expect(ask({ callGasLimit: 7_000_000n })).rejects.toThrow('callGasLimit exceeds the sponsored maximum')
  await expect(ask({ maxFeePerGas: op.maxFeePerGas * 2n })).rejects.toThrow('far above the current ones of the chain')
  await expect(ask({ maxPriorityFeePerGas: op.maxFeePerGas })).rejects.toThrow(
    'far above the current ones of the chain',
  )
  await expect(ask({ maxFeePerGas: parseEther('0.001') })).rejects.toThrow('cost more than this project sponsors')
  await expect(ask({ callData: '0x12345678' })).rejects.toThrow('Only calls through execute and executeBatch')
})

test('requires a pass of an embedded wallet to spend a budget, if the server has logins', async () => {
  const tokens = createTokens([randomBytes(32)], () => new Date())
  const known = network.startServer({ readPass: tokens.readPass })
  const key = newSmartKey(31338)
  const { op } = await prepare(key, 31338)
  const ask = async (pass: string | undefined, method = 'pm_getPaymasterData') =>
    known.chain(31338).paymaster(method, [writeUserOperation(op), smartAccountContracts.entryPoint, '0x7a6a', { pass }])
  const passOf = (evmAddress: string, projectId = 'shop') => tokens.signPass({ projectId, evmAddress })
  expect(await ask(await passOf(key.account.owner))).toHaveProperty('paymasterData')
  const access = await tokens.sign({ sessionId: key.account.owner, thumbprint: 'x' })
  const strangers = createTokens([randomBytes(32)], () => new Date())
  const forged = await strangers.signPass({ projectId: 'shop', evmAddress: key.account.owner })
  for (const pass of [undefined, 'pass', access, forged, await passOf(key.account.owner, 'other')]) {
    await expect(ask(pass)).rejects.toThrow('Only operations from logged-in users')
    await expect(ask(pass, 'pm_getPaymasterStubData')).rejects.toThrow('Only operations from logged-in users')
  }
  await expect(ask(await passOf(newSmartKey(31338).account.owner))).rejects.toThrow('not from the logged-in account')
})

test('reserves a budget, charges the real cost, frees expired reservations, and rejects what exceeds it', async () => {
  const { deps, chain } = network.follower(31338)
  const before = await usedOf(network.db, budgetOf(31338))
  const key = newSmartKey(31338)
  const { op, maxFee } = await prepare(key, 31338)
  expect(await usedOf(network.db, budgetOf(31338))).toBe(before + maxFee)
  // Two requests for one nonce reserve it once.
  await prepare(key, 31338)
  expect(await usedOf(network.db, budgetOf(31338))).toBe(before + maxFee)
  // Another server with the relayer's key runs it; the chain's logs decide.
  const relayer = network.relayerWallet(31338)
  const hash = await relayer.writeContract(bundleOf(key.signed(op), relayer.account.address))
  expect((await relayer.waitForTransactionReceipt({ hash })).status).toBe('success')
  const unused = newSmartKey(31338)
  await prepare(unused, 31338)
  await network.node(31338, 'evm_increaseTime', [130])
  await network.node(31338, 'evm_mine')
  await settleExpired(network.db, chain, deps.retries, new Map())
  const after = await usedOf(network.db, budgetOf(31338))
  expect(after > 0n && after < before + maxFee).toBe(true)
  const rows = await network.db
    .selectFrom('sponsorships')
    .select(['status'])
    .where(
      'sender',
      'in',
      [key, unused].map(({ account }) => Buffer.from(toBytes(account.address))),
    )
    .orderBy('status')
    .execute()
  expect(rows.map(({ status }) => status)).toEqual(['released', 'spent'])

  const terms = await prepare(newSmartKey(31338), 31338)
  await network.setBudget(31338, { budget: String(after + terms.maxFee + 1n) })
  await expect(prepare(newSmartKey(31338), 31338)).rejects.toThrow('The sponsorship budget for today is used up.')
  await network.setBudget(31338, { operations_per_day: 1 })
  const often = newSmartKey(31338)
  const first = await prepare(often, 31338)
  await server.send(31338, often.signed(first.op))
  await expect(prepare(often, 31338)).rejects.toThrow('has used its 1 sponsored operations for today')
  await network.db.deleteFrom('sponsor_budgets').where('chain_id', '=', 'eip155:31338').execute()
  await expect(prepare(newSmartKey(31338), 31338)).rejects.toThrow('This project does not sponsor operations')
  await network.setBudget(31338)
})

test('pays no one who bundles a sponsored operation themselves', async () => {
  const key = newSmartKey(31338)
  const { op } = await prepare(key, 31338)
  const thief = network.rich(31338)
  await expect(thief.simulateContract(bundleOf(key.signed(op), thief.account.address))).rejects.toThrow(/AA34|FailedOp/)
  const relayer = network.relayerWallet(31338)
  await relayer.simulateContract(bundleOf(key.signed(op), relayer.account.address))
})

test('lets an operator set, inspect and remove a budget', async () => {
  const run = (...args: string[]) => runSponsorCommand(args, { DATABASE_URL: network.databaseUrl })
  const target = `0x${'ab'.repeat(20)}`
  const set = ['set', 'shop', 'eip155:5', '--budget', '0.5', '--period', 'month']
  expect(await run(...set, '--target', target)).toContain(
    `shop  eip155:5  0 of 0.5 per month\n  at most 0.01 an operation, 20 operations an account and day\n  calls of ${target}`,
  )
  await expect(run(...set, '--most', 'much')).rejects.toThrow('--most must be an amount like 0.5.')
  await expect(run('set', 'nobody', ...set.slice(2))).rejects.toThrow('Project not found: nobody.')
  await expect(run('set', 'shop', 'mainnet')).rejects.toThrow('needs a project and a chain like eip155:1')
  await expect(run('spend')).rejects.toThrow('Unknown command spend')
  expect(await run('remove', 'shop', 'eip155:5')).not.toContain('eip155:5')
  await expect(run('remove', 'shop', 'eip155:5')).rejects.toThrow('has no budget on eip155:5')
  expect(await run('--help')).toContain('--per-day')
})

test('rate-limits a client, and has no receipt for an unknown operation', async () => {
  const strict = network.startServer({ limit: 2 })
  const { bundler } = strict.chain(31337)
  const ask = () => bundler('eth_sendUserOperation', [{}, strange])
  await expect(ask()).rejects.toThrow('Invalid params')
  await expect(ask()).rejects.toThrow('Invalid params')
  await expect(ask()).rejects.toThrow('Too many operations from this client')
  expect(await bundler('eth_getUserOperationReceipt', [`0x${'12'.repeat(32)}`])).toBeNull()
  expect(await callsStatus(writeCallsId({ chainId: 31337n, hash: `0x${'12'.repeat(32)}` }), bundler)).toMatchObject({
    status: 400,
  })
  await expect(bundler('eth_getUserOperationReceipt', ['0x12'])).rejects.toThrow('must be a hash of 32 bytes')
  await expect(bundler('debug_bundler_clearState', [])).rejects.toThrow('does not exist here')
})
