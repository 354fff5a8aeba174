import type { UserOperation } from '@billfold/protocol/embedded/userOperation'
import { type Address, numberToHex, parseEther, size } from 'viem'
import type { Evm } from '../evmNode.ts'
import { preVerificationGasOfDraft } from './gasCost.ts'
import { type EntryPoint, probeCallGas, type StateOverride, simulateValidation } from './simulation.ts'
import { smallestThatWorks } from './smallestThatWorks.ts'

const maxVerificationGas = 4_000_000n
const maxPaymasterVerificationGas = 2_000_000n
const maxCallGas = 8_000_000n
const postOp = 100_000n
const exaggeratedFee = parseEther('0.001')

const withMargin = (gas: bigint) => gas + gas / 10n + 1_000n

/** Estimates the gas limits of an operation by running it, whatever its signature. */
export async function estimateUserOperationGas(
  evm: Evm,
  entryPoint: EntryPoint,
  draft: UserOperation,
  options: { beneficiary: Address; override: StateOverride },
) {
  const { beneficiary, override } = options
  // Paying the prefund is part of a sender's validation cost, unless its deposit suffices: at this fee it never does.
  const fee = draft.paymaster ? 1n : exaggeratedFee
  const op: UserOperation = {
    ...draft,
    callGasLimit: 0n,
    verificationGasLimit: maxVerificationGas,
    preVerificationGas: 0n,
    maxFeePerGas: fee,
    maxPriorityFeePerGas: fee,
    paymasterVerificationGasLimit: draft.paymaster ? maxPaymasterVerificationGas : 0n,
  }
  const { paymasterContext } = await simulateValidation(evm, entryPoint, op, override)
  const validates = (limits: Partial<UserOperation>) =>
    simulateValidation(evm, entryPoint, { ...op, ...limits }, override).then(
      () => true,
      () => false,
    )
  const verificationGasLimit = await smallestThatWorks(maxVerificationGas, (gas) =>
    validates({ verificationGasLimit: gas }),
  )
  const callGas = await probeCallGas(evm, entryPoint, op, maxCallGas, override)
  const limits = {
    preVerificationGas: numberToHex(preVerificationGasOfDraft(draft, beneficiary)),
    verificationGasLimit: numberToHex(withMargin(verificationGasLimit)),
    callGasLimit: numberToHex(callGas === 0n ? 0n : withMargin(callGas)),
  }
  if (!draft.paymaster) return limits

  const paymasterVerificationGasLimit =
    draft.paymasterVerificationGasLimit ||
    withMargin(
      await smallestThatWorks(maxPaymasterVerificationGas, (gas) => validates({ paymasterVerificationGasLimit: gas })),
    )
  const paymasterPostOpGasLimit = draft.paymasterPostOpGasLimit || (size(paymasterContext) > 0 ? postOp : 0n)
  return {
    ...limits,
    paymasterVerificationGasLimit: numberToHex(paymasterVerificationGasLimit),
    paymasterPostOpGasLimit: numberToHex(paymasterPostOpGasLimit),
  }
}
