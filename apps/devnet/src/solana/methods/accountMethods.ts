import { decodeBase58 } from '@billfold/protocol/base58'
import * as z from 'zod/mini'
import { RpcError } from '../../rpcError.ts'
import { accountEncodings, encodeAccount } from '../encodeAccount.ts'
import type { Ledger } from '../ledger.ts'
import { programs } from '../programs.ts'
import type { Account } from '../runtime.ts'
import { readTokenAccount, tokenAmount } from '../tokenState.ts'
import { address, checkSlot, config, inContext, type Methods, method, whole } from './method.ts'

/** The encoding in which a caller wants an account's data. */
export const dataShape = {
  encoding: z.optional(z.enum(accountEncodings)),
  dataSlice: z.optional(z.nullable(z.object({ offset: whole, length: whole }))),
}
const dataConfig = config(dataShape)
type DataConfig = z.infer<typeof dataConfig>

const memcmp = z.object({
  offset: whole,
  bytes: z.string().check(z.maxLength(256)),
  encoding: z.optional(z.enum(['base58', 'base64'])),
})
const filter = z.union([
  z.object({ memcmp: memcmp }),
  z.object({ dataSize: whole }),
  z.object({ tokenAccountState: z.null() }),
])
const programConfig = config({
  ...dataShape,
  filters: z.optional(z.nullable(z.array(filter).check(z.maxLength(4)))),
  withContext: z.optional(z.boolean()),
})
const ofMintOrProgram = z.union([z.object({ mint: address }), z.object({ programId: address })])
const maxAccounts = 100

/** Account methods: coins, data, tokens. All of it as of now, whatever the commitment. */
export function accountMethods(ledger: Ledger): Methods {
  const decimalsOf = (mint: string) => ledger.mintOf(mint)?.decimals
  const encode = (account: Account, options: DataConfig) =>
    encodeAccount(
      account,
      options && { encoding: options.encoding, dataSlice: options.dataSlice ?? undefined },
      decimalsOf,
    )
  const encodeAt = (at: string, options: DataConfig) => {
    const account = ledger.getAccount(at)
    return account ? encode(account, options) : null
  }
  const requireMint = (at: string) => {
    const mint = ledger.mintOf(at)
    if (!mint) throw new RpcError(-32602, 'Invalid param: not a Token mint')
    return mint
  }
  const holdings = (wanted: z.infer<typeof ofMintOrProgram>, isTheirs: (account: Account) => boolean) => {
    const owners = 'programId' in wanted ? [wanted.programId] : [programs.token, programs.token2022]
    const isOfMint = (account: Account) => !('mint' in wanted) || readTokenAccount(account)?.mint === wanted.mint
    if ('mint' in wanted) requireMint(wanted.mint)
    return owners
      .flatMap((program) => ledger.programAccounts(program))
      .filter(([, account]) => isTheirs(account) && isOfMint(account))
  }

  return {
    getBalance: method(z.tuple([address, config({})]), ([at, options]) =>
      inContext(ledger, options, ledger.getAccount(at)?.lamports ?? 0),
    ),
    getAccountInfo: method(z.tuple([address, dataConfig]), ([at, options]) =>
      inContext(ledger, options, encodeAt(at, options)),
    ),
    getMultipleAccounts: method(
      z.tuple([z.array(address).check(z.maxLength(maxAccounts)), dataConfig]),
      ([all, options]) =>
        inContext(
          ledger,
          options,
          all.map((at) => encodeAt(at, options)),
        ),
    ),
    getProgramAccounts: method(z.tuple([address, programConfig]), ([program, options]) => {
      checkSlot(ledger, options)
      const tests = (options?.filters ?? []).map(toTest)
      const accounts = ledger
        .programAccounts(program)
        .filter(([, account]) => tests.every((isWanted) => isWanted(account)))
        .map(([pubkey, account]) => ({ pubkey, account: encode(account, options) }))
      return options?.withContext ? inContext(ledger, options, accounts) : accounts
    }),
    getMinimumBalanceForRentExemption: method(z.tuple([whole.check(z.lte(10 * 1024 * 1024)), config({})]), ([bytes]) =>
      ledger.rentFor(bytes),
    ),
    getTokenAccountsByOwner: method(z.tuple([address, ofMintOrProgram, dataConfig]), ([owner, wanted, options]) => {
      const owned = holdings(wanted, (account) => readTokenAccount(account)?.owner === owner)
      const value = owned.map(([pubkey, account]) => ({ pubkey, account: encode(account, options) }))
      return inContext(ledger, options, value)
    }),
    getTokenAccountBalance: method(z.tuple([address, config({})]), ([at, options]) => {
      const account = ledger.getAccount(at)
      if (!account) throw new RpcError(-32602, 'Invalid param: could not find account')
      const held = readTokenAccount(account)
      if (!held) throw new RpcError(-32602, 'Invalid param: not a Token account')
      return inContext(ledger, options, tokenAmount(held.amount, requireMint(held.mint).decimals))
    }),
    getTokenSupply: method(z.tuple([address, config({})]), ([at, options]) => {
      const { supply, decimals } = requireMint(at)
      return inContext(ledger, options, tokenAmount(supply, decimals))
    }),
  }
}

function toTest(wanted: z.infer<typeof filter>): (account: Account) => boolean {
  if ('dataSize' in wanted) return ({ data }) => data.length === wanted.dataSize
  if ('tokenAccountState' in wanted) return (account) => readTokenAccount(account) !== undefined
  const { offset, bytes, encoding } = wanted.memcmp
  const expected = encoding === 'base64' ? Buffer.from(bytes, 'base64') : Buffer.from(fromBase58(bytes))
  return ({ data }) => expected.equals(data.subarray(offset, offset + expected.length))
}

function fromBase58(text: string): Uint8Array {
  try {
    return decodeBase58(text)
  } catch {
    throw new RpcError(-32602, 'Invalid params: memcmp.bytes: base58 is expected.')
  }
}
