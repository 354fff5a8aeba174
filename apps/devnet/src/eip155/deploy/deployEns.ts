import { type Address, type Hex, keccak256, labelhash, namehash, stringToHex, zeroHash } from 'viem'
import { ownArtifact } from './artifact.ts'
import type { Deployer } from './createDeployer.ts'
import type { Contracts } from './deployment.ts'

type EnsContracts = Pick<Contracts, 'ethUsdPriceFeed' | (keyof Contracts & `ens${string}`)>

export const readEns = () => ({
  registry: ownArtifact('vendor/ENSRegistry'),
  baseRegistrar: ownArtifact('vendor/BaseRegistrar'),
  controller: ownArtifact('vendor/ETHRegistrarController'),
  priceOracle: ownArtifact('vendor/StablePriceOracle'),
  publicResolver: ownArtifact('vendor/PublicResolver'),
  reverseRegistrar: ownArtifact('vendor/ReverseRegistrar'),
})
export type Ens = ReturnType<typeof readEns>

const minCommitmentAge = 1n
const maxCommitmentAge = 86_400n
/** Attodollars a second for names of one, two, three, four and more letters: 640, 160 and 5 dollars a year. */
const rent = [0n, 0n, 20_294_266_869_609n, 5_073_566_717_402n, 158_548_959_919n]

/** The name service: registry, the .eth registrar with its prices, resolver and reverse records. */
export function deployEns(deployer: Deployer, ens: Ens, ethPrice: bigint): EnsContracts {
  const registry = deployer.deploy(ens.registry)
  const own = (parent: Hex, label: string, owner: Address) =>
    deployer.call({
      to: registry,
      abi: ens.registry.abi,
      functionName: 'setSubnodeOwner',
      args: [parent, labelhash(label), owner],
    })
  const publicResolver = deployer.deploy(ens.publicResolver, [registry])
  const reverseRegistrar = deployer.deploy(ens.reverseRegistrar, [registry, publicResolver])
  // The deployer keeps addr.reverse until the first reverse records are written; see registerNames.
  own(zeroHash, 'reverse', deployer.address)
  own(namehash('reverse'), 'addr', deployer.address)

  const baseRegistrar = deployer.deploy(ens.baseRegistrar, [registry, namehash('eth')])
  own(zeroHash, 'eth', baseRegistrar)
  const priceFeed = deployer.deploy(ownArtifact('own/PriceFeed'), [ethPrice], 150_000n)
  const priceOracle = deployer.deploy(ens.priceOracle, [priceFeed, rent], 250_000n)
  const controller = deployer.deploy(
    ens.controller,
    [baseRegistrar, priceOracle, minCommitmentAge, maxCommitmentAge],
    100_000n,
  )
  deployer.call({
    to: baseRegistrar,
    abi: ens.baseRegistrar.abi,
    functionName: 'addController',
    args: [controller],
  })
  return {
    ethUsdPriceFeed: priceFeed,
    ensRegistry: registry,
    ensBaseRegistrar: baseRegistrar,
    ensRegistrarController: controller,
    ensPriceOracle: priceOracle,
    ensPublicResolver: publicResolver,
    ensReverseRegistrar: reverseRegistrar,
    ensUniversalResolver: deployer.deploy(ownArtifact('own/UniversalResolver'), [registry]),
  }
}

/** A registration's secret need not be secret here; it only has to be the same in both steps. */
export const commitmentSecret = keccak256(stringToHex('billfold devnet'))
