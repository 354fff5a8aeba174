import { type Address, keccak256, zeroAddress } from 'viem'
import { packageArtifact } from './artifact.ts'
import type { Deployer } from './createDeployer.ts'
import type { Contracts } from './deployment.ts'

const periphery = (path: string) => packageArtifact(`@uniswap/v3-periphery/artifacts/contracts/${path}`)

/** The compiled contracts of Uniswap, read from their packages once. */
export const readUniswap = () => ({
  v2Factory: packageArtifact('@uniswap/v2-core/build/UniswapV2Factory.json'),
  v2Pair: packageArtifact('@uniswap/v2-core/build/UniswapV2Pair.json'),
  v2Router: packageArtifact('@uniswap/v2-periphery/build/UniswapV2Router02.json'),
  v3Factory: packageArtifact('@uniswap/v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json'),
  v3Pool: packageArtifact('@uniswap/v3-core/artifacts/contracts/UniswapV3Pool.sol/UniswapV3Pool.json'),
  positionManager: periphery('NonfungiblePositionManager.sol/NonfungiblePositionManager.json'),
  swapRouter: periphery('SwapRouter.sol/SwapRouter.json'),
  quoterV2: periphery('lens/QuoterV2.sol/QuoterV2.json'),
  universalRouter: packageArtifact(
    '@uniswap/universal-router/artifacts/contracts/UniversalRouter.sol/UniversalRouter.json',
  ),
})

export type Uniswap = ReturnType<typeof readUniswap>

type UniswapContracts = Pick<
  Contracts,
  | 'uniswapV2Factory'
  | 'uniswapV2Router'
  | 'uniswapV3Factory'
  | 'uniswapV3PositionManager'
  | 'uniswapV3SwapRouter'
  | 'uniswapV3QuoterV2'
  | 'universalRouter'
>

/** Uniswap v2, v3 and the universal router, over one wrapped ether. */
export function deployUniswap(
  deployer: Deployer,
  uniswap: Uniswap,
  given: { weth: Address; permit2: Address },
): UniswapContracts {
  const { weth, permit2 } = given
  const v2Factory = deployer.deploy(uniswap.v2Factory, [deployer.address])
  const v2Router = deployer.deploy(uniswap.v2Router, [v2Factory, weth])
  const v3Factory = deployer.deploy(uniswap.v3Factory)
  deployer.call({ to: v3Factory, abi: uniswap.v3Factory.abi, functionName: 'enableFeeAmount', args: [100, 1] })
  const positionManager = deployer.deploy(uniswap.positionManager, [v3Factory, weth, zeroAddress])
  const swapRouter = deployer.deploy(uniswap.swapRouter, [v3Factory, weth])
  const quoterV2 = deployer.deploy(uniswap.quoterV2, [v3Factory, weth])
  const universalRouter = deployer.deploy(uniswap.universalRouter, [
    {
      permit2,
      weth9: weth,
      v2Factory,
      v3Factory,
      pairInitCodeHash: keccak256(uniswap.v2Pair.bytecode),
      poolInitCodeHash: keccak256(uniswap.v3Pool.bytecode),
      v4PoolManager: zeroAddress,
      v3NFTPositionManager: positionManager,
      v4PositionManager: zeroAddress,
      spokePool: zeroAddress,
    },
  ])
  return {
    uniswapV2Factory: v2Factory,
    uniswapV2Router: v2Router,
    uniswapV3Factory: v3Factory,
    uniswapV3PositionManager: positionManager,
    uniswapV3SwapRouter: swapRouter,
    uniswapV3QuoterV2: quoterV2,
    universalRouter,
  }
}
