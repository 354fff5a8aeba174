import type { Refusal } from '../../model/transfer.ts'

/** The token programs' error numbers that a transfer can cause. */
const tokenErrors: Readonly<Record<number, Refusal>> = {
  1: { kind: 'noFunds' },
  17: { kind: 'frozen' },
  36: { kind: 'needsMemo' },
  37: { kind: 'nonTransferable' },
}

/** Why the chain rejected a transaction, from a node's error. */
export function refusalOf(error: unknown, least?: bigint): Refusal {
  if (typeof error === 'string')
    return error === 'InsufficientFundsForFee' || error === 'AccountNotFound'
      ? { kind: 'noFunds' }
      : { kind: 'named', name: error }
  const [name, detail] = Object.entries((error ?? {}) as Record<string, unknown>)[0] ?? []
  // The first account is the sender's; others would be created below the minimum.
  if (name === 'InsufficientFundsForRent' && least !== undefined) {
    const { account_index: index } = (detail ?? {}) as { account_index?: unknown }
    return { kind: index === 0 ? 'leavesTooLittle' : 'tooLittle', least: `${least}` }
  }
  if (name !== 'InstructionError' || !Array.isArray(detail))
    return name === undefined ? { kind: 'silent' } : { kind: 'named', name }
  const what: unknown = detail[1]
  if (typeof what === 'string') return { kind: 'named', name: what }
  const { Custom: code } = (what ?? {}) as { Custom?: unknown }
  if (typeof code !== 'number') return { kind: 'silent' }
  return tokenErrors[code] ?? { kind: 'coded', selector: `0x${code.toString(16)}` }
}
