import { numberToHex, parseEther } from 'viem'
import { devAccounts } from '../devAccounts.ts'
import type { Evm } from '../evmNode.ts'
import { createDeployer } from './createDeployer.ts'
import { deployAccountAbstraction } from './deployAccountAbstraction.ts'
import { deployEns, readEns } from './deployEns.ts'
import type { Deployment } from './deployment.ts'
import { deployCollectibles, deployTokens } from './deployTokens.ts'
import { deployUniswap, readUniswap } from './deployUniswap.ts'
import { fillPools } from './fillPools.ts'
import { marketPrices } from './marketPrices.ts'
import { placePredeploys, placeUniversalResolver } from './placePredeploys.ts'
import { commitParent, registerParent } from './publishNames.ts'
import { commitNames, registerNames } from './registerNames.ts'
import { executorAccount, relayerAccount } from './serviceAccounts.ts'

/**
 * Puts tokens, exchanges, names and account abstraction on a fresh chain: the same addresses on every chain, at
 * slightly different prices.
 */
export async function deployAll(
  evm: Evm,
  options: { metadataUrl: string; gatewayUrl?: string | undefined },
): Promise<Deployment> {
  const accounts = devAccounts.map(({ address }) => address)
  const prices = marketPrices(evm.chainId)
  const uniswap = readUniswap()
  const ens = readEns()

  const predeploys = await placePredeploys(evm)
  for (const { address } of [executorAccount, relayerAccount])
    await evm.request('hardhat_setBalance', [address, numberToHex(parseEther('10000'))])
  const deployer = await createDeployer(evm)

  const tokens = deployTokens(deployer, accounts)
  const nfts = deployCollectibles(deployer, accounts, options.metadataUrl)
  const uniswapContracts = deployUniswap(deployer, uniswap, { weth: tokens.weth.address, permit2: predeploys.permit2 })
  const ensContracts = deployEns(deployer, ens, prices.weth)
  const accountAbstraction = deployAccountAbstraction(deployer, predeploys.create2Deployer)
  const names = { contracts: ensContracts, ens, accounts }
  commitNames(deployer, names)
  const pools = fillPools(deployer, { contracts: uniswapContracts, uniswap, tokens, prices })
  const ensOffchainResolver = commitParent(deployer, names, options.gatewayUrl)
  // The registrar requires a second between the two steps, so the names get a block of their own.
  await deployer.flush()
  const registered = registerNames(deployer, { ...names, chainId: evm.chainId, nfts })
  registerParent(deployer, names, ensOffchainResolver)
  await deployer.flush()
  const ensUniversalResolver = await placeUniversalResolver(evm, ensContracts.ensUniversalResolver)

  return {
    contracts: {
      ...predeploys,
      weth: tokens.weth.address,
      ...uniswapContracts,
      ...ensContracts,
      ensUniversalResolver,
      ensOffchainResolver,
      ...accountAbstraction,
    },
    tokens: Object.values(tokens),
    nfts,
    pools,
    names: registered,
  }
}
