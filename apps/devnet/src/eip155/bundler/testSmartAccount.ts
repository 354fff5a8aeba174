import type { DevnetChain } from '@billfold/protocol/devnetManifest'
import { type Address, encodeFunctionData, type Hex, http, type LocalAccount, parseAbi } from 'viem'
import { createBundlerClient, entryPoint07Abi, getUserOperationHash, toSmartAccount } from 'viem/account-abstraction'
import { readContract } from 'viem/actions'
import { viemWallet } from '../deploy/testPeer.ts'
import { devAccounts } from '../devAccounts.ts'

type SmartAccountClient = Parameters<typeof toSmartAccount>[0]['client']

const factoryAbi = parseAbi([
  'function createAccount(address owner, uint256 salt) returns (address)',
  'function getAddress(address owner, uint256 salt) view returns (address)',
])
const accountAbi = parseAbi(['function executeBatch(address[] targets, uint256[] values, bytes[] data)'])

/** As long and as costly to verify as a signature, by an arbitrary key. */
const stubSignature =
  '0xfffffffffffffffffffffffffffffff0000000000000000000000000000000007aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa1c'

/** The SimpleAccount of ERC-4337 v0.7, created by its first operation, for viem. */
export function toSimpleAccount(client: SmartAccountClient, chain: DevnetChain, owner: LocalAccount) {
  const { entryPoint07, simpleAccountFactory07 } = chain.contracts as Record<string, Address>
  const factory = { address: simpleAccountFactory07!, abi: factoryAbi } as const
  const args = [owner.address, 0n] as const
  const unsupported = async (): Promise<never> => {
    throw new Error('This account only signs user operations.')
  }
  const getAddress = () => readContract(client, { ...factory, functionName: 'getAddress', args })
  return toSmartAccount({
    client,
    entryPoint: { abi: entryPoint07Abi, address: entryPoint07!, version: '0.7' },
    getAddress,
    getFactoryArgs: async () => ({
      factory: factory.address,
      factoryData: encodeFunctionData({ abi: factoryAbi, functionName: 'createAccount', args }),
    }),
    encodeCalls: async (calls) =>
      encodeFunctionData({
        abi: accountAbi,
        functionName: 'executeBatch',
        args: [calls.map(({ to }) => to), calls.map(({ value }) => value ?? 0n), calls.map(({ data }) => data ?? '0x')],
      }),
    getStubSignature: async () => stubSignature,
    signMessage: unsupported,
    signTypedData: unsupported,
    async signUserOperation({ chainId = chain.id, ...userOperation }) {
      const sender = await getAddress()
      const hash = getUserOperationHash({
        chainId,
        entryPointAddress: entryPoint07!,
        entryPointVersion: '0.7',
        userOperation: { ...userOperation, sender } as never,
      })
      return owner.signMessage!({ message: { raw: hash } })
    },
  })
}

/** viem's client for the chain's bundler, with the fees that the bundler proposes. */
export function bundlerOf(chain: DevnetChain) {
  const client = viemWallet(chain, devAccounts[0]!.privateKey)
  return createBundlerClient({
    client,
    chain: client.chain,
    transport: http(chain.bundlerUrl, { retryCount: 0 }),
    pollingInterval: 20,
    userOperation: {
      async estimateFeesPerGas({ bundlerClient }) {
        type Price = Record<'maxFeePerGas' | 'maxPriorityFeePerGas', Hex>
        const { standard } = await bundlerClient.request<{
          Parameters: undefined
          ReturnType: Record<'standard', Price>
          Method: string
        }>({
          method: 'pimlico_getUserOperationGasPrice',
        })
        return {
          maxFeePerGas: BigInt(standard.maxFeePerGas),
          maxPriorityFeePerGas: BigInt(standard.maxPriorityFeePerGas),
        }
      },
    },
  })
}
