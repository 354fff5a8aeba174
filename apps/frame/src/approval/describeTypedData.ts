import type { TypedData } from '../evm/hashTypedData.ts'
import type { Hex } from '../evm/signHash.ts'

/** One value of typed data and where it stands, in the order in which it is signed. */
export type TypedRow = { path: readonly string[]; type: string; value: string }

/** What a signature gives away that no transaction will show later. */
export type TypedFact = { kind: 'allowsToken'; token: Hex; spender: Hex; amount: bigint | 'unlimited'; until?: bigint }

export type DescribedTypedData = {
  /** Whom it is meant for, by its own word. */
  domain: { name?: string; contract?: Hex; chainId?: bigint }
  /** Whether it is signed for another chain than the one in use, or for none. */
  isElsewhere: boolean
  facts: TypedFact[]
  rows: TypedRow[]
}

const boundless = 2n ** 160n - 1n
const mostRows = 500

/**
 * Typed data as a person can read it: every value that is signed and no other, with what is known to give tokens away said outright.
 * Whether each value fits its type is for `hashTypedData` to say first.
 */
export function describeTypedData(data: TypedData, chainId: bigint): DescribedTypedData {
  const { name, verifyingContract, chainId: told } = data.domain
  const on = told === undefined ? undefined : BigInt(told as string)
  return {
    domain: {
      ...(typeof name === 'string' ? { name } : {}),
      ...(typeof verifyingContract === 'string' ? { contract: verifyingContract as Hex } : {}),
      ...(on === undefined ? {} : { chainId: on }),
    },
    isElsewhere: on !== undefined && on !== chainId,
    facts: factsOf(data),
    rows: rowsOf(data),
  }
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
      // More than anybody reads: to sign what cannot be shown is refused before this.
      if (rows.length >= mostRows) throw new RangeError('too long to be read')
      rows.push({ path, type, value: String(value) })
      return
    }
    for (const field of fields) walk(field.type, (value as Record<string, unknown>)[field.name], [...path, field.name])
  }
  if (primaryType !== 'EIP712Domain') walk(primaryType, message, [])
  return rows
}

/** Permits: a signature alone lets somebody take tokens. By the names that the standards give their types and fields. */
function factsOf({ primaryType, domain, message }: TypedData): TypedFact[] {
  const contract = domain.verifyingContract as Hex
  // ERC-2612; and the older form of Dai, which has all or nothing.
  if (primaryType === 'Permit' && 'spender' in message) {
    const { spender, value, deadline, allowed, expiry } = message
    if (allowed === false) return []
    return [fact(contract, spender, allowed === true ? boundless : value, deadline ?? expiry)]
  }
  // Permit2, for one token or several.
  const isPermit2 = /^Permit(Batch)?(TransferFrom|WitnessTransferFrom)?$|^PermitSingle$/.test(primaryType)
  if (!isPermit2 || !('spender' in message)) return []
  const listed = message.details ?? message.permitted
  const until = message.deadline ?? message.sigDeadline
  return (Array.isArray(listed) ? listed : [listed]).map((each) => {
    const { token, amount, expiration } = each as Record<string, unknown>
    return fact(token, message.spender, amount, expiration ?? until)
  })
}

function fact(token: unknown, spender: unknown, amount: unknown, until: unknown): TypedFact {
  const number = BigInt(amount as string)
  return {
    kind: 'allowsToken',
    token: token as Hex,
    spender: spender as Hex,
    amount: number >= boundless ? 'unlimited' : number,
    ...(until === undefined || BigInt(until as string) === 0n ? {} : { until: BigInt(until as string) }),
  }
}
