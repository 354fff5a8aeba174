import { readFileSync } from 'node:fs'
import {
  createAccountData,
  delegationCode,
  ownedAccountAddress,
  ownedAccountCode,
  smartAccountContracts,
} from '@billfold/protocol/embedded/smartAccount'
import { decodeFunctionResult, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, expect, test } from 'vitest'
import { createEvmNode, type EvmNode } from '../evmNode.ts'
import { createDeployer } from './createDeployer.ts'
import { deployAll } from './deployAll.ts'
import type { Contracts } from './deployment.ts'
import { predeploys } from './placePredeploys.ts'
import { deployerAccount, relayerAccount, sponsorAccount } from './serviceAccounts.ts'

const nodes: EvmNode[] = []
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.close()
})
async function freshNode() {
  const node = await createEvmNode({ chainId: 31337, blockTime: 0, genesisTime: 1_767_225_600 })
  nodes.push(node)
  return node
}

test('every fresh chain gets the same contracts in the same few blocks', async () => {
  const [first, second] = [await freshNode(), await freshNode()]
  const options = { metadataUrl: 'http://127.0.0.1/nft' }
  const deployment = await deployAll(first, options)
  expect(deployment).toEqual(await deployAll(second, options))
  const head = (node: EvmNode) =>
    node.request<{ hash: string; number: string }>('eth_getBlockByNumber', ['latest', false])
  expect((await head(first)).hash).toBe((await head(second)).hash)
  expect(Number((await head(first)).number)).toBeLessThanOrEqual(8)
  await expectSmartAccounts(first, deployment.contracts)
})

/** Smart accounts have the addresses that all tools compute, and run nothing but the pinned code. */
async function expectSmartAccounts(node: EvmNode, contracts: Contracts) {
  const { factory4337, implementation4337, implementation7702, entryPoint } = smartAccountContracts
  expect(contracts.ownedAccountFactory?.toLowerCase()).toBe(factory4337)
  expect(contracts.simple7702Account.toLowerCase()).toBe(implementation7702)
  expect(contracts.entryPoint08.toLowerCase()).toBe(entryPoint)
  expect(delegationCode).toBe(`0xef0100${implementation7702.slice(2)}`)
  const abi = parseAbi([
    'function accountImplementation() view returns (address)',
    'function getAddress(address owner, uint256 salt) view returns (address)',
  ])
  const ask = async (data: Hex) => node.request<Hex>('eth_call', [{ to: factory4337, data }, 'latest'])
  const made = await ask(encodeFunctionData({ abi, functionName: 'accountImplementation' }))
  expect(decodeFunctionResult({ abi, functionName: 'accountImplementation', data: made }).toLowerCase()).toBe(
    implementation4337,
  )
  const owner = deployerAccount.address
  const at = await ask(encodeFunctionData({ abi, functionName: 'getAddress', args: [owner, 0n] }))
  expect(decodeFunctionResult({ abi, functionName: 'getAddress', data: at }).toLowerCase()).toBe(
    ownedAccountAddress(owner),
  )
  const from = relayerAccount.address
  await node.request('hardhat_impersonateAccount', [from])
  await node.request('eth_sendTransaction', [{ from, to: factory4337, data: createAccountData(owner) }])
  expect(await node.request('eth_getCode', [ownedAccountAddress(owner), 'latest'])).toBe(ownedAccountCode(owner))
}

test.each([
  ['relayer', relayerAccount],
  ['sponsor', sponsorAccount],
])('the file keys/%s.key holds the key that the contracts know', (name, account) => {
  const key = readFileSync(new URL(`../../../keys/${name}.key`, import.meta.url), 'utf8').trim() as Hex
  expect(privateKeyToAccount(key).address).toBe(account.address)
})

test('names a step that fails, and turns automine back on', async () => {
  const node = await freshNode()
  const deployer = await createDeployer(node)
  await node.request('hardhat_setCode', [predeploys.permit2, '0xfe'])
  deployer.call({ to: predeploys.permit2, abi: parseAbi(['function settle()']), functionName: 'settle' })
  await expect(deployer.flush()).rejects.toThrow('Deployment step settle reverted.')
  expect(await node.request('hardhat_getAutomine')).toBe(true)
})
