import { decodeBase58 } from '@billfold/protocol/base58'
import { associatedAddress } from '@billfold/protocol/solana/programAddress'
import {
  AddressLookupTableProgram,
  ComputeBudgetProgram,
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  PublicKey,
  type SendTransactionError,
  SystemProgram,
  sendAndConfirmTransaction,
  type TokenBalance,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestChain, type TestChain } from './testChain.ts'

let chain: TestChain
let connection: Connection
beforeAll(async () => {
  chain = await startTestChain()
})
// A connection caches a blockhash for half a minute; skipping slots makes it stale.
beforeEach(() => {
  connection = new Connection(chain.chain.rpcUrl, 'confirmed')
})
afterAll(() => chain.close())

const keyOf = (index: number) => Keypair.fromSecretKey(decodeBase58(chain.chain.accounts[index]!.privateKey))
const tokenBy = (symbol: string) => chain.chain.tokens.find((token) => token.symbol === symbol)!
const pay = (from: Keypair, to: PublicKey, lamports: number) =>
  SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to, lamports })
const memo = (text: string) =>
  new TransactionInstruction({
    programId: new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
    keys: [],
    data: Buffer.from(text),
  })

/** `TransferChecked`, also for the token with a fee: the program knows the fee. */
async function tokenTransfer(symbol: string, from: Keypair, to: string, amount: bigint) {
  const { address, program, decimals } = tokenBy(symbol)
  const [source, destination] = [
    associatedAddress(from.publicKey.toBase58(), address, program),
    associatedAddress(to, address, program),
  ]
  const data = Buffer.alloc(10)
  data[0] = 12
  data.writeBigUInt64LE(amount, 1)
  data[9] = decimals
  const keys = [
    { pubkey: new PublicKey(source), isSigner: false, isWritable: true },
    { pubkey: new PublicKey(address), isSigner: false, isWritable: false },
    { pubkey: new PublicKey(destination), isSigner: false, isWritable: true },
    { pubkey: from.publicKey, isSigner: true, isWritable: false },
  ]
  return { destination, instruction: new TransactionInstruction({ programId: new PublicKey(program), keys, data }) }
}

test('an airdrop and a transfer, confirmed over the socket, are in balances, statuses and history', async () => {
  const [a, b] = [Keypair.generate(), Keypair.generate()]
  const airdrop = await connection.requestAirdrop(a.publicKey, 10 * LAMPORTS_PER_SOL)
  await connection.confirmTransaction(airdrop, 'confirmed')
  const signature = await sendAndConfirmTransaction(
    connection,
    new Transaction().add(pay(a, b.publicKey, LAMPORTS_PER_SOL), memo('rent')),
    [a],
  )
  expect(await connection.getBalance(b.publicKey)).toBe(LAMPORTS_PER_SOL)
  expect(await connection.getBalance(a.publicKey)).toBe(9 * LAMPORTS_PER_SOL - 5_000)

  const { value } = await connection.getSignatureStatus(signature)
  expect(value).toMatchObject({ err: null, confirmationStatus: 'confirmed' })
  const transaction = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 })
  expect(transaction?.meta).toMatchObject({ err: null, fee: 5_000, computeUnitsConsumed: expect.any(Number) })
  expect(transaction?.meta?.postBalances.slice(0, 2)).toEqual([9 * LAMPORTS_PER_SOL - 5_000, LAMPORTS_PER_SOL])
  const parsed = await connection.getParsedTransaction(signature, { maxSupportedTransactionVersion: 0 })
  expect(parsed?.transaction.message.accountKeys[0]).toMatchObject({ signer: true, writable: true })

  const [newest, older] = await connection.getSignaturesForAddress(a.publicKey)
  expect(newest).toMatchObject({ signature, memo: '[4] rent', err: null })
  expect(older?.signature).toBe(airdrop)
  expect(await connection.getSignaturesForAddress(a.publicKey, { before: signature })).toHaveLength(1)
  // A position in the chain, even if it is another address's transaction.
  expect(await connection.getSignaturesForAddress(b.publicKey, { before: airdrop })).toHaveLength(0)
  expect(await connection.getSignaturesForAddress(b.publicKey, { until: airdrop })).toMatchObject([{ signature }])
  const block = await connection.getBlock(transaction!.slot, { maxSupportedTransactionVersion: 0 })
  expect(block?.transactions.map(({ transaction }) => transaction.signatures[0])).toContain(signature)
  expect(await connection.getBlockTime(transaction!.slot)).toBe(transaction!.blockTime)
})

