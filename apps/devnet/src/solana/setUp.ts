import { nameAddress, nameRecord, nameService } from '@billfold/protocol/solana/solName'
import { buildTransaction, type Instruction } from './buildTransaction.ts'
import type { DevKey } from './devKeys.ts'
import type { Ledger } from './ledger.ts'
import { programs } from './programs.ts'
import { readTransaction } from './readTransaction.ts'
import { faucetKey, mintKeyOf, solanaAccounts, solanaNames, solanaTokens, transferFee } from './solanaTokens.ts'
import * as instructions from './tokenInstructions.ts'

/** Five million coins for the faucet, few enough that JavaScript counts every balance exactly. */
const faucetLamports = 5_000_000_000_000_000
const accountLamports = 1_000_000_000_000
const mintSpace = 82
/** With the rule for its fee. */
const feeMintSpace = 278

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
  for (const token of solanaTokens) {
    const key = mintKeyOf(token.symbol)
    const space = token.kind === 'transferFee' ? feeMintSpace : mintSpace
    const place = { lamports: ledger.rentFor(space), space, owner: token.program }
    run(
      ledger,
      [faucetKey, key],
      [
        instructions.createAccount(faucetKey.address, key.address, place),
        ...(token.kind === 'transferFee'
          ? [instructions.initializeTransferFee(key.address, faucetKey.address, transferFee)]
          : []),
        instructions.initializeMint({
          mint: key.address,
          program: token.program,
          decimals: token.decimals,
          authority: faucetKey.address,
        }),
      ],
    )
    for (const { address } of solanaAccounts) run(ledger, [faucetKey], await gift(token, address, 1_000n))
    for (const owner of token.frozenOwners) {
      const at = await instructions.associatedAddress(owner, token.address, token.program)
      run(ledger, [faucetKey], [instructions.freeze(at, token.address, faucetKey.address, token.program)])
    }
    for (const owner of token.memoOwners) {
      const at = await instructions.associatedAddress(owner, token.address, token.program)
      const key = solanaAccounts.find(({ address }) => address === owner)!
      run(ledger, [faucetKey, key], instructions.requireMemos(at, faucetKey.address, owner))
    }
  }
}

/** Instructions that mint whole tokens to an owner, creating the owner's token account first. */
export async function gift(token: (typeof solanaTokens)[number], to: string, count: bigint): Promise<Instruction[]> {
  const at = await instructions.associatedAddress(to, token.address, token.program)
  const amount = count * 10n ** BigInt(token.decimals)
  return [
    instructions.createAssociated(faucetKey.address, at, to, token.address, token.program),
    instructions.mintTo(token.address, at, faucetKey.address, amount, token.program),
  ]
}

/** Sends a transaction of our own, which has to succeed, and returns its signature. */
export function run(ledger: Ledger, keys: readonly [DevKey, ...DevKey[]], list: readonly Instruction[]): string {
  const blockhash = ledger.clock.blockhashOf(ledger.clock.slot())
  const read = readTransaction(new Uint8Array(buildTransaction(keys, blockhash, list)))
  const { err, logs } = ledger.execute(read)
  if (err !== null) throw new Error(`${JSON.stringify(err)}: ${logs.join('; ')}`)
  return read.signature
}
