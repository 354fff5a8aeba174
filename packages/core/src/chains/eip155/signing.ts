import { parseCaipNetworkId } from '@billfold/protocol/caip'
import { isAddress } from 'viem/utils'
import type { Chain } from '../chain.ts'
import { toQuantity } from './quantity.ts'

/** Signing methods: the position of the account, and whether they also send. */
const methods: Record<string, { at: (params: readonly unknown[]) => unknown; sends?: true }> = {
  // Some libraries put the account first, some second.
  personal_sign: { at: ([first, second]) => (isAccount(second) ? second : first) },
  eth_sign: { at: ([account]) => account },
  eth_signTypedData: { at: ([first, second]) => (isAccount(first) ? first : second) },
  eth_signTypedData_v3: { at: ([account]) => account },
  eth_signTypedData_v4: { at: ([account]) => account },
  eth_signTransaction: { at: ([transaction]) => fromOf(transaction) },
  eth_sendTransaction: { at: ([transaction]) => fromOf(transaction), sends: true },
  wallet_sendCalls: { at: ([calls]) => fromOf(calls), sends: true },
}

const isAccount = (value: unknown): value is string => typeof value === 'string' && isAddress(value, { strict: false })
const fromOf = (value: unknown) => (value as { from?: unknown } | null | undefined)?.from

/** Finds the signer of an EVM request. */
export const signing: Chain['signing'] = ({ method, params }) => {
  const row = Object.hasOwn(methods, method) ? methods[method] : undefined
  if (!row) return undefined
  const address = row.at(Array.isArray(params) ? params : [])
  return { sends: row.sends ?? false, ...(isAccount(address) ? { address } : {}) }
}

/** Adds the chain id to a request that sends, so that a wallet on another chain rejects it. */
export const onNetwork: NonNullable<Chain['onNetwork']> = (request, networkId) => {
  const [first, ...rest] = (Array.isArray(request.params) ? request.params : []) as unknown[]
  const isSend = Object.hasOwn(methods, request.method) && methods[request.method]?.sends
  if (!isSend || typeof first !== 'object' || first === null || (first as { chainId?: unknown }).chainId !== undefined)
    return request
  const chainId = toQuantity(Number(parseCaipNetworkId(networkId).reference))
  return { ...request, params: [{ ...first, chainId }, ...rest] }
}