test('a transaction is final only after enough blocks', async () => {
  const signature = await sendAndConfirmTransaction(
    connection,
    new Transaction().add(pay(keyOf(0), keyOf(1).publicKey, 1)),
    [keyOf(0)],
  )
  expect(await chain.ask('getTransaction', signature)).toBeNull()
  const final = connection.confirmTransaction(signature, 'finalized')
  await chain.skip(32)
  expect((await final).value.err).toBeNull()
  const { value } = await connection.getSignatureStatus(signature)
  expect(value).toMatchObject({ confirmationStatus: 'finalized', confirmations: null })
  expect(await chain.ask('getTransaction', signature)).toMatchObject({ meta: { err: null } })
})

test('a blockhash expires, and no transaction runs twice', async () => {
  const [a, b] = [keyOf(0), keyOf(1)]
  const { blockhash } = await connection.getLatestBlockhash('confirmed')
  const sign = (lamports: number) => {
    const transaction = new Transaction({ feePayer: a.publicKey, recentBlockhash: blockhash })
    transaction.add(pay(a, b.publicKey, lamports)).sign(a)
    return transaction.serialize()
  }
  const sent = await connection.sendRawTransaction(sign(1))
  await expect(connection.sendRawTransaction(sign(1))).rejects.toThrow('already been processed')
  const before = await connection.getBalance(a.publicKey)
  expect(await connection.sendRawTransaction(sign(1), { skipPreflight: true })).toBe(sent)
  expect(await connection.getBalance(a.publicKey)).toBe(before)

  expect((await connection.isBlockhashValid(blockhash)).value).toBe(true)
  await chain.skip(151)
  expect((await connection.isBlockhashValid(blockhash)).value).toBe(false)
  await expect(connection.sendRawTransaction(sign(2))).rejects.toThrow('Blockhash not found')
  const lost = await connection.sendRawTransaction(sign(3), { skipPreflight: true })
  expect((await connection.getSignatureStatus(lost)).value).toBeNull()
})

test('a failure has its reason: too little money, a missing signature, rent that is not covered', async () => {
  const poor = Keypair.generate()
  const send = (instruction: TransactionInstruction, payer: Keypair) =>
    sendAndConfirmTransaction(connection, new Transaction().add(instruction), [payer])
  await expect(send(pay(poor, keyOf(0).publicKey, 1), poor)).rejects.toThrow('no record of a prior credit')
  const tooMuch = await send(pay(keyOf(0), poor.publicKey, 1e15), keyOf(0)).catch((e: SendTransactionError) => e)
  expect((tooMuch as SendTransactionError).message).toContain('custom program error: 0x1')
  expect((tooMuch as SendTransactionError).logs?.join()).toContain('insufficient lamports')
  await expect(send(pay(keyOf(0), poor.publicKey, 1), keyOf(0))).rejects.toThrow('insufficient funds for rent')

  const { blockhash } = await connection.getLatestBlockhash()
  const unsigned = new Transaction({ feePayer: keyOf(0).publicKey, recentBlockhash: blockhash })
  unsigned.add(pay(keyOf(0), keyOf(1).publicKey, 1))
  const bytes = unsigned.serialize({ requireAllSignatures: false })
  await expect(connection.sendRawTransaction(bytes)).rejects.toThrow('signature verification failure')

  // One that fails on the chain costs its fee and is in the history.
  const before = await connection.getBalance(keyOf(2).publicKey)
  const failing = new Transaction({ feePayer: keyOf(2).publicKey, recentBlockhash: blockhash })
  failing.add(pay(keyOf(2), poor.publicKey, 1e15)).sign(keyOf(2))
  const signature = await connection.sendRawTransaction(failing.serialize(), { skipPreflight: true })
  expect((await connection.getSignatureStatus(signature)).value?.err).toEqual({ InstructionError: [0, { Custom: 1 }] })
  expect(await connection.getBalance(keyOf(2).publicKey)).toBe(before - 5_000)
})

test('fees: the estimate for a message is its cost, priority included', async () => {
  const { blockhash } = await connection.getLatestBlockhash('confirmed')
  const transaction = new Transaction({ feePayer: keyOf(3).publicKey, recentBlockhash: blockhash }).add(
    ComputeBudgetProgram.setComputeUnitLimit({ units: 100_000 }),
    ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000_001 }),
    pay(keyOf(3), keyOf(4).publicKey, 1_000),
  )
  const { value: fee } = await connection.getFeeForMessage(transaction.compileMessage())
  expect(fee).toBe(5_000 + 100_001)
  const simulated = await connection.simulateTransaction(transaction)
  expect(simulated.value).toMatchObject({ err: null, unitsConsumed: 450 })
  const before = await connection.getBalance(keyOf(3).publicKey)
  await sendAndConfirmTransaction(connection, transaction, [keyOf(3)])
  expect(await connection.getBalance(keyOf(3).publicKey)).toBe(before - fee! - 1_000)
  const [paid] = (
    await connection.getRecentPrioritizationFees({ lockedWritableAccounts: [keyOf(4).publicKey] })
  ).filter(({ prioritizationFee }) => prioritizationFee > 0)
  expect(paid?.prioritizationFee).toBe(1_000_001)
})

