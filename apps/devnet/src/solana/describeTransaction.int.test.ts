import { decodeBase58, encodeBase58 } from '@billfold/protocol/base58'
import type { BalanceChanges } from '@billfold/protocol/solana/balanceChanges'
import { describeTransaction } from '@billfold/protocol/solana/describeTransaction'
import { associatedAddress } from '@billfold/protocol/solana/programAddress'
import { type AccountMeta, AccountRole, type Address, createNoopSigner, type Instruction } from '@solana/kit'
import {
  AddressLookupTableProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { getCreateAccountInstruction, getTransferSolInstruction } from '@solana-program/system'
import { getCreateAssociatedTokenIdempotentInstruction } from '@solana-program/token'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTransaction } from './buildTransaction.ts'
import { type DevKey, namedKey } from './devKeys.ts'
import { programs } from './programs.ts'
import { solanaAccounts } from './solanaTokens.ts'
import { startTestChain, type TestChain } from './testChain.ts'
import { memo } from './tokenInstructions.ts'

let chain: TestChain
beforeAll(async () => {
  chain = await startTestChain()
})
afterAll(() => chain.close())

const native = 'So11111111111111111111111111111111111111112'
const queryNode = ({ method, params }: { method: string; params: unknown }) =>
  chain.ask(method, ...(params as unknown[]))
const newAddress = () => encodeBase58(crypto.getRandomValues(new Uint8Array(32)))
const u64 = (value: bigint) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}
const meta = (role: AccountRole) => (text: string) => ({ address: text as Address, role })
const readable = meta(AccountRole.READONLY)
const writable = meta(AccountRole.WRITABLE)
const signing = meta(AccountRole.READONLY_SIGNER)
const signer = (text: string) => createNoopSigner(text as Address)
const transfer = (from: string, to: string, amount: number) =>
  getTransferSolInstruction({ source: signer(from), destination: to as Address, amount })
const createAccount = (payer: string, at: string, place: { lamports: number; space: number; owner: string }) =>
  getCreateAccountInstruction({
    ...{ payer: signer(payer), newAccount: signer(at), programAddress: place.owner as Address },
    ...{ lamports: place.lamports, space: place.space },
  })
const createAssociated = (payer: string, ata: string, owner: string, mint: string, tokenProgram: string) =>
  getCreateAssociatedTokenIdempotentInstruction({
    ...{ payer: signer(payer), ata: ata as Address, owner: owner as Address },
    ...{ mint: mint as Address, tokenProgram: tokenProgram as Address },
  })
const call = (program: string, data: readonly (number | Uint8Array)[], ...accounts: AccountMeta[]): Instruction => ({
  ...{ programAddress: program as Address, accounts },
  data: Buffer.concat(data.map((part) => (typeof part === 'number' ? Buffer.from([part]) : part))),
})
const tokenBy = (symbol: string) => chain.chain.tokens.find((token) => token.symbol === symbol)!
const latest = async (): Promise<string> => (await chain.ask('getLatestBlockhash')).value.blockhash

/** The changes of a transaction, by the chain's own record of it. */
async function executed(bytes: Uint8Array): Promise<{ err: unknown; fee: bigint; changes: BalanceChanges }> {
  const options = { encoding: 'base64', skipPreflight: true }
  const signature = await chain.ask('sendTransaction', Buffer.from(bytes).toString('base64'), options)
  await chain.skip(2)
  const config = { encoding: 'json', commitment: 'confirmed', maxSupportedTransactionVersion: 0 }
  const { meta, transaction } = await chain.ask('getTransaction', signature, config)
  const { writable: written = [], readonly: read = [] } = meta.loadedAddresses ?? {}
  const keys: string[] = [...transaction.message.accountKeys, ...written, ...read]
  type Balance = {
    accountIndex: number
    mint: string
    owner: string
    uiTokenAmount: { amount: string; decimals: number }
  }
  const tokens = keys.flatMap((account, at) => {
    const of = (all: Balance[]) => all.find(({ accountIndex }) => accountIndex === at)
    const [was, is] = [of(meta.preTokenBalances), of(meta.postTokenBalances)]
    const amount = BigInt(is?.uiTokenAmount.amount ?? 0) - BigInt(was?.uiTokenAmount.amount ?? 0)
    const { mint, owner, uiTokenAmount } = (is ?? was ?? {}) as Balance
    return amount === 0n ? [] : [{ account, owner, mint, amount, decimals: uiTokenAmount.decimals }]
  })
  const coins = keys.flatMap((account, at) => {
    const lamports = BigInt(meta.postBalances[at]) - BigInt(meta.preBalances[at])
    return lamports === 0n ? [] : [{ account, lamports }]
  })
  return { err: meta.err, fee: BigInt(meta.fee), changes: sorted({ coins, tokens }) }
}
const sorted = ({ coins, tokens }: BalanceChanges): BalanceChanges => ({
  coins: coins.toSorted((a, b) => (a.account < b.account ? -1 : 1)),
  tokens: tokens.toSorted((a, b) => (a.account < b.account ? -1 : 1)),
})

