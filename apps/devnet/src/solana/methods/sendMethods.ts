import { decodeBase58 } from '@billfold/protocol/base58'
import * as z from 'zod/mini'
import { RpcError } from '../../rpcError.ts'
import { accountEncodings, encodeAccount } from '../encodeAccount.ts'
import type { Faucet } from '../faucet.ts'
import type { Ledger } from '../ledger.ts'
import { programs } from '../programs.ts'
import { maxBytes, type ReadTransaction, readMessage, readTransaction } from '../readTransaction.ts'
import { type Outcome, turnedAway } from '../runtime.ts'
import { blockhashAge } from '../slotClock.ts'
import { describeTransactionError, type TransactionError } from '../transactionError.ts'
import { address, checkSlot, config, inContext, type Methods, method, whole } from './method.ts'

const encoding = z.optional(z.enum(['base58', 'base64']))
/** A packet in base58 or base64, with room to spare. */
const encoded = z.string().check(z.maxLength(2 * maxBytes))
const sendConfig = config({
  encoding,
  skipPreflight: z.optional(z.boolean()),
  preflightCommitment: z.optional(z.string()),
  maxRetries: z.optional(z.nullable(whole)),
})
const simulateConfig = config({
  encoding,
  sigVerify: z.optional(z.boolean()),
  replaceRecentBlockhash: z.optional(z.boolean()),
  innerInstructions: z.optional(z.boolean()),
  accounts: z.optional(
    z.nullable(
      z.object({ encoding: z.optional(z.enum(accountEncodings)), addresses: z.array(address).check(z.maxLength(64)) }),
    ),
  ),
})
/** The maximum of one request: enough for any test. */
const maxLamports = 1_000_000_000_000

/** Transaction methods: sends, simulates, estimates the cost, and gives coins for it. */
export function sendMethods(ledger: Ledger, faucet: Faucet): Methods {
  /** Simulates a transaction, after a node's first checks. */
  function tryOut(read: ReadTransaction, checksSignatures: boolean, checksBlockhash = true) {
    const refused = checksBlockhash ? ledger.refusal(read) : undefined
    if (refused !== undefined) return { outcome: turnedAway(refused), accounts: new Map() }
    return ledger.simulate(read.transaction, checksSignatures)
  }

  return {
    sendTransaction: method(z.tuple([encoded, sendConfig]), ([text, options]) => {
      checkSlot(ledger, options)
      const read = readTransaction(decode(text, options?.encoding))
      if (!options?.skipPreflight) {
        const { err, logs, units } = tryOut(read, true).outcome
        if (err === 'SignatureFailure') throw new RpcError(-32003, 'Transaction signature verification failure')
        if (err !== null) throw preflightFailure(err, logs, units)
      }
      // Without preflight, a transaction that may not run is lost silently, as in the network.
      if (ledger.refusal(read) === undefined) ledger.execute(read)
      return read.signature
    }),
    simulateTransaction: method(z.tuple([encoded, simulateConfig]), ([text, options]) => {
      const { sigVerify = false, replaceRecentBlockhash = false, accounts, innerInstructions } = options ?? {}
      if (sigVerify && replaceRecentBlockhash)
        throw new RpcError(-32602, 'sigVerify may not be used with replaceRecentBlockhash')
      const read = readTransaction(decode(text, options?.encoding))
      const { outcome, accounts: after } = tryOut(read, sigVerify, !replaceRecentBlockhash)
      const slot = ledger.clock.slot()
      const show = (at: string) => {
        const account = after.get(at) ?? ledger.getAccount(at)
        const how = { encoding: accounts?.encoding ?? 'base64' }
        return account ? encodeAccount(account, how, (mint) => ledger.mintOf(mint)?.decimals) : null
      }
      return inContext(ledger, options, {
        err: outcome.err,
        logs: outcome.logs,
        unitsConsumed: outcome.units,
        fee: outcome.fee,
        accounts: accounts && outcome.err === null ? accounts.addresses.map(show) : null,
        returnData: returnDataOf(outcome),
        innerInstructions: innerInstructions ? outcome.inner : null,
        replacementBlockhash: replaceRecentBlockhash
          ? { blockhash: ledger.clock.blockhashOf(slot), lastValidBlockHeight: slot + blockhashAge }
          : null,
      })
    }),
    getFeeForMessage: method(z.tuple([encoded, config({})]), ([text, options]) => {
      const bytes = new Uint8Array(Buffer.from(text, 'base64'))
      const message = readMessage(bytes)
      if (ledger.clock.slotOf(message.lifetimeToken) === undefined) return inContext(ledger, options, null)
      const signers = message.header.numSignerAccounts
      const unsigned = Uint8Array.from([signers, ...new Uint8Array(64 * signers), ...bytes])
      const { outcome } = ledger.simulate(readTransaction(unsigned).transaction, false)
      return inContext(ledger, options, outcome.fee || null)
    }),
    getRecentPrioritizationFees: method(
      z.tuple([z._default(z.nullable(z.array(address).check(z.maxLength(128))), null)]),
      ([accounts]) => {
        const last = ledger.clock.slot()
        return Array.from({ length: Math.min(blockhashAge, last) }, (_, i) => last - i).map((slot) => {
          const paid = ledger
            .inSlot(slot)
            .filter((record) => !accounts?.length || accounts.some((at) => record.accounts.includes(at)))
            .map(({ wire }) => pricePerUnit(readTransaction(new Uint8Array(Buffer.from(wire, 'base64')))))
          return { slot, prioritizationFee: paid.length > 0 ? Math.min(...paid) : 0 }
        })
      },
    ),
    requestAirdrop: method(
      z.tuple([address, whole.check(z.gte(1), z.lte(maxLamports)), config({})]),
      ([to, lamports]) => faucet.airdrop(to, lamports),
    ),
  }
}

function decode(text: string, how: 'base58' | 'base64' = 'base58'): Uint8Array {
  if (how === 'base64') return new Uint8Array(Buffer.from(text, 'base64'))
  try {
    return decodeBase58(text)
  } catch {
    throw new RpcError(-32602, 'invalid base58 encoding')
  }
}

/** A program's return data, in the form of simulations. */
const returnDataOf = ({ returnData }: Outcome) =>
  returnData ? { programId: returnData.programId, data: [returnData.data, 'base64'] } : null

const preflightFailure = (err: TransactionError, logs: string[], unitsConsumed: number) =>
  new RpcError(-32002, `Transaction simulation failed: ${describeTransactionError(err)}`, {
    err,
    logs,
    unitsConsumed,
    accounts: null,
    innerInstructions: null,
    replacementBlockhash: null,
    returnData: null,
  })

/** The priority fee of a transaction per compute unit, in micro-lamports. */
function pricePerUnit({ message }: ReadTransaction): number {
  for (const { programAddressIndex, data } of message.instructions) {
    if (message.staticAccounts[programAddressIndex] !== programs.computeBudget) continue
    if (data?.[0] === 3 && data.length === 9) return Number(Buffer.from(data).readBigUInt64LE(1))
  }
  return 0
}
