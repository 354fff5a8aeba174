import { type Address, decodeFunctionResult, encodeFunctionData, type Hex, parseEther, zeroAddress } from 'viem'
import type { Evm } from '../evmNode.ts'
import { ownArtifact } from './artifact.ts'
import { createDeployer, type Deployer } from './createDeployer.ts'
import { commitmentSecret, type Ens } from './deployEns.ts'
import type { Contracts } from './deployment.ts'
import { commitmentOf } from './registerNames.ts'
import { namesAccount } from './serviceAccounts.ts'

const label = 'billfold'
const fiftyYears = 50n * 31_557_600n
const resolver = () => ownArtifact('own/OffchainResolver')

type Given = { contracts: Pick<Contracts, keyof Contracts & `ens${string}`>; ens: Ens }

/** Deploys the resolver that queries our server's gateway, and begins to register the parent with it. */
export function commitParent(deployer: Deployer, { contracts, ens }: Given, gatewayUrl: string | undefined): Address {
  const urls = gatewayUrl ? [gatewayUrl] : []
  const address = deployer.deploy(resolver(), [deployer.address, namesAccount.address, urls], 500_000n)
  deployer.call({
    to: contracts.ensRegistrarController,
    abi: ens.controller.abi,
    functionName: 'commit',
    args: [commitmentOf(label, deployer.address, address, zeroAddress)],
  })
  return address
}

/** The second of the registrar's two steps. */
export function registerParent(deployer: Deployer, { contracts, ens }: Given, address: Address): void {
  deployer.call({
    to: contracts.ensRegistrarController,
    abi: ens.controller.abi,
    functionName: 'registerWithConfig',
    args: [label, deployer.address, fiftyYears, commitmentSecret, address, zeroAddress],
    value: parseEther('20'),
    gas: 500_000n,
  })
}

/** Updates the gateway's URL on a chain that was stored by an earlier start. */
export async function updateGateway(evm: Evm, to: Address, gatewayUrl: string): Promise<void> {
  const { abi } = resolver()
  const data = encodeFunctionData({ abi, functionName: 'urls' })
  const answer = await evm.request<Hex>('eth_call', [{ to, data }, 'latest'])
  const [url] = decodeFunctionResult({ abi, functionName: 'urls', data: answer }) as readonly string[]
  if (url === gatewayUrl) return
  const deployer = await createDeployer(evm)
  deployer.call({ to, abi, functionName: 'setUrls', args: [[gatewayUrl]], gas: 500_000n })
  await deployer.flush()
}
