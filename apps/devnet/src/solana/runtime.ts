import {
  type Address,
  type EncodedAccount,
  getBase58Decoder,
  isFullySignedTransaction,
  lamports,
  type Transaction,
} from '@solana/kit'
import { Clock, FailedTransactionMetadata, LiteSVM, type TransactionMetadata } from 'litesvm'
import { readTransactionError, type TransactionError } from './transactionError.ts'

export type Account = {
  lamports: number
  owner: string
  executable: boolean
  data: Uint8Array
}

type InnerInstruction = { programIdIndex: number; accounts: number[]; data: string; stackHeight: number }

/** The result of a transaction. */
export type Outcome = {
  err: TransactionError | null
  /** False if it was rejected before it ran: then it costs nothing and leaves no record. */
  hasRun: boolean
  logs: string[]
  units: number
  fee: number
  inner: { index: number; instructions: InnerInstruction[] }[]
  returnData?: { programId: string; data: string }
}

export type Runtime = ReturnType<typeof createRuntime>

export const slotsPerEpoch = 432_000

/** Solana's virtual machine with its accounts: real programs, fees and rent. It knows only the present. */
export function createRuntime() {
  // The ledger checks blockhashes and duplicates: the machine knows one blockhash at a time.
  const svm = new LiteSVM().withBlockhashCheck(false).withTransactionHistory(0n).withNativeMints()

  return {
    getAccount(address: string): Account | undefined {
      const account = svm.getAccount(address as Address)
      return account.exists && account.lamports > 0n ? toAccount(account) : undefined
    },
    setAccount(address: string, { lamports: amount, owner, executable, data }: Account): void {
      svm.setAccount({
        address: address as Address,
        lamports: lamports(BigInt(amount)),
        programAddress: owner as Address,
        executable,
        data,
        space: BigInt(data.length),
      })
    },
    programAccounts: (program: string): [address: string, account: Account][] =>
      svm
        .getProgramAccounts(program as Address)
        .filter((account) => account.lamports > 0n)
        .map((account) => [account.address, toAccount(account)]),
    rentFor: (bytes: number): number => Number(svm.minimumBalanceForRentExemption(BigInt(bytes))),
    /** Sets the slot for programs: their clock, and the slots that a lookup table may be created for. */
    enterSlot(slot: number, time: number, hashes: readonly { slot: number; hash: string }[]): void {
      const epoch = BigInt(Math.floor(slot / slotsPerEpoch))
      svm.setClock(new Clock(BigInt(slot), BigInt(time), epoch, epoch + 1n, BigInt(time)))
      svm.setSlotHashes(hashes.map((one) => ({ slot: BigInt(one.slot), hash: one.hash })))
      svm.expireBlockhash()
    },
    execute(transaction: Transaction): Outcome {
      if (!isFullySignedTransaction(transaction)) return turnedAway('SignatureFailure')
      const result = svm.sendTransaction(transaction)
      return result instanceof FailedTransactionMetadata ? failure(result) : toOutcome(result, null)
    },
    /** Simulates a transaction; `checksSignatures` rejects an unsigned one. */
    simulate(
      transaction: Transaction,
      { checksSignatures }: { checksSignatures: boolean },
    ): { outcome: Outcome; accounts: Map<string, Account> } {
      if (checksSignatures && !isFullySignedTransaction(transaction))
        return { outcome: turnedAway('SignatureFailure'), accounts: new Map() }
      svm.withSigverify(checksSignatures)
      try {
        const result = svm.simulateTransaction(transaction)
        if (result instanceof FailedTransactionMetadata) return { outcome: failure(result), accounts: new Map() }
        const accounts = result.postAccounts().map((account) => [account.address, toAccount(account)] as const)
        return { outcome: toOutcome(result.meta(), null), accounts: new Map(accounts) }
      } finally {
        svm.withSigverify(true)
      }
    },
  }
}

/** The result of a rejected transaction. */
export const turnedAway = (err: TransactionError): Outcome => ({
  err,
  hasRun: false,
  logs: [],
  units: 0,
  fee: 0,
  inner: [],
})

const toAccount = (account: EncodedAccount): Account => ({
  lamports: Number(account.lamports),
  owner: account.programAddress,
  executable: account.executable,
  data: new Uint8Array(account.data),
})

/** The machine names an error only in its own text, which begins with it; the programs' logs follow. */
function failure(failed: FailedTransactionMetadata): Outcome {
  const [, text] =
    /^FailedTransactionMetadata\(FailedTransactionMetadata \{ err: (.*?), meta: /s.exec(failed.toString()) ?? []
  return toOutcome(failed.meta(), readTransactionError(text ?? 'UnknownError'))
}

function toOutcome(meta: TransactionMetadata, err: TransactionError | null): Outcome {
  const returned = meta.returnData()
  const inner = meta.innerInstructions().map((list, index) => ({
    index,
    instructions: list.map((one) => ({
      programIdIndex: one.instruction().programIdIndex(),
      accounts: [...one.instruction().accounts()],
      data: getBase58Decoder().decode(one.instruction().data()),
      stackHeight: one.stackHeight(),
    })),
  }))
  return {
    err,
    hasRun: meta.signature().some((byte) => byte !== 0),
    logs: meta.logs(),
    units: Number(meta.computeUnitsConsumed()),
    // The last field of the text, after the logs: no log can imitate it.
    fee: Number(/fee: (\d+) \}+\)?$/.exec(meta.toString())?.[1] ?? 0),
    inner: inner.filter(({ instructions }) => instructions.length > 0),
    ...(returned.data().length > 0 && {
      returnData: {
        programId: getBase58Decoder().decode(returned.programId()),
        data: Buffer.from(returned.data()).toString('base64'),
      },
    }),
  }
}
