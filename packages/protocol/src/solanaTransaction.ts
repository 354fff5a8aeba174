import { encodeBase58 } from './base58.ts'
import { KitError } from './error.ts'

/** One packet of Solana's network. */
export const maxTransactionBytes = 1232
const signatureLength = 64

export type SolanaInstruction = {
  program: string
  /** Undefined for an account in a lookup table that was not given. */
  accounts: readonly (string | undefined)[]
  data: Uint8Array<ArrayBuffer>
}

/** A Solana transaction as it travels, read far enough to sign it and to see what it does. */
export type SolanaTransaction = {
  version: 'legacy' | 0
  /** The bytes that are signed. */
  message: Uint8Array<ArrayBuffer>
  /** The required signers, in order; the first pays the fee. */
  signers: readonly string[]
  /** One for each signer; all zeros where it is still missing. */
  signatures: readonly Uint8Array<ArrayBuffer>[]
  /** Bounds its lifetime: a recent blockhash, or the value of a nonce that its first instruction advances. */
  lifetimeToken: string
  instructions: readonly SolanaInstruction[]
  /** Every account that it names, those of the lookup tables that were given included, and which of them it may change. */
  accounts: readonly string[]
  writable: readonly string[]
  /** The tables that hold the rest of its accounts. */
  tables: readonly string[]
}

/** The addresses that lookup tables hold, by the table's own. */
export type LookupTables = ReadonlyMap<string, readonly string[]>

/** Reads a whole transaction; throws if it is invalid, or of an unknown version. */
export function readSolanaTransaction(bytes: Uint8Array, known: LookupTables = new Map()): SolanaTransaction {
  if (bytes.length > maxTransactionBytes)
    throw unreadable(`it has ${bytes.length} bytes, and ${maxTransactionBytes} are the most`)
  // A version that puts its message first starts with that message's mark.
  if ((bytes[0] ?? 0) >= 0x80) throw unknownVersion((bytes[0] ?? 0) & 0x7f)
  const outer = reader(bytes)
  const signatures = outer.list(() => outer.take(signatureLength))
  const message = outer.rest()
  const inner = reader(message)
  const isVersioned = (message[0] ?? 0) >= 0x80
  const version = isVersioned ? inner.byte() & 0x7f : 'legacy'
  if (version !== 'legacy' && version !== 0) throw unknownVersion(version)
  const signerCount = inner.byte()
  const readonlySigners = inner.byte()
  const readonlyOthers = inner.byte()
  const accounts = inner.list(() => encodeBase58(inner.take(32)))
  if (signerCount === 0 || signerCount > accounts.length || readonlySigners >= signerCount)
    throw unreadable('its signers are not among its accounts')
  if (signatures.length !== signerCount)
    throw unreadable(`it has room for ${signatures.length} signatures, and ${signerCount} are needed`)
  const lifetimeToken = encodeBase58(inner.take(32))
  const instructions = inner.list(() => {
    const program = accounts[inner.byte()]
    if (program === undefined) throw unreadable('it calls a program that is not among its accounts')
    return { program, at: inner.list(inner.byte), data: inner.block() }
  })
  const lookups =
    version === 0
      ? inner.list(() => ({ table: encodeBase58(inner.take(32)), written: inner.block(), read: inner.block() }))
      : []
  if (inner.rest().length > 0) throw unreadable('something follows its end')
  // Accounts from tables follow the message's own: first all writable ones, then all readonly ones.
  const addressesOf = (kind: 'written' | 'read') =>
    lookups.flatMap((lookup) => [...lookup[kind]].map((index) => known.get(lookup.table)?.[index]))
  const [written, read] = [addressesOf('written'), addressesOf('read')]
  const all = [...accounts, ...written, ...read]
  const own = accounts.filter((_, at) =>
    at < signerCount ? at < signerCount - readonlySigners : at < accounts.length - readonlyOthers,
  )
  const isFound = (address: string | undefined) => address !== undefined
  return {
    ...{ version, message, signers: accounts.slice(0, signerCount), signatures, lifetimeToken },
    instructions: instructions.map(({ program, at, data }) => ({
      ...{ program, data },
      accounts: at.map((index) => all[index]),
    })),
    accounts: all.filter(isFound),
    writable: [...own, ...written.filter(isFound)],
    tables: lookups.map(({ table }) => table),
  }
}

/** The transaction with a signer's signature in its place. */
export function withSignature(bytes: Uint8Array, signer: string, signature: Uint8Array): Uint8Array<ArrayBuffer> {
  const { signers } = readSolanaTransaction(bytes)
  const at = signers.indexOf(signer)
  if (at < 0) throw new KitError('invalid_input', { message: `${signer} is not a signer of this transaction` })
  if (signature.length !== signatureLength)
    throw new KitError('invalid_input', { message: `A signature is ${signatureLength} bytes long` })
  const signed = Uint8Array.from(bytes)
  // Fewer than 128 signatures fit into a packet, so their number is one byte.
  signed.set(signature, 1 + at * signatureLength)
  return signed
}

/** Whether a place for a signature is still empty. */
export const isEmptySignature = (signature: Uint8Array): boolean => signature.every((byte) => byte === 0)

const unreadable = (why: string) => new KitError('invalid_input', { message: `Not a Solana transaction: ${why}` })
const unknownVersion = (version: number) =>
  new KitError('invalid_input', { message: `Solana transactions of version ${version} are not supported` })

function reader(bytes: Uint8Array) {
  let at = 0
  const take = (count: number): Uint8Array<ArrayBuffer> => {
    if (at + count > bytes.length) throw unreadable('it ends too early')
    at += count
    return Uint8Array.from(bytes.subarray(at - count, at))
  }
  const byte = (): number => take(1)[0]!
  /** A number in seven bits a byte, and in its shortest form: the chain takes no other. */
  const count = (): number => {
    let number = 0
    for (let i = 0; i < 3; i++) {
      const next = byte()
      number |= (next & 0x7f) << (7 * i)
      if (next < 0x80) {
        if (number > 0xffff || (i > 0 && next === 0)) break
        return number
      }
    }
    throw unreadable('a number in it is not written as numbers are')
  }
  return {
    byte,
    take,
    block: () => take(count()),
    list: <T>(read: () => T): T[] => Array.from({ length: count() }, read),
    rest: () => take(bytes.length - at),
  }
}