type Step = (owner: string, made: (key: DevKey) => void) => Promise<readonly Instruction[]>
const amounts = fc.bigInt({ min: 0n, max: 900_000_000n })
const symbols = fc.constantFrom('USDC', 'TICK', 'TAX', 'NOTE')
const peers = fc.oneof(
  fc.constant(undefined),
  fc.integer({ min: 0, max: 7 }).map((at) => solanaAccounts[at]!.address),
)
let keys = 0
const freshKey = () => namedKey(`described ${keys++}`)

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(peers, fc.integer({ min: 1_000_000, max: 3_000_000 })).map(
    ([to = newAddress(), lamports]): Step =>
      async (owner) => [transfer(owner, to, lamports)],
  ),
  fc.tuple(symbols, peers, amounts, fc.constantFrom('plain', 'checked', 'withFee')).map(
    ([symbol, to = newAddress(), payment, way]): Step =>
      async (owner) => {
        const { address: mint, program, decimals, kind } = tokenBy(symbol)
        const amount = symbol === 'TICK' ? payment % 3n : payment / 100n
        const [from, at] = [associatedAddress(owner, mint, program), associatedAddress(to, mint, program)]
        const fee = (amount * 100n + 9_999n) / 10_000n
        const known = [writable(from), readable(mint), writable(at), signing(owner)] as const
        return [
          createAssociated(owner, at, to, mint, program),
          kind === 'transferFee' && way === 'withFee'
            ? call(program, [26, 1, u64(amount), decimals, u64(fee < 5_000_000n ? fee : 5_000_000n)], ...known)
            : kind !== 'transferFee' && way === 'plain'
              ? call(program, [3, u64(amount)], writable(from), writable(at), signing(owner))
              : call(program, [12, u64(amount), decimals], ...known),
        ]
      },
  ),
  // Wrapped coins: deposited, counted, partly paid out, and unwrapped again.
  fc.tuple(fc.integer({ min: 10_000, max: 5_000_000 }), fc.boolean()).map(
    ([lamports, isClosed]): Step =>
      async (owner) => {
        const to = newAddress()
        const [own, others] = [
          associatedAddress(owner, native, programs.token),
          associatedAddress(to, native, programs.token),
        ]
        return [
          createAssociated(owner, own, owner, native, programs.token),
          transfer(owner, own, lamports),
          call(programs.token, [17], writable(own)),
          createAssociated(owner, others, to, native, programs.token),
          call(programs.token, [3, u64(5_000n)], writable(own), writable(others), signing(owner)),
          ...(isClosed ? [call(programs.token, [9], writable(own), writable(owner), signing(owner))] : []),
        ]
      },
  ),
  // A token account at an address of its own, made by hand; closing it returns its rent to someone.
  fc.tuple(symbols, fc.boolean()).map(
    ([symbol, isClosed]): Step =>
      async (owner, made) => {
        const { address: mint, program, kind } = tokenBy(symbol)
        const key = freshKey()
        made(key)
        const space = kind === 'transferFee' ? 182 : 165
        const lamports = await chain.ask('getMinimumBalanceForRentExemption', space)
        return [
          createAccount(owner, key.address, { lamports, space, owner: program }),
          call(program, [18, decodeBase58(owner)], writable(key.address), readable(mint)),
          ...(isClosed ? [call(program, [9], writable(key.address), writable(owner), signing(owner))] : []),
        ]
      },
  ),
  fc.constant<Step>(async (owner, made) => {
    const key = freshKey()
    made(key)
    return [createAccount(owner, key.address, { lamports: 1_500_000, space: 8, owner: programs.system })]
  }),
  fc.tuple(symbols, amounts).map(
    ([symbol, amount]): Step =>
      async (owner) => {
        const { address: mint, program } = tokenBy(symbol)
        const own = associatedAddress(owner, mint, program)
        return [
          call(program, [4, u64(amount)], writable(own), readable(newAddress()), signing(owner)),
          call(program, [5], writable(own), signing(owner)),
          call(program, [8, u64(amount % 2n)], writable(own), writable(mint), signing(owner)),
        ]
      },
  ),
  fc.constant<Step>(async () => [memo('for the books')]),
)

