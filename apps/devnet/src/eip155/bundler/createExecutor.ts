import { transactionGasCap } from '@billfold/protocol/embedded/operationGas'
import { operationRejections as rejections } from '@billfold/protocol/embedded/operationRejection'
import type { Authorization, UserOperation } from '@billfold/protocol/embedded/userOperation'
import { type Address, type Hex, numberToHex, recoverAddress } from 'viem'
import { hashAuthorization } from 'viem/utils'
import { RpcError } from '../../rpcError.ts'
import { createSerialQueue } from '../../serialQueue.ts'
import { executorAccount } from '../deploy/serviceAccounts.ts'
import type { Evm } from '../evmNode.ts'
import { handleOpsData, preVerificationGasOf, transactionGasOf } from './gasCost.ts'
import { toRejection } from './rejection.ts'
import { delegationOf } from './simulation.ts'

/** Puts operations on chain, one transaction each, with a key of its own. */
type Executor = {
  address: Address
  /** Returns the transaction's hash; rejects with a code of ERC-7769 what the chain would reject. */
  submit(entryPoint: Address, op: UserOperation): Promise<Hex>
}

export function createExecutor(evm: Evm): Executor {
  const { address } = executorAccount
  // Serial, so that a nonce is used before the next one is read.
  const inTurn = createSerialQueue()

  /** Runs the exact call of the transaction, so that no gas is spent on an operation that fails. */
  async function rehearse(entryPoint: Address, op: UserOperation, gas: bigint) {
    const transaction = { from: address, to: entryPoint, data: handleOpsData(op, address), gas: numberToHex(gas) }
    await evm.request('eth_call', [transaction, 'latest', delegationOf(op)]).catch((error) => {
      throw toRejection(error)
    })
  }

  async function send(entryPoint: Address, op: UserOperation, gas: bigint): Promise<Hex> {
    const nonce = Number(await evm.request<Hex>('eth_getTransactionCount', [address, 'pending']))
    const transaction = {
      chainId: evm.chainId,
      nonce,
      to: entryPoint,
      data: handleOpsData(op, address),
      gas,
      // The entry point refunds at these same fees, so the executor neither gains nor loses by them.
      maxFeePerGas: op.maxFeePerGas,
      maxPriorityFeePerGas: op.maxPriorityFeePerGas,
    }
    const { eip7702Auth } = op
    const raw = eip7702Auth
      ? await executorAccount.signTransaction({
          ...transaction,
          type: 'eip7702',
          authorizationList: [toSigned(eip7702Auth)],
        })
      : await executorAccount.signTransaction({ ...transaction, type: 'eip1559' })
    return evm.request<Hex>('eth_sendRawTransaction', [raw])
  }

  return {
    address,
    async submit(entryPoint, op) {
      const gas = transactionGasOf(op, address)
      await checkFields(evm, op, { gas, preVerificationGas: preVerificationGasOf(op, address) })
      return inTurn(async () => {
        await rehearse(entryPoint, op, gas)
        return send(entryPoint, op, gas)
      })
    },
  }
}

const toSigned = (auth: Authorization) => ({
  chainId: Number(auth.chainId),
  address: auth.address,
  nonce: Number(auth.nonce),
  r: numberToHex(auth.r, { size: 32 }),
  s: numberToHex(auth.s, { size: 32 }),
  yParity: Number(auth.yParity),
})

/** Checks the fields of an operation, without running it. */
async function checkFields(evm: Evm, op: UserOperation, least: { gas: bigint; preVerificationGas: bigint }) {
  const refuse = (message: string) => {
    throw new RpcError(rejections.invalid, message)
  }
  if (least.gas > transactionGasCap) refuse(`The gas limits add up to more than a transaction allows.`)
  if (op.preVerificationGas < least.preVerificationGas)
    refuse(`preVerificationGas is too low: it must be at least ${least.preVerificationGas}.`)
  if (op.maxPriorityFeePerGas > op.maxFeePerGas) refuse('maxPriorityFeePerGas must not be above maxFeePerGas.')
  const { baseFeePerGas } = await evm.request<{ baseFeePerGas: Hex }>('eth_getBlockByNumber', ['pending', false])
  if (op.maxFeePerGas < BigInt(baseFeePerGas))
    refuse(`maxFeePerGas is too low: the base fee is ${BigInt(baseFeePerGas)} wei.`)
  if (op.eip7702Auth) await checkAuthorization(evm, op.sender, op.eip7702Auth)
}

async function checkAuthorization(evm: Evm, sender: Address, auth: Authorization) {
  const refuse = (message: string) => {
    throw new RpcError(rejections.invalid, message)
  }
  if (auth.chainId !== 0n && auth.chainId !== BigInt(evm.chainId))
    refuse(`The authorization is for chain ${auth.chainId} and this is chain ${evm.chainId}.`)
  const nonce = BigInt(await evm.request<Hex>('eth_getTransactionCount', [sender, 'latest']))
  if (auth.nonce !== nonce) refuse(`The authorization's nonce is ${auth.nonce} and the account's is ${nonce}.`)
  const { r, s, yParity, ...signed } = toSigned(auth)
  const signer = await recoverAddress({ hash: hashAuthorization(signed), signature: { r, s, yParity } }).catch(
    () => undefined,
  )
  if (signer?.toLowerCase() !== sender.toLowerCase()) refuse('The authorization is not signed by the sender.')
}
