import { isAddress } from 'viem/utils'
import type { Chain } from '../chain.ts'

/** The methods that sign: where the account stands in their parameters, and whether they also send. */
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

/** What an EVM request signs. */
export const signing: Chain['signing'] = ({ method, params }) => {
  const row = Object.hasOwn(methods, method) ? methods[method] : undefined
  if (!row) return undefined
  const address = row.at(Array.isArray(params) ? params : [])
  return { sends: row.sends ?? false, ...(isAccount(address) ? { address } : {}) }
}
