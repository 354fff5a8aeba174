import {
  type BaseError,
  ContractFunctionRevertedError,
  createPublicClient,
  custom,
  encodeErrorResult,
  type Hex,
  InsufficientFundsError,
  IntrinsicGasTooLowError,
  NonceTooLowError,
  parseAbi,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { devAccounts } from './devAccounts.ts'
import { createEvmNode, type EvmNode } from './evmNode.ts'
import { walletOf } from './walletOf.ts'

let node: EvmNode
beforeAll(async () => {
  node = await createEvmNode({ chainId: 31337, blockTime: 0, genesisTime: 1_767_225_600 })
  await node.setupDone()
})
afterAll(() => node.close())

const [rich, other] = devAccounts as [(typeof devAccounts)[number], (typeof devAccounts)[number]]
const echo = '0x00000000000000000000000000000000000000bb'
const signed = (overrides: { nonce?: number; gas?: bigint; value?: bigint; key?: Hex } = {}) =>
  privateKeyToAccount(overrides.key ?? rich.privateKey).signTransaction({
    type: 'eip1559',
    chainId: 31337,
    nonce: 0,
    gas: 21_000n,
    maxFeePerGas: 3_000_000_000n,
    maxPriorityFeePerGas: 0n,
    to: other.address,
    value: 1n,
    ...overrides,
  })
const sendRaw = async (raw: Hex) => node.request<Hex>('eth_sendRawTransaction', [raw])

test('rejects a transaction in the words of Ethereum nodes', async () => {
  await expect(sendRaw(await signed({ key: generatePrivateKey() }))).rejects.toThrow(
    'insufficient funds for gas * price + value: balance 0, tx cost 63000000000001',
  )
  await sendRaw(await signed())
  await expect(sendRaw(await signed())).rejects.toThrow('nonce too low: next nonce 1, tx nonce 0')
  await node.request('evm_setAutomine', [false])
  await sendRaw(await signed({ nonce: 1 }))
  await expect(sendRaw(await signed({ nonce: 1 }))).rejects.toThrow(/^already known$/)
  await expect(sendRaw(await signed({ nonce: 1, value: 2n }))).rejects.toThrow(/^replacement transaction underpriced$/)
  await node.request('evm_setAutomine', [true])
  await expect(sendRaw(await signed({ nonce: 2, gas: 1000n }))).rejects.toThrow(
    'intrinsic gas too low: have 1000, want 21000',
  )
  await expect(sendRaw(await signed({ nonce: 2, gas: 20_000_000n }))).rejects.toThrow(
    'transaction gas limit too high (cap: 16777216, tx: 20000000)',
  )
})

test('viem recognizes these failures', async () => {
  const failure = (request: Promise<unknown>) => request.then(() => undefined).catch((error: BaseError) => error)
  const isA = (kind: new (...args: never[]) => Error) => (error: unknown) => error instanceof kind
  const wallet = walletOf(node, rich)
  const poor = walletOf(node, { privateKey: generatePrivateKey() })
  const to = other.address
  expect(
    (await failure(poor.sendTransaction({ to, value: 1n, gas: 21_000n })))?.walk(isA(InsufficientFundsError)),
  ).toBeTruthy()
  expect(
    (await failure(wallet.sendTransaction({ to, nonce: 0, gas: 21_000n })))?.walk(isA(NonceTooLowError)),
  ).toBeTruthy()
  expect((await failure(wallet.sendTransaction({ to, gas: 20_000n })))?.walk(isA(IntrinsicGasTooLowError))).toBeTruthy()
})

test('a revert has its reason, if any, and its bytes', async () => {
  // Copies the call's data and reverts with it.
  await node.request('hardhat_setCode', [echo, '0x366000600037366000fd'])
  const revertWith = (data: Hex) => node.request('eth_call', [{ from: rich.address, to: echo, data }])
  const text = encodeErrorResult({ abi: parseAbi(['error Error(string)']), args: ["it's\nover"] })
  await expect(revertWith(text)).rejects.toMatchObject({
    code: 3,
    message: "execution reverted: it's\nover",
    data: text,
  })
  const panic = encodeErrorResult({ abi: parseAbi(['error Panic(uint256)']), args: [17n] })
  await expect(revertWith(panic)).rejects.toMatchObject({
    code: 3,
    message: expect.stringMatching(/^execution reverted: panic code 0x11 /),
    data: panic,
  })
  for (const data of ['0x', '0xdeadbeef'] as const)
    await expect(revertWith(data)).rejects.toMatchObject({ code: 3, message: 'execution reverted', data })
})

test('viem decodes a custom error', async () => {
  const abi = parseAbi(['error TooPoor(uint256 missing)', 'function pay() view'])
  const data = encodeErrorResult({ abi, errorName: 'TooPoor', args: [5n] }).slice(2)
  // Pushes the error's bytes, in two words, and reverts with them.
  await node.request('hardhat_setCode', [
    echo,
    `0x7f${data.slice(0, 64)}600052` + `63${data.slice(64)}60e01b60205260246000fd`,
  ])
  const client = createPublicClient({
    transport: custom({
      request: ({ method, params }: { method: string; params?: readonly unknown[] }) => node.request(method, params),
    }),
  })
  const error = await client
    .readContract({ address: echo, abi, functionName: 'pay' })
    .catch((thrown: BaseError) => thrown)
  const reverted = (error as BaseError).walk((inner) => inner instanceof ContractFunctionRevertedError)
  expect((reverted as ContractFunctionRevertedError).data).toMatchObject({ errorName: 'TooPoor', args: [5n] })
})

test('running out of gas and an invalid opcode are not reverts', async () => {
  await node.request('hardhat_setCode', [echo, '0x5b600056'])
  await expect(node.request('eth_call', [{ to: echo, gas: '0x30d40' }])).rejects.toMatchObject({
    code: -32000,
    message: 'out of gas',
  })
  await node.request('hardhat_setCode', [echo, '0xfe'])
  await expect(node.request('eth_call', [{ to: echo }])).rejects.toMatchObject({
    code: -32000,
    message: 'invalid opcode: INVALID',
  })
})
