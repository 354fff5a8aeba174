import { encodeFunctionData, erc20Abi, type Hex, parseEther, parseUnits } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deployAll } from './deploy/deployAll.ts'
import type { Deployment } from './deploy/deployment.ts'
import { faucetAccount } from './devAccounts.ts'
import { createEvmNode, type EvmNode } from './evmNode.ts'
import { createFaucet } from './faucet.ts'

let node: EvmNode
let deployment: Deployment
beforeAll(async () => {
  node = await createEvmNode({ chainId: 31337, blockTime: 0, genesisTime: 1_767_225_600 })
  deployment = await deployAll(node, { metadataUrl: 'http://127.0.0.1:1/nft' })
  await node.setupDone()
})
afterAll(() => node.close())

const stranger = () => privateKeyToAddress(generatePrivateKey())
const openFaucet = () => createFaucet([{ evm: node, tokens: deployment.tokens }]).give
const balances = async (address: Hex) => {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [address] })
  const tokens = deployment.tokens.map(async (token) =>
    BigInt(await node.request<Hex>('eth_call', [{ to: token.address, data }])),
  )
  return {
    ether: BigInt(await node.request<Hex>('eth_getBalance', [address, 'latest'])),
    tokens: await Promise.all(tokens),
  }
}

test.each([
  ['instant', true],
  ['interval', false],
])('a gift arrives as real transactions (%s mining)', async (_, automine) => {
  const address = stranger()
  await node.request('evm_setAutomine', [automine])
  const answer = await openFaucet()({ address, chainId: 31337 })
  if (!automine) await node.request('evm_mine')
  await node.request('evm_setAutomine', [true])
  if (!answer.ok) throw new Error(answer.error)
  for (const hash of answer.hashes)
    expect(await node.request('eth_getTransactionReceipt', [hash])).toMatchObject({
      status: '0x1',
      from: faucetAccount.address.toLowerCase(),
    })
  expect(await balances(address)).toEqual({
    ether: parseEther('10'),
    tokens: deployment.tokens.map(({ kind, decimals }) => parseUnits(kind === 'wrapped' ? '1' : '1000', decimals)),
  })
})

test('funds an address once a minute, and serves many at once', async () => {
  const faucet = openFaucet()
  const address = stranger()
  const answers = await Promise.all(
    [address, address.toLowerCase(), stranger(), stranger()].map((to) => faucet({ address: to, chainId: 31337 })),
  )
  expect(answers.map((answer) => (answer.ok ? 200 : answer.status))).toEqual([200, 429, 200, 200])
})

test.each([
  [undefined, 'address'],
  [{ address: '0x12', chainId: 31337 }, 'address must be'],
  [{ address: '0xF39fd6e51aad88f6f4ce6ab8827279cfffb92266', chainId: 31337 }, 'checksum'],
  [{ address: faucetAccount.address, chainId: 5 }, 'chainId must be one of 31337.'],
  [{ address: faucetAccount.address, chainId: '31337' }, 'chainId must be'],
])('rejects %j in one sentence', async (body, sentence) => {
  expect(await openFaucet()(body)).toEqual({ ok: false, status: 400, error: expect.stringContaining(sentence) })
})

test('reports a gift that the chain rejects in a sentence, and allows a retry', async () => {
  let broken = true
  const evm = {
    chainId: 31337,
    request: <T>(method: string, params?: readonly unknown[]) =>
      broken && method === 'eth_sendRawTransaction'
        ? Promise.reject<T>(new Error('out of order'))
        : node.request<T>(method, params),
  }
  const faucet = createFaucet([{ evm, tokens: deployment.tokens }]).give
  const address = stranger()
  expect(await faucet({ address, chainId: 31337 })).toMatchObject({ ok: false, status: 502 })
  broken = false
  expect(await faucet({ address, chainId: 31337 })).toMatchObject({ ok: true })
})

test('a payment transfers exactly the requested amount of one asset', async () => {
  const { pay } = createFaucet([{ evm: node, tokens: deployment.tokens }])
  const address = stranger()
  const usdc = deployment.tokens.find(({ symbol }) => symbol === 'USDC')!
  const request = { address, chainId: 31337 }
  const paid = await Promise.all([
    pay({ ...request, token: null, amount: '123' }),
    pay({ ...request, token: usdc.address, amount: '456' }),
  ])
  expect(paid).toMatchObject([{ ok: true }, { ok: true }])
  expect(await balances(address)).toEqual({
    ether: 123n,
    tokens: deployment.tokens.map((token) => (token === usdc ? 456n : 0n)),
  })
  for (const wrong of [
    { token: null, amount: '0' },
    { token: null, amount: 5 },
    { token: null, amount: `1${'0'.repeat(30)}` },
    { token: address, amount: '1' },
    { amount: '1' },
  ])
    expect(await pay({ ...request, ...wrong })).toMatchObject({ ok: false, status: 400 })
})
