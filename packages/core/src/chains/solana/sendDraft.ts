import { associatedAddress } from '@billfold/protocol/solana/programAddress'
import { type Account, readAccounts } from '@billfold/protocol/solana/readAccounts'
import { solanaPrograms, tokenPrograms } from '@billfold/protocol/solana/solanaPrograms'
import { readTokenAccount } from '@billfold/protocol/solana/tokenState'
import type { AskChain } from '../chain.ts'
import type { Refusal, Transfer } from '../transfers.ts'
import type { AccountMeta, Instruction } from './encodeTransaction.ts'
import { plainUnits } from './sendFees.ts'
import { memo, openAccount, transferCoin, transferToken } from './sendInstructions.ts'
import { loadNames, readSources } from './sendTokens.ts'

/** The longest memo: shorter than the network's, so that what it needs to be checked is known. */
export const memoBytes = 256
/** A memo is checked letter by letter: more than any of that length needs. */
const memoUnits = 100_000

/** How a transfer is made, before it is tried: who is paid where, and what speaks against it already. */
export type Draft = {
  instructions: readonly Instruction[]
  /** What it may compute, where that is known before it is tried. */
  units?: number
  /** The account that gets it, a person's or one for tokens. */
  arrivesAt: string
  /** What that account holds of what is sent. */
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

/** A transfer of a token: from the accounts that hold it to the recipient's own, which is opened where there is none. */
export async function draftToken(
  { from, to, amount, token, memo: note, references = [] }: Transfer,
  mintAddress: string,
  recipient: Account | undefined,
  ask: AskChain,
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
  /** What the token's hook wants with each move; undefined where that cannot be worked out. */
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
      // An account that wants a memo wants it right before what comes in.
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

/** From which of the owner's accounts how much is taken: the fullest first. Undefined where all together have too little. */
function shareOut(
  sources: readonly Source[],
  amount: bigint,
): (readonly [address: string, part: bigint])[] | undefined {
  const parts: [string, bigint][] = []
  let rest = amount
  const able = sources.filter((source) => !source.isFrozen).sort((a, b) => (a.amount < b.amount ? 1 : -1))
  for (const { address, amount: held } of able.slice(0, mostSources)) {
    if (rest === 0n) break
    const part = held < rest ? held : rest
    if (part > 0n) parts.push([address, part])
    rest -= part
  }
  return rest === 0n ? parts : undefined
}

/** More would not fit into a transaction. */
const mostSources = 8

/** A program, a mint or an account for tokens: what is sent there is hard to get back, if at all. */
const isNoWallet = (account: Account | undefined): boolean =>
  account !== undefined && (account.isProgram || tokenPrograms.includes(account.owner))
