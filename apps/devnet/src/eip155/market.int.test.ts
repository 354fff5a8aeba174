import { afterAll, beforeAll, expect, test } from 'vitest'
import { deployAll } from './deploy/deployAll.ts'
import type { Deployment } from './deploy/deployment.ts'
import { createEvmNode, type EvmNode } from './evmNode.ts'
import { type Anchors, createTrader, readAnchors } from './market.ts'
import { createSeededRandom } from './seededRandom.ts'

let node: EvmNode
let deployment: Deployment
let anchors: Anchors

beforeAll(async () => {
  node = await createEvmNode({ chainId: 31337, blockTime: 0, genesisTime: 1_767_225_600 })
  deployment = await deployAll(node, { metadataUrl: 'http://127.0.0.1:1/nft' })
  anchors = await readAnchors(node, deployment.pools)
  await node.setupDone()
})
afterAll(() => node.close())

test('real swaps move the prices of all pools and keep them near their start', async () => {
  const trader = createTrader(node, deployment, anchors, createSeededRandom(31337))
  for (let index = 0; index < 160; index++) await trader.trade()
  const prices = await readAnchors(node, deployment.pools)
  for (const pool of deployment.pools) {
    const deviation = Math.abs(prices[pool.address]! - anchors[pool.address]!)
    expect(deviation, `${pool.protocol} ${pool.address}`).toBeGreaterThan(0)
    expect(deviation, `${pool.protocol} ${pool.address}`).toBeLessThanOrEqual(0.0501)
  }
})

test('an impossible trade is an error, and trading continues', async () => {
  const nowhere = {
    ...deployment,
    contracts: {
      ...deployment.contracts,
      uniswapV2Router: deployment.contracts.weth,
      uniswapV3SwapRouter: deployment.contracts.multicall3,
    },
  }
  const trader = createTrader(node, nowhere, anchors, createSeededRandom(1))
  await expect(trader.trade()).rejects.toThrow(/^The swap 0x[0-9a-f]{64} in pool 0x[0-9a-fA-F]{40} reverted\.$/)
})
