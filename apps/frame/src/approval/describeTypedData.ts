import type { TypedData } from '../evm/hashTypedData.ts'
import type { Hex } from '../evm/signHash.ts'

/** A value of typed data and its path, in signing order. */
export type TypedRow = { path: readonly string[]; type: string; value: string }

/** A right that a signature grants, and no later transaction shows. */
export type TypedFact = { kind: 'allowsToken'; token: Hex; spender: Hex; amount: bigint | 'unlimited'; until?: bigint }

export type DescribedTypedData = {
  /** The recipient that it names itself. */
  domain: { name?: string; contract?: Hex; chainId?: bigint }
  /** Whether it is for a different chain than the active one. */
  isElsewhere: boolean
  facts: TypedFact[]
  rows: TypedRow[]
}

const boundless = 2n ** 160n - 1n
const maxRows = 500

/**
 * Describes typed data: every signed value and no other, with permits named as such. `hashTypedData` has to check the values against their types
 * first.
 */
export function describeTypedData(data: TypedData, chainId: bigint): DescribedTypedData {
  const { types, domain } = data
  // If the types list the domain's fields, only those are signed; the rest is an unsigned claim.
  const listed = types.EIP712Domain ? signedOf(types, 'EIP712Domain', domain) : domain
  const [name, contract, signedChainId] = [listed.name, hexIn(listed.verifyingContract), numberIn(listed.chainId)]
  return {
    domain: {
      ...(typeof name === 'string' ? { name } : {}),
      ...(contract === undefined ? {} : { contract }),
      ...(signedChainId === undefined ? {} : { chainId: signedChainId }),
    },
    isElsewhere: signedChainId !== undefined && signedChainId !== chainId,
    facts: factsOf(data, contract),
    rows: rowsOf(data),
  }
}

type Fields = Readonly<Record<string, unknown>>

/** The fields of a value that its type names. */
function signedOf(types: TypedData['types'], type: string, value: unknown): Fields {
  const fields = Object.hasOwn(types, type) ? types[type]! : []
  const given = (typeof value === 'object' && value !== null ? value : {}) as Fields
  return Object.fromEntries(fields.map(({ name }) => [name, given[name]]))
}

const hexIn = (value: unknown): Hex | undefined =>
  typeof value === 'string' && value.startsWith('0x') ? (value as Hex) : undefined

function numberIn(value: unknown): bigint | undefined {
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return BigInt(value as number)
  return typeof value === 'string' && /^(\d+|0x[0-9a-f]+)$/i.test(value) ? BigInt(value) : undefined
}

function rowsOf({ types, primaryType, message }: TypedData): TypedRow[] {
  const rows: TypedRow[] = []
  const walk = (type: string, value: unknown, path: readonly string[]): void => {
    const inner = /^(.+)\[\d*\]$/.exec(type)?.[1]
    if (inner !== undefined && Array.isArray(value)) {
      if (value.length === 0) rows.push({ path, type, value: '[]' })
      for (const [at, each] of value.entries()) walk(inner, each, [...path, String(at + 1)])
      return
    }
    const fields = Object.hasOwn(types, type) ? types[type] : undefined
    if (!fields) {
      // More than anyone reads: never sign what cannot be shown.
      if (rows.length >= maxRows) throw new RangeError('too long to display')
      rows.push({ path, type, value: String(value) })
      return
    }
    for (const field of fields) walk(field.type, (value as Record<string, unknown>)[field.name], [...path, field.name])
  }
  if (primaryType !== 'EIP712Domain') walk(primaryType, message, [])
  return rows
}

/** Detects permits, whose signature alone lets someone take tokens, by the standards' type and field names. */
function factsOf({ types, primaryType, message }: TypedData, contract: Hex | undefined): TypedFact[] {
  const signed = signedOf(types, primaryType, message)
  // ERC-2612, and Dai's older form, which allows all or nothing.
  if (primaryType === 'Permit') {
    const { value, deadline, allowed, expiry } = signed
    return allowed === false
      ? []
      : fact(contract, signed.spender, allowed === true ? boundless : value, deadline ?? expiry)
  }
  // Permit2, for one token or several.
  if (!/^Permit(Single|Batch|(Batch)?(Witness)?TransferFrom)$/.test(primaryType)) return []
  const field = types[primaryType]?.find(({ name }) => name === 'details' || name === 'permitted')
  if (!field) return []
  const [inner, listed] = [field.type.replace(/\[\d*\]$/, ''), signed[field.name]]
  return (Array.isArray(listed) ? listed : [listed]).flatMap((each) => {
    const { token, amount, expiration } = signedOf(types, inner, each)
    return fact(token, signed.spender, amount, expiration ?? signed.deadline ?? signed.sigDeadline)
  })
}

function fact(token: unknown, spender: unknown, amount: unknown, until: unknown): TypedFact[] {
  const [of, to, number, end] = [hexIn(token), hexIn(spender), numberIn(amount), numberIn(until)]
  if (!of || !to || number === undefined) return []
  return [
    {
      ...{ kind: 'allowsToken', token: of, spender: to, amount: number >= boundless ? 'unlimited' : number },
      ...(end ? { until: end } : {}),
    },
  ]
}