test('random transactions change the balances as described, by decoding and by simulation', async () => {
  let successes = 0
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 7 }),
      fc.array(steps, { minLength: 1, maxLength: 3 }),
      fc.option(fc.bigInt({ min: 0n, max: 3_000_000n }), { nil: undefined }),
      async (payer, chosen, price) => {
        const key = solanaAccounts[payer]!
        const made: DevKey[] = []
        const lists = []
        for (const step of chosen) lists.push(await step(key.address, (one) => made.push(one)))
        const limit = [2, Buffer.from([0xe0, 0x93, 0x04, 0])] as const
        const instructions = [
          ...(price === undefined
            ? []
            : [call(programs.computeBudget, limit), call(programs.computeBudget, [3, u64(price)])]),
          ...lists.flat(),
        ]
        const bytes = buildTransaction([key, ...made], await latest(), instructions)
        fc.pre(bytes.length <= 1232)
        const described = await describeTransaction(bytes, queryNode)
        const { err, fee, changes } = await executed(bytes)
        expect(described.fee).toBe(fee)
        expect(described.facts.map(({ kind }) => kind)).not.toContain('unknown')
        if (err !== null) return void expect(described.tried).toHaveProperty('error')
        successes++
        expect(described.decoded).toEqual(changes)
        expect(described.tried).toEqual({ changes })
      },
    ),
    { numRuns: 60 },
  )
  expect(successes).toBeGreaterThan(30)
})

test('a transaction whose accounts are in a lookup table has the same description', async () => {
  const key = Keypair.fromSecretKey(decodeBase58(chain.chain.accounts[0]!.privateKey))
  const slot: number = await chain.ask('getSlot', { commitment: 'finalized' })
  const [make, table] = AddressLookupTableProgram.createLookupTable({
    ...{ authority: key.publicKey, payer: key.publicKey, recentSlot: slot },
  })
  const people = [newAddress(), newAddress()].map((address) => new PublicKey(address))
  const held = { authority: key.publicKey, payer: key.publicKey, lookupTable: table, addresses: people }
  const opened = await web3Message(key, [make, AddressLookupTableProgram.extendLookupTable(held)], [])
  expect(await executed(opened)).toMatchObject({ err: null })
  const pays = people.map((to, at) =>
    SystemProgram.transfer({ fromPubkey: key.publicKey, toPubkey: to, lamports: 2_000_000 + at }),
  )
  const bytes = await web3Message(key, pays, [{ table, addresses: people }])
  const { version, decoded, tried, facts } = await describeTransaction(bytes, queryNode)
  expect(version).toBe(0)
  expect(facts).toMatchObject(people.map((to) => ({ kind: 'coinMoved', to: to.toBase58() })))
  const { changes } = await executed(bytes)
  expect(changes.coins).toHaveLength(3)
  expect(decoded).toEqual(changes)
  expect(tried).toEqual({ changes })
  // No node to ask: a table's contents are not guessed.
  expect((await describeTransaction(bytes)).facts).toMatchObject([{ kind: 'unknown' }, { kind: 'unknown' }])
  const elsewhere = await web3Message(key, pays, [{ table: new PublicKey(newAddress()), addresses: people }])
  await expect(describeTransaction(elsewhere, queryNode)).rejects.toThrow('is not a lookup table')
})

test('describes an unknown program as unknown, with balances from simulation alone', async () => {
  const key = solanaAccounts[1]!
  const strange = call(programs.lookupTable, [9, 0, 0, 0], writable(key.address))
  const bytes = buildTransaction([key], await latest(), [strange])
  const described = await describeTransaction(bytes, queryNode)
  expect(described.facts).toMatchObject([
    { kind: 'unknown', program: programs.lookupTable, isKnownProgram: false, accounts: [key.address] },
  ])
  expect(described).not.toHaveProperty('decoded')
  expect(described.tried).toHaveProperty('error')
})

type Table = { table: PublicKey; addresses: PublicKey[] }
async function web3Message(
  key: Keypair,
  instructions: ConstructorParameters<typeof TransactionMessage>[0]['instructions'],
  tables: readonly Table[],
): Promise<Uint8Array> {
  const message = new TransactionMessage({
    ...{ payerKey: key.publicKey, recentBlockhash: await latest(), instructions },
  }).compileToV0Message(
    tables.map(({ table, addresses }) => ({ key: table, state: { addresses }, isActive: () => true }) as never),
  )
  const transaction = new VersionedTransaction(message)
  transaction.sign([key])
  return transaction.serialize()
}
