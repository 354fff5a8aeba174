import { associatedAddress } from '@billfold/protocol/solana/programAddress'
import { type Account, readAccounts } from '@billfold/protocol/solana/readAccounts'
import { solanaPrograms, tokenPrograms } from '@billfold/protocol/solana/solanaPrograms'
import { readTokenAccount } from '@billfold/protocol/solana/tokenState'
import type { Refusal } from '../../model/transfer.ts'
import type { QueryChain } from '../chainQuery.ts'
import type { Transfer } from '../transfers.ts'
import type { AccountMeta, Instruction } from './encodeTransaction.ts'
import { plainUnits } from './sendFees.ts'
import { memo, openAccount, transferCoin, transferToken } from './sendInstructions.ts'
import { loadNames, readSources } from './sendTokens.ts'

/** The longest memo: below the network's limit, so that its compute cost is known. */
export const memoBytes = 256
/** Memos are validated per character: enough for this length. */
const memoUnits = 100_000

/** A transfer before simulation: the recipient's account, and known obstacles. */
export type Draft = {
  instructions: readonly Instruction[]
  /** Its compute limit, if known before simulation. */
  units?: number
  /** The receiving account: a wallet or a token account. */
  arrivesAt: string
  /** That account's balance of the asset. */
  amountIn(account: Account | undefined): bigint
  refusal?: Refusal
}

/** A transfer of the coin. */
export function draftCoin(
  { from, to, amount, memo: note, references = [] }: Transfer,
  recipient: Account | undefined,
  least: bigint,
): Draft {
  return {
    instructions: [...(note ? [memo(note)] : []), transferCoin(from, to, amount, references)],
    units: note ? memoUnits : plainUnits,
    arrivesAt: to,
    amountIn: (account) => account?.lamports ?? 0n,
    ...(isNoWallet(recipient) ? { refusal: { kind: 'notAWallet' } } : {}),
    ...(!recipient && amount < least ? { refusal: { kind: 'tooLittle', least: `${least}` } } : {}),
  }
}

/** A transfer of a token: from the accounts that hold it to the recipient's token account, created if missing. */
export async function draftToken(
  { from, to, amount, token, memo: note, references = [] }: Transfer,
  mintAddress: string,
  recipient: Account | undefined,
  ask: QueryChain,
): Promise<Draft> {
  const [{ mint, other }, sources] = await Promise.all([
    loadNames().then(({ readShown }) => readShown(mintAddress, token, ask)),
    readSources(from, mintAddress, ask),
  ])
  const program = mint?.program ?? solanaPrograms.token
  const destination = associatedAddress(to, mintAddress, program)
  const [place] = mint ? await readAccounts([destination], ask) : []
  const account = readTokenAccount(place)
  const moves = shareOut(sources, amount)
  const move = (source: string, part: bigint, hooked: readonly AccountMeta[] = []): Instruction => {
    const own = { program, destination, owner: from, mint: mintAddress, decimals: mint?.decimals ?? 0 }
    const { accounts, ...rest } = transferToken({ ...own, source, amount: part, references })
    return { ...rest, accounts: [...accounts, ...hooked] }
  }
  const hook = mint?.hook
  /** The accounts for the token's hook on each transfer; undefined if unresolved. */
  const wanted =
    hook === undefined
      ? undefined
      : await Promise.all(
          (moves ?? []).map(async ([source, amount]) =>
            (await import('./hookAccounts.ts')).hookAccounts(
              { hook, mint: mintAddress, source, destination, owner: from, amount },
              ask,
            ),
          ),
        )
  const reasons: readonly [holds: boolean, refusal: Refusal][] = [
    [!mint, { kind: 'noToken' }],
    [!!other, other!],
    [isNoWallet(recipient), { kind: 'notAWallet' }],
    [mint?.isNonTransferable === true, { kind: 'nonTransferable' }],
    [mint?.isPaused === true, { kind: 'paused' }],
    [!place && mint?.startsFrozen === true, { kind: 'notAdmitted' }],
    [account?.isConfidentialOnly === true, { kind: 'confidentialOnly' }],
    [account?.isFrozen === true || (!moves && isEnough(sources, amount)), { kind: 'frozen' }],
    [!moves, { kind: 'noFunds' }],
    [wanted?.includes(undefined) === true, { kind: 'hooked' }],
    [account?.wantsMemo === true && !note, { kind: 'needsMemo' }],
  ]
  const refusal = reasons.find(([holds]) => holds)?.[1]
  return {
    instructions: [
      ...(place ? [] : [openAccount(from, destination, to, mintAddress, program)]),
      // A recipient that requires a memo needs it right before the transfer.
      ...(moves ?? []).flatMap(([source, part], at) => [
        ...(note ? [memo(note)] : []),
        move(source, part, wanted?.[at]),
      ]),
    ],
    arrivesAt: destination,
    amountIn: (each) => readTokenAccount(each)?.amount ?? 0n,
    ...(refusal ? { refusal } : {}),
  }
}

type Source = Awaited<ReturnType<typeof readSources>>[number]
const isEnough = (sources: readonly Source[], amount: bigint): boolean =>
  sources.reduce((sum, source) => sum + source.amount, 0n) >= amount

/** The amount to take from each of the owner's accounts, the fullest first. Undefined if the total is insufficient. */
function shareOut(
  sources: readonly Source[],
  amount: bigint,
): (readonly [address: string, part: bigint])[] | undefined {
  const parts: [string, bigint][] = []
  let rest = amount
  const able = sources.filter((source) => !source.isFrozen).sort((a, b) => (a.amount < b.amount ? 1 : -1))
  for (const { address, amount: held } of able.slice(0, maxSources)) {
    if (rest === 0n) break
    const part = held < rest ? held : rest
    if (part > 0n) parts.push([address, part])
    rest -= part
  }
  return rest === 0n ? parts : undefined
}

/** More would not fit into a transaction. */
const maxSources = 8

/** A program, a mint or a token account: funds sent there are hard to recover. */
const isNoWallet = (account: Account | undefined): boolean =>
  account !== undefined && (account.isProgram || tokenPrograms.includes(account.owner))
