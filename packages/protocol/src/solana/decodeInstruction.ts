import { encodeBase58 } from '../base58.ts'
import type { SolanaInstruction } from '../solanaTransaction.ts'
import { solanaPrograms, tokenPrograms } from './solanaPrograms.ts'
import type { AuthorityRole, TransactionFact } from './transactionFact.ts'

/** The memo programs: the one in use, and the one before it. */
const memoPrograms: readonly string[] = [solanaPrograms.memo, 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo']

/** Decodes one instruction; as unknown unless it understands every byte and account. */
export function decodeInstruction(instruction: SolanaInstruction): TransactionFact {
  const { program, accounts, data } = instruction
  const decode = decoders[program] ?? (memoPrograms.includes(program) ? decodeMemo : undefined)
  const unknown = { kind: 'unknown', program, isKnownProgram: decode !== undefined, accounts, data } as const
  try {
    return decode?.(readerOf(instruction), instruction) ?? unknown
  } catch (e) {
    if (e instanceof Unread) return unknown
    throw e
  }
}

/** An instruction that is not of the shape its number has. */
class Unread extends Error {}

type Reader = ReturnType<typeof readerOf>
type Decode = (read: Reader, instruction: SolanaInstruction) => TransactionFact | undefined

function readerOf({ accounts, data }: SolanaInstruction) {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  let at = 0
  const take = (count: number): number => {
    if (at + count > data.length) throw new Unread()
    at += count
    return at - count
  }
  const key = (): string => {
    const from = take(32)
    return encodeBase58(data.subarray(from, from + 32))
  }
  return {
    u8: () => view.getUint8(take(1)),
    u32: () => view.getUint32(take(4), true),
    u64: () => view.getBigUint64(take(8), true),
    key,
    /** A key that may be missing. */
    optionalKey: () => (view.getUint8(take(1)) === 1 ? key() : undefined),
    skip: (count: number) => void take(count),
    /** A text with its length before it, of which only the length matters. */
    skipText: () => void take(Number(view.getBigUint64(take(8), true))),
    isAtEnd: () => at === data.length,
    /** The account at a place; each instruction names the accounts it needs. */
    account(index: number): string {
      const address = accounts[index]
      if (address === undefined) throw new Unread()
      return address
    },
  }
}

/** A fact, if nothing of the data is left over. */
const whole = ({ isAtEnd }: Reader, fact: TransactionFact): TransactionFact | undefined =>
  isAtEnd() ? fact : undefined

const decodeMemo: Decode = (_, { data }) => {
  try {
    return { kind: 'memo', text: new TextDecoder('utf-8', { fatal: true }).decode(data) }
  } catch {
    // The program itself refuses what is no text.
    return undefined
  }
}

const decodeBudget: Decode = (read) => {
  const code = read.u8()
  if (code === 2) return whole(read, { kind: 'unitLimit', units: read.u32() })
  if (code === 3) return whole(read, { kind: 'unitPrice', price: read.u64() })
  return undefined
}

const decodeSystem: Decode = (read) => {
  const { account, u64, key } = read
  switch (read.u32()) {
    case 0: {
      const [lamports, space, owner] = [u64(), u64(), key()]
      return whole(read, {
        ...{ kind: 'accountCreated', payer: account(0), account: account(1) },
        ...{ lamports, space, owner },
      })
    }
    case 1:
      return whole(read, { kind: 'accountAssigned', account: account(0), owner: key() })
    case 2:
      return whole(read, { kind: 'coinMoved', from: account(0), to: account(1), lamports: u64() })
    case 3: {
      read.skip(32)
      read.skipText()
      const [lamports, space, owner] = [u64(), u64(), key()]
      return whole(read, {
        ...{ kind: 'accountCreated', payer: account(0), account: account(1) },
        ...{ lamports, space, owner },
      })
    }
    case 4:
      return whole(read, { kind: 'nonceAdvanced', account: account(0), authority: account(2) })
    case 5:
      return whole(read, { kind: 'coinMoved', from: account(0), to: account(1), lamports: u64() })
    case 6:
      return whole(read, { kind: 'nonceInitialized', account: account(0), authority: key() })
    case 7:
      return whole(read, { kind: 'nonceAuthorized', account: account(0), authority: key() })
    case 8:
      return whole(read, { kind: 'accountAllocated', account: account(0), space: u64() })
    case 11: {
      const lamports = u64()
      read.skipText()
      read.skip(32)
      return whole(read, { kind: 'coinMoved', from: account(0), to: account(2), lamports })
    }
    default:
      return undefined
  }
}

const decodeAssociated: Decode = (read, { data }) => {
  const code = data.length === 0 ? 0 : read.u8()
  if (code > 1) return undefined
  const { account } = read
  return whole(read, {
    ...{ kind: 'tokenAccountOpened', payer: account(0), account: account(1), owner: account(2), mint: account(3) },
    ...{ program: account(5), ifMissing: code === 1 },
  })
}

const roles: readonly AuthorityRole[] = ['mint', 'freeze', 'owner', 'close']

const decodeToken: Decode = (read, { program }) => {
  const { account, u8, u64 } = read
  const initialized = (owner: string): TransactionFact => ({
    ...{ kind: 'tokenAccountInitialized', account: account(0), mint: account(1) },
    ...{ owner, program },
  })
  switch (u8()) {
    case 1:
      return whole(read, initialized(account(2)))
    case 16:
    case 18:
      return whole(read, initialized(read.key()))
    case 3:
      return whole(read, {
        ...{ kind: 'tokenMoved', program, from: account(0), to: account(1), authority: account(2), amount: u64() },
      })
    case 4:
      return whole(read, {
        ...{ kind: 'tokenApproved', account: account(0), delegate: account(1), authority: account(2), amount: u64() },
      })
    case 5:
      return whole(read, { kind: 'tokenRevoked', account: account(0) })
    case 6: {
      const role = u8()
      const authority = read.optionalKey()
      return whole(read, {
        ...{ kind: 'authoritySet', account: account(0), role: roles[role] ?? role },
        ...(authority === undefined ? {} : { authority }),
      })
    }
    case 7:
      return whole(read, { kind: 'tokenMinted', mint: account(0), to: account(1), amount: u64() })
    case 8:
      return whole(read, { kind: 'tokenBurned', account: account(0), mint: account(1), amount: u64() })
    case 9:
      return whole(read, { kind: 'tokenAccountClosed', account: account(0), to: account(1), authority: account(2) })
    case 10:
      return whole(read, { kind: 'tokenFrozen', account: account(0), mint: account(1) })
    case 11:
      return whole(read, { kind: 'tokenThawed', account: account(0), mint: account(1) })
    case 12:
      return whole(read, checked(read, program))
    case 13: {
      const amount = u64()
      read.skip(1)
      return whole(read, {
        ...{ kind: 'tokenApproved', account: account(0), mint: account(1), delegate: account(2) },
        ...{ authority: account(3), amount },
      })
    }
    case 14: {
      const amount = u64()
      read.skip(1)
      return whole(read, { kind: 'tokenMinted', mint: account(0), to: account(1), amount })
    }
    case 15: {
      const amount = u64()
      read.skip(1)
      return whole(read, { kind: 'tokenBurned', account: account(0), mint: account(1), amount })
    }
    case 17:
      return whole(read, { kind: 'nativeSynced', account: account(0) })
    case 26:
      if (program !== solanaPrograms.token2022 || u8() !== 1) return undefined
      return whole(read, { ...checked(read, program), fee: u64() })
    case 30: {
      if (program !== solanaPrograms.token2022) return undefined
      const code = u8()
      return code > 1 ? undefined : whole(read, { kind: 'memosRequired', account: account(0), isRequired: code === 0 })
    }
    default:
      return undefined
  }
}

const checked = ({ account, u64, u8 }: Reader, program: string) => ({
  ...({ kind: 'tokenMoved', program, from: account(0), mint: account(1), to: account(2) } as const),
  ...{ authority: account(3), amount: u64(), decimals: u8() },
})

const decoders: Readonly<Record<string, Decode>> = {
  [solanaPrograms.system]: decodeSystem,
  [solanaPrograms.computeBudget]: decodeBudget,
  [solanaPrograms.associatedToken]: decodeAssociated,
  ...Object.fromEntries(tokenPrograms.map((program) => [program, decodeToken])),
}
