import {
  draftUserOperation,
  operationAddress,
  operationQuantity,
  packUserOperation,
  toUserOperation,
} from '@billfold/protocol/embedded/userOperation'
import {
  type Address,
  concatHex,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  isAddressEqual,
  numberToHex,
  parseAbi,
} from 'viem'
import * as z from 'zod/mini'
import { RpcError } from '../../rpcError.ts'
import type { RpcService } from '../bundler/createBundler.ts'
import { parseParams } from '../bundler/parseParams.ts'
import type { Deployment } from '../deploy/deployment.ts'
import { sponsorAccount } from '../deploy/serviceAccounts.ts'
import type { Evm } from '../evmNode.ts'

const paymasterAbi = parseAbi([
  'struct PackedUserOperation { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }',
  'function getHash(PackedUserOperation op, uint48 validUntil, uint48 validAfter) view returns (bytes32)',
])

// The last is the app's own context (a policy's name, for instance): every operation is sponsored here, so it is
// ignored.
const params = z.tuple([draftUserOperation, operationAddress, operationQuantity, z.optional(z.unknown())])
const names = ['userOperation', 'entryPoint', 'chainId', 'context']

const validitySeconds = 3_600n
const sponsor = { name: 'Billfold devnet' }
const verificationGas = 60_000n
/** A calm two-tone picture: quarter circles on a grid of four by four, rotated by the token's id. */
const stubSignature: Hex = `0x${'1f'.repeat(64)}1c`

const timeWindow = (validUntil: bigint, validAfter: bigint) =>
  concatHex([numberToHex(validUntil, { size: 6 }), numberToHex(validAfter, { size: 6 })])

/** As long as a signature and as costly to verify, by no key. */
export function createPaymaster(evm: Evm, deployment: Pick<Deployment, 'contracts'>): RpcService {
  const { entryPoint07, entryPoint08, verifyingPaymaster07, verifyingPaymaster08 } = deployment.contracts

  function paymasterOf(entryPoint: Address): Address {
    if (isAddressEqual(entryPoint, entryPoint08)) return verifyingPaymaster08
    if (isAddressEqual(entryPoint, entryPoint07)) return verifyingPaymaster07
    throw new RpcError(-32602, `The entry point ${entryPoint} is not supported.`)
  }

  function parse(given: unknown) {
    const [draft, entryPoint, chainId] = parseParams(params, given, names)
    if (chainId !== BigInt(evm.chainId))
      throw new RpcError(-32602, `This paymaster serves chain ${evm.chainId}, not ${chainId}.`)
    return { op: toUserOperation(draft), paymaster: paymasterOf(entryPoint) }
  }

  function stubData(given: unknown) {
    const { paymaster } = parse(given)
    return {
      sponsor,
      paymaster,
      paymasterData: concatHex([timeWindow(2n ** 48n - 1n, 2n ** 48n - 1n), stubSignature]),
      paymasterVerificationGasLimit: numberToHex(verificationGas),
      paymasterPostOpGasLimit: numberToHex(0),
      isFinal: false,
    }
  }

  async function paymasterData(given: unknown) {
    const { op, paymaster } = parse(given)
    if (op.callGasLimit === 0n && op.verificationGasLimit === 0n)
      throw new RpcError(-32602, 'Invalid params: the gas limits are missing: the paymaster signs them.')
    const { timestamp } = await evm.request<{ timestamp: Hex }>('eth_getBlockByNumber', ['pending', false])
    const validUntil = BigInt(timestamp) + validitySeconds
    const paymasterVerificationGasLimit = op.paymasterVerificationGasLimit || verificationGas
    const packed = packUserOperation({ ...op, paymaster, paymasterVerificationGasLimit, paymasterData: '0x' })
    const data = encodeFunctionData({
      abi: paymasterAbi,
      functionName: 'getHash',
      args: [packed, Number(validUntil), 0],
    })
    const result = await evm.request<Hex>('eth_call', [{ to: paymaster, data }, 'latest'])
    const hash = decodeFunctionResult({ abi: paymasterAbi, functionName: 'getHash', data: result })
    const signature = await sponsorAccount.signMessage({ message: { raw: hash } })
    return {
      paymaster,
      paymasterData: concatHex([timeWindow(validUntil, 0n), signature]),
      paymasterVerificationGasLimit: numberToHex(paymasterVerificationGasLimit),
      paymasterPostOpGasLimit: numberToHex(op.paymasterPostOpGasLimit),
    }
  }

  return {
    async handle(method, given) {
      switch (method) {
        case 'pm_getPaymasterStubData':
          return stubData(given)
        case 'pm_getPaymasterData':
          return paymasterData(given)
        case 'eth_chainId':
          return numberToHex(evm.chainId)
        default:
          throw new RpcError(-32601, `The paymaster has no method ${method}.`)
      }
    },
  }
}
