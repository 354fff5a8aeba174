import { smartAccountContracts } from '@billfold/protocol/embedded/smartAccount'
import { type Address, getAddress, parseEther, zeroHash } from 'viem'
import { ownArtifact, packageArtifact } from './artifact.ts'
import type { Deployer } from './createDeployer.ts'
import type { Contracts } from './deployment.ts'
import { executorAccount, relayerAccount, sponsorAccount } from './serviceAccounts.ts'

/** These salts put the packaged code at the addresses that wallets expect. */
const canonical = {
  entryPoint07: {
    artifact: 'account-abstraction-07/artifacts/EntryPoint.json',
    salt: '0x90d8084deab30c2a37c45e8d47f49f2f7965183cb6990a98943ef94940681de3',
    address: '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
  },
  entryPoint08: {
    artifact: 'account-abstraction-08/artifacts/EntryPoint.json',
    salt: '0x0a59dbff790c23c976a548690c27297883cc66b4c67024f9117b0238995e35e9',
    address: '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108',
  },
  simple7702Account: {
    artifact: 'account-abstraction-08/artifacts/Simple7702Account.json',
    salt: zeroHash,
    address: '0xe6Cae83BdE06E4c305530e199D7217f42808555B',
  },
  ownedAccountFactory: {
    artifact: 'own/OwnedAccountFactory',
    salt: zeroHash,
    address: getAddress(smartAccountContracts.factory4337),
  },
} as const

type AccountAbstraction = Pick<
  Contracts,
  keyof typeof canonical | 'simpleAccountFactory07' | 'verifyingPaymaster07' | 'verifyingPaymaster08'
>

/** ERC-4337 v0.7 and v0.8: entry points, accounts, and a funded paymaster for each. */
export function deployAccountAbstraction(deployer: Deployer, create2Deployer: Address): AccountAbstraction {
  const place = (name: keyof typeof canonical): Address => {
    const { artifact, salt, address } = canonical[name]
    const code = artifact === 'own/OwnedAccountFactory' ? ownArtifact(artifact) : packageArtifact(artifact)
    const placed = deployer.deployAt(create2Deployer, salt, code)
    if (placed !== address) throw new Error(`${name} would be deployed at ${placed}, not at ${address}.`)
    return placed
  }
  const paymaster = ownArtifact('own/VerifyingPaymaster')
  const fund = (entryPoint: Address): Address => {
    const to = deployer.deploy(paymaster, [
      entryPoint,
      sponsorAccount.address,
      [relayerAccount.address, executorAccount.address],
    ])
    deployer.call({ to, abi: paymaster.abi, functionName: 'deposit', value: parseEther('1000') })
    return to
  }
  const entryPoint07 = place('entryPoint07')
  const entryPoint08 = place('entryPoint08')
  const factory = packageArtifact('account-abstraction-07/artifacts/SimpleAccountFactory.json')
  return {
    entryPoint07,
    entryPoint08,
    simple7702Account: place('simple7702Account'),
    ownedAccountFactory: place('ownedAccountFactory'),
    simpleAccountFactory07: deployer.deploy(factory, [entryPoint07]),
    verifyingPaymaster07: fund(entryPoint07),
    verifyingPaymaster08: fund(entryPoint08),
  }
}
