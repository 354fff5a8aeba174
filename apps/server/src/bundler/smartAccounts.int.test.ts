import { randomBytes } from 'node:crypto'
import type { ApprovalView } from '@billfold/frame/approval/approvalView'
import { evmAddressOf } from '@billfold/frame/evm/evmAddressOf'
import { type Hex, signHash } from '@billfold/frame/evm/signHash'
import { createHandlers } from '@billfold/frame/page/createHandlers'
import type { Node } from '@billfold/frame/page/createNode'
import { createSmart } from '@billfold/frame/page/createSmart'
import type { FrameNetwork } from '@billfold/frame/page/frameNetwork'
import { createScreenQueue } from '@billfold/frame/screens/createScreenQueue'
import { createSpeech } from '@billfold/frame/screens/texts/createSpeech'
import { loadTexts } from '@billfold/frame/screens/texts/loadTexts'
import { callsStatus, writeCallsId } from '@billfold/frame/smart/callsStatus'
import { prepareOperation } from '@billfold/frame/smart/prepareOperation'
import { sendOperation, signOperation } from '@billfold/frame/smart/sendOperation'
import { hashMessage, signAsAccount } from '@billfold/frame/smart/signAsAccount'
import { isDeployed, smartAccountOf } from '@billfold/frame/smart/smartAccountOf'
import { signWith } from '@billfold/frame/wallet/signWith'
import type { SignRequest, Wallet } from '@billfold/frame/wallet/wallet'
import { createClient } from '@billfold/protocol/contract'
import { smartAccountApi, smartAccountContracts } from '@billfold/protocol/embedded/smartAccount'
import type { UserOperation } from '@billfold/protocol/embedded/userOperation'
import { answerFrame } from '@billfold/protocol/frame/answerFrame'
import { createFrameClient } from '@billfold/protocol/frame/createFrameClient'
import { testChannel } from '@billfold/protocol/test/testChannel'
import { encodeFunctionData, erc20Abi, hashTypedData, parseAbi, parseEther, parseUnits, toBytes, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSmartNetwork } from '../../test/startSmartNetwork.ts'

const { texts } = await loadTexts('en')

let network: Awaited<ReturnType<typeof startSmartNetwork>>
let server: ReturnType<typeof network.startServer>
beforeAll(async () => {
  network = await startSmartNetwork()
  server = network.startServer()
  await Promise.all([31337, 31338].map((id) => network.setBudget(id)))
})
afterAll(() => network.stop())

const kinds = [
  { kind: '7702', chainId: 31337 },
  { kind: '4337', chainId: 31338 },
] as const

