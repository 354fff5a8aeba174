import { nameAddress, nameRecord, nameService } from '@billfold/protocol/solana/solName'
import { type Address, createNoopSigner, type Instruction } from '@solana/kit'
import { getCreateAccountInstruction } from '@solana-program/system'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getFreezeAccountInstruction,
  getInitializeMint2Instruction,
  getMintSize,
  getMintToInstruction,
} from '@solana-program/token'
import { buildTransaction } from './buildTransaction.ts'
import type { DevKey } from './devKeys.ts'
import type { Ledger } from './ledger.ts'
import { programs } from './programs.ts'
import { readTransaction } from './readTransaction.ts'
import { faucetKey, mintKeyOf, solanaAccounts, solanaNames, solanaTokens, transferFee } from './solanaTokens.ts'
import { initializeTransferFee, requireMemos } from './tokenInstructions.ts'

/** Five million coins for the faucet, few enough that JavaScript counts every balance exactly. */
const faucetLamports = 5_000_000_000_000_000
const accountLamports = 1_000_000_000_000
/** The size of a mint with a transfer fee. */
const feeMintSpace = 278

/** Names the faucet as a signer; `run` signs with its key. */
export const faucetSigner = createNoopSigner(faucetKey.address)

/** Sets up a chain: coins for everyone, the mints, some of each token, a frozen account and one that requires memos. */
export async function setUp(ledger: Ledger): Promise<void> {
  const placed = (lamports: number) => ({ lamports, owner: programs.system, executable: false, data: new Uint8Array() })
  ledger.place(faucetKey.address, placed(faucetLamports))
  for (const { address } of solanaAccounts) ledger.place(address, placed(accountLamports))
  for (const { name, owner } of solanaNames) {
    const data = nameRecord(nameService.root, owner)
    const kept = { lamports: ledger.rentFor(data.length), owner: nameService.program, executable: false, data }
    ledger.place(nameAddress(name.replace(/\.sol$/, ''), nameService.root), kept)
  }
  for (const token of solanaTokens) await issue(ledger, token)
}

/** Creates a mint, gives everyone some of it, and applies the special cases of its accounts. */
async function issue(ledger: Ledger, token: (typeof solanaTokens)[number]): Promise<void> {
  const key = mintKeyOf(token.symbol)
  const programAddress = token.program as Address
  const space = token.kind === 'transferFee' ? feeMintSpace : getMintSize()
  const newAccount = createNoopSigner(key.address)
  const rules = { mint: key.address, decimals: token.decimals, mintAuthority: faucetKey.address }
  run(
    ledger,
    [faucetKey, key],
    [
      getCreateAccountInstruction({
        ...{ payer: faucetSigner, newAccount, lamports: ledger.rentFor(space), space, programAddress },
      }),
      ...(token.kind === 'transferFee' ? [initializeTransferFee(key.address, faucetKey.address, transferFee)] : []),
      getInitializeMint2Instruction({ ...rules, freezeAuthority: faucetKey.address }, { programAddress }),
    ],
  )
  for (const { address } of solanaAccounts) run(ledger, [faucetKey], await gift(token, address, 1_000n))
  for (const owner of token.frozenOwners) {
    const account = await tokenAccountOf(token, owner)
    const freeze = { account, mint: key.address, owner: faucetSigner }
    run(ledger, [faucetKey], [getFreezeAccountInstruction(freeze, { programAddress })])
  }
  for (const owner of token.memoOwners) {
    const holder = solanaAccounts.find(({ address }) => address === owner)!
    const account = await tokenAccountOf(token, owner)
    run(ledger, [faucetKey, holder], requireMemos(account, faucetKey.address, holder.address))
  }
}

type TokenRef = Pick<(typeof solanaTokens)[number], 'address' | 'program'>

async function tokenAccountOf({ address, program }: TokenRef, owner: string): Promise<Address> {
  const seeds = { owner: owner as Address, mint: address as Address, tokenProgram: program as Address }
  return (await findAssociatedTokenPda(seeds))[0]
}

/** Instructions that mint whole tokens to an owner, creating the owner's token account first. */
export async function gift(token: (typeof solanaTokens)[number], to: string, count: bigint): Promise<Instruction[]> {
  const ata = await tokenAccountOf(token, to)
  const [mint, tokenProgram] = [token.address as Address, token.program as Address]
  const amount = count * 10n ** BigInt(token.decimals)
  return [
    getCreateAssociatedTokenIdempotentInstruction({
      ...{ payer: faucetSigner, ata, owner: to as Address, mint, tokenProgram },
    }),
    getMintToInstruction({ mint, token: ata, mintAuthority: faucetSigner, amount }, { programAddress: tokenProgram }),
  ]
}

/** Sends a transaction of our own, which has to succeed, and returns its signature. */
export function run(ledger: Ledger, keys: readonly [DevKey, ...DevKey[]], list: readonly Instruction[]): string {
  const blockhash = ledger.clock.blockhashOf(ledger.clock.slot())
  const read = readTransaction(buildTransaction(keys, blockhash, list))
  const { err, logs } = ledger.execute(read)
  if (err !== null) throw new Error(`${JSON.stringify(err)}: ${logs.join('; ')}`)
  return read.signature
}
