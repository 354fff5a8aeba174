export type RequestKind = 'signature' | 'transaction' | 'network'

/** The kind of request, for any family; undefined if it would be a guess. */
export function requestKind(method: string): RequestKind | undefined {
  const name = method.replace(/^[a-z0-9]+_(?=[a-z])/, '')
  if (/transaction|txn?s?$|^sendCalls$|^sendTransfer$|^signPsbt$/i.test(name)) return 'transaction'
  if (/^(?:switch|add)EthereumChain$/.test(name)) return 'network'
  return /^sign(?!In$|Out$)/.test(name) ? 'signature' : undefined
}