function newAccount(kind: '7702' | '4337', chainId: number) {
  const secret = new Uint8Array(randomBytes(32))
  const account = smartAccountOf(evmAddressOf(secret) as Hex, kind, BigInt(chainId))
  const sign = (hash: Uint8Array) => signHash(hash, secret)
  return { account, sign, signOp: (op: UserOperation, at: bigint) => signOperation(op, at, sign) }
}
async function pay(chainId: number, to: Hex, value: bigint) {
  const rich = network.rich(chainId)
  await rich.waitForTransactionReceipt({ hash: await rich.sendTransaction({ to, value }) })
}
async function payToken(chainId: number, symbol: string, to: Hex, amount: bigint) {
  const rich = network.rich(chainId)
  const address = network.tokenOf(chainId, symbol)
  const hash = await rich.writeContract({ address, abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
  await rich.waitForTransactionReceipt({ hash })
}
const held = (chainId: number, symbol: string, of: Hex) =>
  network.rich(chainId).readContract({
    address: network.tokenOf(chainId, symbol),
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [of],
  })

/** A page and its frame over the real transport, with a person who approves everything. */
function openFrame(chainId: number) {
  const secretKey = new Uint8Array(randomBytes(32))
  const keys = { evm: { secretKey, address: evmAddressOf(secretKey) }, solana: { secretKey, address: '' } }
  const { page, frame } = testChannel()
  const views: ApprovalView[] = []
  const through =
    (whom: 'node' | 'bundler' | 'paymaster'): Node =>
    (id, { method, params = [] }) =>
      server.chain(Number(id.slice('eip155:'.length)))[whom](method, params as unknown[])
  const node = through('node')
  const api = createClient(smartAccountApi, async () => server.get('/v1/smart-accounts?projectId=shop'))
  const smart = createSmart({
    ...{ api, projectId: 'shop', node, bundler: through('bundler'), paymaster: through('paymaster') },
    pass: async () => 'pass',
  })
  const person = { email: null, evmAddress: keys.evm.address, solanaAddress: '' }
  const wallet = {
    restore: async () => person,
    prepare: async () => {},
    sign: async (r: SignRequest) => signWith(keys, r),
  }
  const ui = {
    ...{ loading() {}, busy() {}, fail: async () => false },
    ask: async (view: ApprovalView) => views.push(view) > 0,
  }
  answerFrame(
    frame,
    createHandlers({
      ...{
        wallet: wallet as unknown as Wallet,
        node,
        smart,
        named: async (at: FrameNetwork) => at,
        assets: async () => ({}),
        ui,
        speech: createSpeech(texts, 'en'),
      },
      enqueue: createScreenQueue({ tell() {}, clear() {} }),
      ...{ origin: 'https://shop.example', chainId: `eip155:${chainId}`, applyTheme() {}, reload() {} },
      ...{
        recover: async () => person,
        showSecurity: async () => 'done' as const,
        showFirstCode: async () => {},
        changeEmail: async (email) => email,
        unlock: async () => {},
        emailSites: { list: () => [], add() {}, remove() {} },
        confirmShareEmail: async () => false,
        connectPasskey: async () => person,
      },
    }),
  )
  const { ask } = createFrameClient(page, { after: () => () => {} })
  return {
    ask,
    views,
    owner: keys.evm.address,
    rpc: (method: string, params: unknown) => ask('RPC_REQUEST', { method, params }),
  }
}

/** An approval and the swap that needs it, of USDC for WETH. */
function approveAndSwap(chainId: number, to: Hex, amount: bigint) {
  const router = network.chainOf(chainId).contracts.uniswapV2Router as Hex
  const usdc = network.tokenOf(chainId, 'USDC')
  const path = [usdc, network.tokenOf(chainId, 'WETH')]
  const swap = parseAbi([
    'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  ])
  return [
    { to: usdc, data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router, amount] }) },
    { to: router, data: encodeFunctionData({ abi: swap, args: [amount, 1n, path, to, 2n ** 40n] }) },
  ]
}

describe.each(kinds)('an account of kind $kind', ({ kind, chainId }) => {
  test('approves and swaps in one sponsored batch without a coin of its own, and shows the sponsor beforehand', async () => {
    const { account, signOp } = newAccount(kind, chainId)
    const chain = server.chain(chainId)
    const amount = parseUnits('100', 6)
    await payToken(chainId, 'USDC', account.address, amount)
    const calls = approveAndSwap(chainId, account.address, amount).map((call) => ({ ...call, value: 0n }))
    const prepared = await prepareOperation(account, calls, chain)
    expect(prepared).toMatchObject({ calls, value: 0n, feePayer: 'sponsor', createsAccount: true })
    expect(prepared.maxFee > 0n && prepared.maxFee < parseEther('0.1')).toBe(true)
    const hash = await sendOperation(prepared, chain, signOp)
    const id = writeCallsId({ chainId: BigInt(chainId), hash })
    expect(await callsStatus(id, chain.bundler)).toMatchObject({
      version: '2.0.0',
      id,
      chainId: `0x${chainId.toString(16)}`,
      status: 200,
      atomic: true,
      receipts: [{ status: '0x1', transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) }],
    })
    expect(await held(chainId, 'USDC', account.address)).toBe(0n)
    expect((await held(chainId, 'WETH', account.address)) > 0n).toBe(true)
    expect(await network.rich(chainId).getBalance({ address: account.address })).toBe(0n)
    expect(await isDeployed(account, chain.node)).toBe(true)
    const [row] = await network.db
      .selectFrom('user_operations')
      .selectAll()
      .where('hash', '=', Buffer.from(toBytes(hash)))
      .execute()
    expect(row).toMatchObject({ status: 'mined', is_final: true, project_id: 'shop', receipt: { success: true } })
  })

  test('signs what the person approved in the frame: calls, a transaction, a signature', async () => {
    const { ask, rpc, views, owner } = openFrame(chainId)
    const { address } = await ask('GET_USER', { chainId, preferredAccountType: 'smartAccount' })
    const of = address as Hex
    const message = 'Hello'
    const sign = async () => {
      const signature = (await rpc('personal_sign', [toHex(message), of])) as Hex
      return await network.rich(chainId).verifyMessage({ address: of, message, signature })
    }
    expect(await sign()).toBe(true)
    await payToken(chainId, 'USDC', of, 100n)
    const friend = newAccount(kind, chainId).account.address
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [friend, 30n] })
    const call = { to: network.tokenOf(chainId, 'USDC'), data }
    const { id } = (await rpc('wallet_sendCalls', [{ version: '2.0.0', calls: [call, call] }])) as { id: string }
    expect(views.at(-1)).toMatchObject({ account: of, changes: [{ isGain: false, amount: '0.00006', unit: '“USDC”' }] })
    expect(views.at(-1)!.rows.map(({ value }) => value)).toContain('Sponsored: you pay no fee')
    expect(await rpc('wallet_getCallsStatus', [id])).toMatchObject({ status: 200, atomic: true })
    const hash = (await rpc('eth_sendTransaction', [{ from: of, ...call }])) as Hex
    expect(await network.rich(chainId).waitForTransactionReceipt({ hash })).toMatchObject({ status: 'success' })
    expect(await held(chainId, 'USDC', friend)).toBe(90n)
    // The simulation shows a payment that the calls' sum does not, with its token.
    expect(views.at(-1)!.changes).toEqual([
      { isGain: false, amount: '0.00003', unit: '“USDC”', note: call.to.toLowerCase(), isUnverified: true },
    ])
    await payToken(chainId, 'USDC', of, parseUnits('100', 6))
    await rpc('wallet_sendCalls', [{ version: '2.0.0', calls: approveAndSwap(chainId, of, parseUnits('100', 6)) }])
    expect(views.at(-1)!.changes).toMatchObject([
      { isGain: false, amount: '100', unit: '“USDC”' },
      { isGain: true, unit: '“WETH”' },
    ])
    expect(views.at(-1)!.rows.map(({ value }) => value)).not.toContain('This transaction couldn’t be simulated.')
    expect(await sign()).toBe(true)
    expect(kind === '7702').toBe(of === owner)
  })

  test('pays its own fee without a sponsor, never more than shown', async () => {
    const { account, signOp } = newAccount(kind, chainId)
    const { node, bundler } = server.chain(chainId)
    await pay(chainId, account.address, parseEther('1'))
    const friend = newAccount(kind, chainId).account.address
    const call = { to: friend, value: parseEther('0.25'), data: '0x' as const }
    const first = await prepareOperation(account, [call], { node, bundler })
    expect(first).toMatchObject({ value: call.value, feePayer: 'account' })
    await sendOperation(first, { node, bundler }, signOp)
    // The second one uses the existing account, and follows the first at once.
    const second = await prepareOperation(account, [call], { node, bundler })
    expect(second).toMatchObject({ createsAccount: false, op: { nonce: 1n } })
    const hash = await sendOperation(second, { node, bundler }, signOp)
    expect(await callsStatus(writeCallsId({ chainId: BigInt(chainId), hash }), bundler)).toMatchObject({ status: 200 })
    const rich = network.rich(chainId)
    expect(await rich.getBalance({ address: friend })).toBe(parseEther('0.5'))
    const paid = parseEther('0.5') - (await rich.getBalance({ address: account.address }))
    expect(paid > 0n && paid <= first.maxFee + second.maxFee).toBe(true)
  })

  test('signs messages and typed data that another library verifies, before and after it is on chain', async () => {
    const { account, sign, signOp } = newAccount(kind, chainId)
    const chain = server.chain(chainId)
    const { address } = account
    const rich = network.rich(chainId)
    const message = 'Log in to shop.example'
    const typed = {
      domain: { name: 'Shop', chainId, verifyingContract: address },
      types: { Order: [{ name: 'amount', type: 'uint256' }] },
      primaryType: 'Order',
      message: { amount: 7n },
    } as const
    for (const isThere of [false, true]) {
      if (isThere)
        await sendOperation(
          await prepareOperation(account, [{ to: address, value: 0n, data: '0x' }], chain),
          chain,
          signOp,
        )
      expect(await isDeployed(account, chain.node)).toBe(isThere)
      const signature = await signAsAccount(account, hashMessage(new TextEncoder().encode(message)), sign, chain.node)
      expect(signature.endsWith('6492'.repeat(16))).toBe(kind === '4337' && !isThere)
      expect(await rich.verifyMessage({ address, message, signature })).toBe(true)
      expect(await rich.verifyMessage({ address, message: `${message}!`, signature })).toBe(false)
      const order = await signAsAccount(account, toBytes(hashTypedData(typed)), sign, chain.node)
      expect(await rich.verifyTypedData({ address, ...typed, signature: order })).toBe(true)
    }
    // The key's signature for its own address is not the account's, and vice versa.
    const own = await signAsAccount(
      { ...account, kind: '7702', address: account.owner },
      hashMessage(new TextEncoder().encode(message)),
      sign,
      chain.node,
    )
    expect(await rich.verifyMessage({ address, message, signature: own })).toBe(kind === '7702')
  })

  test('runs only the pinned code: the frame signs for no other', async () => {
    const { account, sign } = newAccount(kind, chainId)
    const chain = server.chain(chainId)
    await network.node(chainId, 'hardhat_setCode', [account.address, `0xef0100${'77'.repeat(20)}`])
    const call = { to: account.owner, value: 0n, data: '0x' as const }
    await expect(prepareOperation(account, [call], chain)).rejects.toThrow('runs code unknown to this wallet')
    await expect(signAsAccount(account, new Uint8Array(32), sign, chain.node)).rejects.toThrow('unknown to this wallet')
    // And between the review and the signature.
    const other = newAccount(kind, chainId)
    const prepared = await prepareOperation(other.account, [call], chain)
    await network.node(chainId, 'hardhat_setCode', [other.account.address, `0xef0100${'77'.repeat(20)}`])
    await expect(sendOperation(prepared, chain, other.signOp)).rejects.toThrow('runs code unknown to this wallet')
  })

  test('reports a reverting call before signing, with the reason and its index in the batch', async () => {
    const { account } = newAccount(kind, chainId)
    const token = network.tokenOf(chainId, 'DAI')
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [account.owner, 5n] })
    const calls = [
      { to: account.owner, value: 0n, data: '0x' as const },
      { to: token, value: 0n, data },
    ]
    await expect(prepareOperation(account, calls, server.chain(chainId))).rejects.toThrow(/call 2 of the batch/)
  })
})