test('tokens of both programs: transfers, a withheld fee, a frozen account, one that requires a memo', async () => {
  const [a, b] = [keyOf(0), keyOf(1).publicKey]
  const amountAt = async (at: string) => (await connection.getTokenAccountBalance(new PublicKey(at))).value.amount
  const send = (...list: TransactionInstruction[]) =>
    sendAndConfirmTransaction(connection, new Transaction().add(...list), [a])

  const usdc = await tokenTransfer('USDC', a, b.toBase58(), 1_250_000n)
  const signature = await send(usdc.instruction)
  expect(await amountAt(usdc.destination)).toBe('1001250000')
  const { meta } = (await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 }))!
  const amounts = (list: TokenBalance[] | null | undefined) =>
    list?.map(({ owner, uiTokenAmount }) => [owner, uiTokenAmount.amount])
  expect(amounts(meta!.preTokenBalances)).toContainEqual([b.toBase58(), '1000000000'])
  expect(amounts(meta!.postTokenBalances)).toContainEqual([b.toBase58(), '1001250000'])

  const tax = await tokenTransfer('TAX', a, b.toBase58(), 100_000_000n)
  await send(tax.instruction)
  expect(await amountAt(tax.destination)).toBe('1099000000')

  const frozen = await tokenTransfer('USDC', a, tokenBy('USDC').frozenOwners[0]!, 1n)
  await expect(send(frozen.instruction)).rejects.toThrow('custom program error: 0x11')
  const noted = await tokenTransfer('NOTE', a, tokenBy('NOTE').memoOwners[0]!, 1n)
  await expect(send(noted.instruction)).rejects.toThrow('custom program error: 0x24')
  await send(memo('for the books'), noted.instruction)
  expect(await amountAt(noted.destination)).toBe('1000000000001')

  const owned = await connection.getParsedTokenAccountsByOwner(b, { mint: new PublicKey(tokenBy('TAX').address) })
  expect(owned.value[0]?.account.data.parsed.info.tokenAmount.uiAmountString).toBe('1099')
  const supply = await connection.getTokenSupply(new PublicKey(tokenBy('TICK').address))
  expect(supply.value).toMatchObject({ amount: '10000', decimals: 0 })
})

test('a transaction with a lookup table lists its loaded addresses', async () => {
  const payer = keyOf(5)
  const [create, table] = AddressLookupTableProgram.createLookupTable({
    authority: payer.publicKey,
    payer: payer.publicKey,
    recentSlot: (await connection.getSlot('confirmed')) - 1,
  })
  const target = keyOf(6).publicKey
  const extend = AddressLookupTableProgram.extendLookupTable({
    lookupTable: table,
    authority: payer.publicKey,
    payer: payer.publicKey,
    addresses: [target],
  })
  await sendAndConfirmTransaction(connection, new Transaction().add(create, extend), [payer])
  await chain.skip(1)
  const lookup = (await connection.getAddressLookupTable(table)).value!
  const { blockhash } = await connection.getLatestBlockhash()
  const message = new TransactionMessage({
    payerKey: payer.publicKey,
    recentBlockhash: blockhash,
    instructions: [pay(payer, target, 1)],
  }).compileToV0Message([lookup])
  const transaction = new VersionedTransaction(message)
  transaction.sign([payer])
  const signature = await connection.sendTransaction(transaction)
  const stored = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 })
  expect(stored?.version).toBe(0)
  expect(stored?.meta?.loadedAddresses?.writable.map(String)).toEqual([target.toBase58()])
  await expect(chain.ask('getTransaction', signature, { commitment: 'confirmed' })).rejects.toThrow(
    'maxSupportedTransactionVersion',
  )
})

test('subscribers get accounts, logs and slots', async () => {
  const [from, to] = [keyOf(7), Keypair.generate().publicKey]
  const account = Promise.withResolvers<number>()
  const logs = Promise.withResolvers<string>()
  const slot = Promise.withResolvers<number>()
  const ids = [
    connection.onAccountChange(to, ({ lamports }) => account.resolve(lamports)),
    connection.onLogs(to, ({ signature }) => logs.resolve(signature)),
    connection.onSlotChange((info) => slot.resolve(info.slot)),
  ] as const
  // The socket answers in order: later requests find the listeners installed.
  await connection.confirmTransaction(await connection.requestAirdrop(from.publicKey, 1_000_000), 'confirmed')
  const signature = await sendAndConfirmTransaction(connection, new Transaction().add(pay(from, to, 2_000_000)), [from])
  expect(await account.promise).toBe(2_000_000)
  expect(await logs.promise).toBe(signature)
  expect(await slot.promise).toBeGreaterThan(0)
  await connection.removeAccountChangeListener(ids[0])
  await connection.removeOnLogsListener(ids[1])
  await connection.removeSlotChangeListener(ids[2])
})
