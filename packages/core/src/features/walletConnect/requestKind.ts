export type RequestKind = 'signature' | 'transaction' | 'network'

/** What a request is about, in any family's words; nothing where a person would have to guess. */
export function requestKind(method: string): RequestKind | undefined {
  const name = method.replace(/^[a-z0-9]+_(?=[a-z])/, '')
  if (/transaction|txn?s?$|^sendCalls$|^sendTransfer$|^signPsbt$/i.test(name)) return 'transaction'
  if (/^(?:switch|add)EthereumChain$/.test(name)) return 'network'
  return /^sign(?!In$|Out$)/.test(name) ? 'signature' : undefined
}
