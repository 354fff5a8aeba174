import { otherToken } from '@billfold/protocol/otherToken'
import type { Ask } from '../chain.ts'
import type { Refusal, Transfer, TransferPlan, Transfers } from '../transfers.ts'
import { type EvmCall, writeCall } from './evmCall.ts'
import { readBytes, readQuantity, toQuantity } from './quantity.ts'
import { feeOf, fittingFee, type GasFee, gasPrice, rollupFee, withRoom } from './sendFees.ts'
import { probeTransfer, transferData } from './sendProbe.ts'
import { refusalOf } from './sendRefusal.ts'
import { tokenFacts } from './tokenFacts.ts'

/** Works a transfer out and tries it on the chain: what is signed, what it costs, what arrives, or why it would fail. */
export async function planTransfer(transfer: Transfer, ask: Ask): Promise<TransferPlan> {
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
  // A node refuses to try what cannot be paid, in words of its own.
  if (call.value > balance) return { ...plan, refusal: { kind: 'noFunds' } }
  if (token.address) {
    const [isThere, said] = await Promise.all([hasCode(token.address, ask), tokenFacts(token.address, ask)])
    if (!isThere) return { ...plan, refusal: { kind: 'noToken' } }
    // The amount was reckoned by what a list says; by the token's own word it would be another.
    const refusal = otherToken(token, said)
    if (refusal) return { ...plan, refusal }
  }
  const tried = await tryTransfer(transfer, ask)
  if ('refusal' in tried) return { ...plan, ...tried }
  const estimate = await orRefusal(estimateGas(call, ask))
  if ('refusal' in estimate) return { ...plan, refusal: estimate.refusal }
  if (accountType === 'smartAccount') return { ...plan, ...tried, isWalletsFee: true }
  const gas = withRoom(estimate.done)
  const fee = fittingFee(gas, price, rollup, balance - call.value)
  // Someone else may pay the network for an account that runs code.
  if (!fee && (await runsCode(from, ask))) return { ...plan, ...tried, isWalletsFee: true }
  const priced = withFee(call, fee ?? feeOf(gas, price, rollup))
  return fee ? { ...plan, ...tried, ...priced } : { ...plan, ...priced, refusal: { kind: 'noFunds' } }
}

const withFee = (call: EvmCall, { fields, most, likely }: GasFee) => ({
  call: writeCall({ ...call, fields }),
  fee: { most, likely },
})

async function tryTransfer(transfer: Transfer, ask: Ask): Promise<{ arrives?: bigint } | { refusal: Refusal }> {
  const { from, to, amount, token } = transfer
  if (!token.address) return { arrives: amount }
  const tried = await orRefusal(probeTransfer({ from, to, amount, token: token.address }, ask))
  if ('refusal' in tried) return tried
  if (tried.done.returnedFalse) return { refusal: { kind: 'returnedFalse' } }
  // To oneself, before and after are the same: nothing to learn from.
  if (from === to || tried.done.arrives === undefined) return {}
  return { arrives: tried.done.arrives }
}

/** The most of the own coin that can go, with what the network may take left over. */
export async function mostToSend(
  { from, to, balance, accountType }: Parameters<Transfers['most']>[0],
  ask: Ask,
): Promise<bigint> {
  // Tried with nothing, because the whole would not leave anything for the trying. Without a recipient: to oneself.
  const call: EvmCall = { from, to: to ?? from, value: 0n, data: '0x' }
  const toSelf = { ...call, to: from }
  const [price, rollup, around, gas] = await Promise.all([
    gasPrice(ask),
    rollupFee('0x', ask),
    accountType === 'smartAccount' ? gasAround(from, ask) : 0n,
    // A contract may refuse nothing and yet take something: what it makes of the real amount is tried at the review.
    estimateGas(call, ask).catch(() => estimateGas(toSelf, ask)),
  ])
  const left = balance - feeOf(withRoom(gas + around), price, rollup).most
  return left > 0n ? left : 0n
}

/** What a smart account's operation takes beside the call itself (ERC-4337): its check and the bundle, and once its own deployment. */
export const gasAround = async (account: string, ask: Ask): Promise<bigint> =>
  (await hasCode(account, ask)) ? 250_000n : 650_000n

/** A token's transfer takes about this much; a coin's exactly 21,000. */
const tokenGas = 65_000n

/** Roughly what a transfer costs now, before its recipient is known. */
export async function roughFee({ token }: { token?: string | undefined }, ask: Ask): Promise<bigint> {
  const [price, rollup] = await Promise.all([gasPrice(ask), rollupFee(`0x${'00'.repeat(token ? 68 : 0)}`, ask)])
  return feeOf(token ? tokenGas : 21_000n, price, rollup).likely
}

const estimateGas = async ({ from, to, value, data }: EvmCall, ask: Ask): Promise<bigint> =>
  readQuantity(
    await ask({ method: 'eth_estimateGas', params: [{ from, to, value: toQuantity(value), data }] }),
    'gas estimate',
  )

export const nativeBalance = async (owner: string, ask: Ask): Promise<bigint> =>
  readQuantity(await ask({ method: 'eth_getBalance', params: [owner, 'latest'] }), 'balance')

export const hasCode = async (address: string, ask: Ask): Promise<boolean> => {
  const code = readBytes(await ask({ method: 'eth_getCode', params: [address, 'latest'] }), 'code')
  // An account that lends itself a contract's code (EIP-7702) is still a person's.
  return code.length > 2 && !/^0xef0100[0-9a-f]{40}$/i.test(code)
}

/** Whether an account runs code, its own or a contract's that it lends itself. */
export const runsCode = async (address: string, ask: Ask): Promise<boolean> =>
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
