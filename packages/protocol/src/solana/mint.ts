import { encodeBase58 } from '../base58.ts'
import type { Account } from './readAccounts.ts'
import { solanaPrograms, tokenPrograms } from './solanaPrograms.ts'
import { accountLength, extension, kindAt, viewOf } from './tokenState.ts'

/** The fee that a transfer withholds in the recipient's account, from an epoch on. */
export type TransferFee = { epoch: bigint; most: bigint; points: number }

export type Mint = {
  program: string
  decimals: number
  /** The rule in force until the epoch of the newer one, and the newer one. */
  fees?: readonly [older: TransferFee, newer: TransferFee]
  /** The program that is called on each transfer, and may refuse it. */
  hook?: string
  /** May move or burn anyone's. */
  permanentDelegate?: string
  /** Owners cannot transfer it. */
  isNonTransferable: boolean
  /** Its issuer has stopped all transfers for now. */
  isPaused: boolean
  /** New accounts start frozen until the issuer approves each. */
  startsFrozen: boolean
  /** The size of an account for it, in bytes. */
  accountLength: number
}

const nobody = '11111111111111111111111111111111'

/** Extensions of mints, by Token-2022's own numbers. */
const added = { transferFee: 1, defaultState: 6, nonTransferable: 9, delegate: 12, hook: 14, pausable: 26 } as const

/** Reads a mint; undefined if the account is not one. */
export function readMint(account: Account | undefined): Mint | undefined {
  if (!account || !tokenPrograms.includes(account.owner)) return undefined
  const { data } = account
  if ((data.length !== 82 && data[kindAt] !== 1) || data[45] !== 1) return undefined
  const [fee, hook] = [extension(data, added.transferFee), extension(data, added.hook)]
  const hooked = hook && encodeBase58(hook.subarray(32, 64))
  const delegate = extension(data, added.delegate)
  const taker = delegate && encodeBase58(delegate.subarray(0, 32))
  const pausable = extension(data, added.pausable)
  const isNonTransferable = extension(data, added.nonTransferable) !== undefined
  return {
    program: account.owner,
    decimals: data[44]!,
    ...(fee ? { fees: [feeAt(fee, 72), feeAt(fee, 90)] } : {}),
    ...(hooked && hooked !== nobody ? { hook: hooked } : {}),
    ...(taker && taker !== nobody ? { permanentDelegate: taker } : {}),
    isNonTransferable,
    isPaused: pausable?.[32] === 1,
    startsFrozen: extension(data, added.defaultState)?.[0] === 2,
    // Each of these rules has its place in every account, and an account that was opened for its owner says that it stays theirs.
    accountLength:
      account.owner === solanaPrograms.token
        ? accountLength
        : accountLength + 5 + (fee ? 12 : 0) + (isNonTransferable ? 4 : 0) + (hook ? 5 : 0) + (pausable ? 4 : 0),
  }
}

/** The fee that a transfer of `amount` withholds in an epoch: rounded up, and capped. */
export function transferFee({ fees }: Mint, amount: bigint, epoch: bigint): bigint {
  if (!fees) return 0n
  const { most, points } = epoch >= fees[1].epoch ? fees[1] : fees[0]
  const fee = (amount * BigInt(points) + 9_999n) / 10_000n
  return fee < most ? fee : most
}

function feeAt(data: Uint8Array, at: number): TransferFee {
  const view = viewOf(data)
  return {
    epoch: view.getBigUint64(at, true),
    most: view.getBigUint64(at + 8, true),
    points: view.getUint16(at + 16, true),
  }
}