test('pays the fee itself if the sponsor rejects it, with the reason', async () => {
  const { account } = newAccount('7702', 31337)
  await network.setBudget(31337, { budget: '0' })
  try {
    const call = { to: account.owner, value: 0n, data: '0x' as const }
    // Without a coin of its own it has no alternative.
    await expect(prepareOperation(account, [call], server.chain(31337))).rejects.toThrow('budget for today is used up')
    await network.setBudget(31337, { targets: [Buffer.alloc(20, 1)] })
    await pay(31337, account.address, parseEther('1'))
    const prepared = await prepareOperation(account, [call], server.chain(31337))
    expect(prepared).toMatchObject({
      feePayer: 'account',
      notSponsored: expect.stringContaining('This project does not sponsor calls to'),
    })
  } finally {
    await network.setBudget(31337)
  }
})

test('matches the pinned contracts with those on the chains', async () => {
  for (const address of Object.values(smartAccountContracts))
    for (const { chainId } of kinds)
      expect(await network.node(chainId, 'eth_getCode', [address, 'latest'])).toMatch(/^0x../)
  expect(await server.get('/v1/smart-accounts?projectId=shop')).toEqual({
    chains: [
      { chainId: 'eip155:31337', kind: '7702', isSponsored: true },
      { chainId: 'eip155:31338', kind: '4337', isSponsored: true },
    ],
  })
})
