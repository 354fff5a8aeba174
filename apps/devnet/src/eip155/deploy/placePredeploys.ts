import type { Address, Hex } from 'viem'
import type { Evm } from '../evmNode.ts'
import { ownArtifact } from './artifact.ts'

/** Addresses that wallets and libraries have built in, the same on every chain. */
export const predeploys = {
  create2Deployer: '0x4e59b44847b379578588920cA78FbF26c0B4956C',
  multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
  permit2: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
} as const satisfies Record<string, Address>

/** Takes a salt and creation code as bare calldata and returns the address: Arachnid's deterministic deployer. */
const create2DeployerCode =
  '0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3'

/**
 * Puts the code of the well-known contracts at their usual addresses. Their creation leaves no state, so code is
 * enough.
 */
export async function placePredeploys(evm: Evm): Promise<typeof predeploys> {
  const multicall3 = await evm.request<Hex>('eth_call', [{ data: ownArtifact('vendor/Multicall3').bytecode }, 'latest'])
  await evm.request('hardhat_setCode', [predeploys.create2Deployer, create2DeployerCode])
  await evm.request('hardhat_setCode', [predeploys.multicall3, multicall3])
  await evm.request('hardhat_setCode', [predeploys.permit2, ownArtifact('vendor/Permit2').bytecode])
  return predeploys
}

/** The address of ENS's universal resolver in viem's chains and ethers' networks, on every chain that has one. */
const knownUniversalResolver: Address = '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe'

/** Puts the universal resolver at the clients' address too; its code holds all of its state. */
export async function placeUniversalResolver(evm: Evm, deployed: Address): Promise<Address> {
  const code = await evm.request<Hex>('eth_getCode', [deployed, 'latest'])
  await evm.request('hardhat_setCode', [knownUniversalResolver, code])
  return knownUniversalResolver
}
