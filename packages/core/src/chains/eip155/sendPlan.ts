import { otherToken } from '@billfold/protocol/otherToken'
import type { Refusal } from '../../model/transfer.ts'
import type { QueryWallet } from '../chainQuery.ts'
import type { Transfer, TransferPlan, Transfers } from '../transfers.ts'
import { type EvmCall, writeCall } from './evmCall.ts'
import { readBytes, readQuantity, toQuantity } from './quantity.ts'
import { feeOf, fittingFee, type GasFee, gasPrice, rollupFee, withRoom } from './sendFees.ts'
import { refusalOf } from './sendRefusal.ts'
import { simulateTransfer, transferData } from './simulateTransfer.ts'
import { tokenFacts } from './tokenFacts.ts'

/** Builds and simulates a transfer: the call, its cost, the amount to arrive, or why it would fail. */
export async function planTransfer(transfer: Transfer, ask: QueryWallet): Promise<TransferPlan> {
  const { from, to, amount, token, accountType } = transfer
  const call: EvmCall = token.address
    ? { from, to: token.address, value: 0n, data: transferData(to, amount) }
    : { from, to, value: amount, data: '0x' }
  const [isContract, balance, price, rollup] = await Promise.all([
    hasCode(to, ask),
    nativeBalance(from, ask),
    gasPrice(ask),
    rollupFee(call.data, ask),
  ])
  const plan = { transfer, call: writeCall(call), isContract }
  // A node does not simulate what cannot be paid, with an error of its own.
  if (call.value > balance) return { ...plan, refusal: { kind: 'noFunds' } }
  if (token.address) {
    const [isThere, facts] = await Promise.all([hasCode(token.address, ask), tokenFacts(token.address, ask)])
    if (!isThere) return { ...plan, refusal: { kind: 'noToken' } }
    // The amount was computed with a list's decimals; the token's own would change it.
    const refusal = otherToken(token, facts)
    if (refusal) return { ...plan, refusal }
  }
  const tried = await tryTransfer(transfer, ask)
  if ('refusal' in tried) return { ...plan, ...tried }
  const estimate = await orRefusal(estimateGas(call, ask))
  if ('refusal' in estimate) return { ...plan, refusal: estimate.refusal }
  if (accountType === 'smartAccount') return { ...plan, ...tried, isWalletsFee: true }
  const gas = withRoom(estimate.done)
  const fee = fittingFee(gas, price, rollup, balance - call.value)
  // A paymaster may cover a contract account's fee.
  if (!fee && (await runsCode(from, ask))) return { ...plan, ...tried, isWalletsFee: true }
  const priced = withFee(call, fee ?? feeOf(gas, price, rollup))
  return fee ? { ...plan, ...tried, ...priced } : { ...plan, ...priced, refusal: { kind: 'noFunds' } }
}

const withFee = (call: EvmCall, { fields, most, likely }: GasFee) => ({
  call: writeCall({ ...call, fields }),
  fee: { most, likely },
})

async function tryTransfer(transfer: Transfer, ask: QueryWallet): Promise<{ arrives?: bigint } | { refusal: Refusal }> {
  const { from, to, amount, token } = transfer
  if (!token.address) return { arrives: amount }
  const tried = await orRefusal(simulateTransfer({ from, to, amount, token: token.address }, ask))
  if ('refusal' in tried) return tried
  if (tried.done.returnedFalse) return { refusal: { kind: 'returnedFalse' } }
  // For a transfer to oneself, before and after are equal.
  if (from === to || tried.done.arrives === undefined) return {}
  return { arrives: tried.done.arrives }
}

/** The maximum of the native coin, after the network fee. */
export async function maxSendable(
  { from, to, balance, accountType }: Parameters<Transfers['most']>[0],
  ask: QueryWallet,
): Promise<bigint> {
  // Estimated with value zero, because the full amount would leave nothing for gas. Without a recipient: to oneself.
  const call: EvmCall = { from, to: to ?? from, value: 0n, data: '0x' }
  const toSelf = { ...call, to: from }
  const [price, rollup, around, gas] = await Promise.all([
    gasPrice(ask),
    rollupFee('0x', ask),
    accountType === 'smartAccount' ? gasAround(from, ask) : 0n,
    // A contract may accept zero and still need gas for a real amount: the review simulates that.
    estimateGas(call, ask).catch(() => estimateGas(toSelf, ask)),
  ])
  const left = balance - feeOf(withRoom(gas + around), price, rollup).most
  return left > 0n ? left : 0n
}

/** Gas overhead of a smart account's operation (ERC-4337): validation, the bundle, and once its deployment. */
export const gasAround = async (account: string, ask: QueryWallet): Promise<bigint> =>
  (await hasCode(account, ask)) ? 250_000n : 650_000n

/** Typical for a token transfer; a coin's is exactly 21,000. */
const tokenGas = 65_000n

/** Approximate cost of a transfer, before its recipient is known. */
export async function roughFee({ token }: { token?: string | undefined }, ask: QueryWallet): Promise<bigint> {
  const [price, rollup] = await Promise.all([gasPrice(ask), rollupFee(`0x${'00'.repeat(token ? 68 : 0)}`, ask)])
  return feeOf(token ? tokenGas : 21_000n, price, rollup).likely
}

const estimateGas = async ({ from, to, value, data }: EvmCall, ask: QueryWallet): Promise<bigint> =>
  readQuantity(
    await ask({ method: 'eth_estimateGas', params: [{ from, to, value: toQuantity(value), data }] }),
    'gas estimate',
  )

export const nativeBalance = async (owner: string, ask: QueryWallet): Promise<bigint> =>
  readQuantity(await ask({ method: 'eth_getBalance', params: [owner, 'latest'] }), 'balance')

export const hasCode = async (address: string, ask: QueryWallet): Promise<boolean> => {
  const code = readBytes(await ask({ method: 'eth_getCode', params: [address, 'latest'] }), 'code')
  // An EOA that delegates to a contract (EIP-7702) is still a person's.
  return code.length > 2 && !/^0xef0100[0-9a-f]{40}$/i.test(code)
}

/** Whether an account has code, its own or delegated. */
export const runsCode = async (address: string, ask: QueryWallet): Promise<boolean> =>
  readBytes(await ask({ method: 'eth_getCode', params: [address, 'latest'] }), 'code').length > 2

async function orRefusal<T>(work: Promise<T>): Promise<{ done: T } | { refusal: Refusal }> {
  try {
    return { done: await work }
  } catch (e) {
    const refusal = refusalOf(e)
    if (!refusal) throw e
    return { refusal }
  }
}
