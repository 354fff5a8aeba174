/** Why a transaction failed, in the form of nodes: a name, or a name with its details. */
export type TransactionError = string | { [name: string]: unknown }

/** Parses the machine's text of an error, `InstructionError(0, Custom(1))`, into the form of nodes. */
export function readTransactionError(text: string): TransactionError {
  const [, index, name, code] = /^InstructionError\((\d+), (\w+)(?:\((\d+)\))?/.exec(text) ?? []
  if (index !== undefined && name !== undefined)
    return { InstructionError: [Number(index), name === 'Custom' ? { Custom: Number(code) } : name] }
  const [, variant, number] = /^(\w+)\((\d+)\)$/.exec(text) ?? []
  if (variant !== undefined) return { [variant]: Number(number) }
  const [, struct, account] = /^(\w+) \{ account_index: (\d+) \}$/.exec(text) ?? []
  if (struct !== undefined) return { [struct]: { account_index: Number(account) } }
  return text
}

const words: Readonly<Record<string, string>> = {
  AccountNotFound: 'Attempt to debit an account but found no record of a prior credit.',
  AlreadyProcessed: 'This transaction has already been processed',
  BlockhashNotFound: 'Blockhash not found',
  InsufficientFundsForFee: 'Insufficient funds for fee',
  InvalidAccountForFee: 'This account may not be used to pay transaction fees',
  ProgramAccountNotFound: 'Attempt to load a program that does not exist',
  SignatureFailure: 'Transaction did not pass signature verification',
}

/** The same for people, in the words of Solana's own node: libraries look for them. */
export function describeTransactionError(error: TransactionError): string {
  if (typeof error === 'string') return words[error] ?? error
  const [name, value] = Object.entries(error)[0] ?? ['', undefined]
  if (name === 'InsufficientFundsForRent') {
    const { account_index: index } = value as { account_index: number }
    return `Transaction results in an account (${index}) with insufficient funds for rent`
  }
  if (name !== 'InstructionError') return name
  const [index, what] = value as [number, string | { Custom: number }]
  const reason = typeof what === 'string' ? spaced(what) : `custom program error: 0x${what.Custom.toString(16)}`
  return `Error processing Instruction ${index}: ${reason}`
}

/** `InvalidAccountData` as `invalid account data`. */
const spaced = (name: string) => name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
