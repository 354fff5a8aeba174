import { parseAbi } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { createEvmNode, type EvmNode } from '../evmNode.ts'
import { createDeployer } from './createDeployer.ts'
import { deployAll } from './deployAll.ts'
import { predeploys } from './placePredeploys.ts'

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
  expect(await deployAll(first, options)).toEqual(await deployAll(second, options))
  const head = (node: EvmNode) =>
    node.request<{ hash: string; number: string }>('eth_getBlockByNumber', ['latest', false])
  expect((await head(first)).hash).toBe((await head(second)).hash)
  expect(Number((await head(first)).number)).toBeLessThanOrEqual(8)
})

test('a step that fails is named, and the node mines by itself again', async () => {
  const node = await freshNode()
  const deployer = await createDeployer(node)
  await node.request('hardhat_setCode', [predeploys.permit2, '0xfe'])
  deployer.call({ to: predeploys.permit2, abi: parseAbi(['function settle()']), functionName: 'settle' })
  await expect(deployer.flush()).rejects.toThrow('Deployment step settle reverted.')
  expect(await node.request('hardhat_getAutomine')).toBe(true)
})
