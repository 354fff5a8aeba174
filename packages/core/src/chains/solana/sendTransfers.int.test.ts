import { buildTransaction } from '@billfold/devnet/solana/buildTransaction'
import { type DevKey, deriveDevKeys, namedKey } from '@billfold/devnet/solana/devKeys'
import { startTestChain, type TestChain } from '@billfold/devnet/solana/testChain'
import { createTestMint, fillTestMint } from '@billfold/devnet/solana/testMint'
import { decodeBase58, encodeBase58 } from '@billfold/protocol/base58'
import { KitError } from '@billfold/protocol/error'
import { associatedAddress } from '@billfold/protocol/solana/programAddress'
import { solanaPrograms } from '@billfold/protocol/solana/solanaPrograms'
import { readSolanaTransaction, withSignature } from '@billfold/protocol/solanaTransaction'
import { walletError } from '@billfold/protocol/walletError'
import { decodeBase64, encodeBase64 } from '@billfold/protocol/wc/base64'
import { type AccountMeta, AccountRole, type Address, type Instruction } from '@solana/kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { QueryChain } from '../chainQuery.ts'
import type { Sent, TransactionStatus, Transfer, TransferPlan } from '../transfers.ts'
import { sendTransfers as transfers } from './sendTransfers.ts'
import { readCall } from './solanaCall.ts'

let chain: TestChain
const keys = deriveDevKeys(10)
const sol = { symbol: 'SOL', decimals: 9 }
const rent = 890_880n

beforeAll(async () => {
  chain = await startTestChain()
})
afterAll(() => chain.close())

const ask: QueryChain = async (question) => {
  if ('path' in question) throw new KitError('unknown_method')
  return chain.ask(question.method, ...(question.params as unknown[])).catch((e: unknown) => {
    throw walletError(e)
  })
}
const address = (index: number): string => keys[index]!.address
const somebody = () => encodeBase58(crypto.getRandomValues(new Uint8Array(32)))
const tokenBy = (symbol: string) => {
  const { address, decimals } = chain.chain.tokens.find((token) => token.symbol === symbol)!
  return { address, symbol, decimals }
}
const transferOf = (given: Partial<Transfer> & Pick<Transfer, 'to' | 'amount'>): Transfer => ({
  ...{ networkId: 'solana:localnet', from: address(0), token: sol },
  ...given,
})
const planOf = (given: Partial<Transfer> & Pick<Transfer, 'to' | 'amount'>): Promise<TransferPlan> =>
  transfers.plan(transferOf(given), ask)
const holds = (owner: string, token?: string): Promise<bigint> => transfers.balance({ owner, token }, ask)

const { token2022 } = solanaPrograms
async function run(signers: readonly [DevKey, ...DevKey[]], instructions: readonly Instruction[]): Promise<void> {
  const { value } = (await chain.ask('getLatestBlockhash')) as { value: { blockhash: string } }
  const bytes = buildTransaction(signers, value.blockhash, instructions)
  await chain.ask('sendTransaction', Buffer.from(bytes).toString('base64'), { encoding: 'base64' })
}

/** The response of a wallet that signs this transaction. */
function sign(transaction: string, index = 0): { transaction: string } {
  const bytes = decodeBase64(transaction)
  const signature = keys[index]!.sign(readSolanaTransaction(bytes).message)
  return { transaction: encodeBase64(withSignature(bytes, address(index), signature)) }
}
const send = async ({ call }: TransferPlan, index = 0): Promise<Sent> =>
  transfers.readSent(sign(readCall(call).transaction, index), call, ask)
const look = (sent: Sent, { call, transfer }: TransferPlan): Promise<TransactionStatus> =>
  transfers.look({ ...sent, call, from: transfer.from }, ask)

async function settled(sent: Sent, plan: TransferPlan): Promise<TransactionStatus> {
  for (let tries = 0; tries < 60; tries++) {
    const seen = await look(sent, plan)
    if (seen.state !== 'pending' && seen.state !== 'unknown') return seen
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('It is not in a block')
}

describe('the coin', () => {
  test('reaches a new account at the predicted fee, and becomes final', async () => {
    const to = somebody()
    const plan = await planOf({ to, amount: 2_000_000_000n })
    expect(plan).toMatchObject({ arrives: 2_000_000_000n, isContract: false })
    const before = await holds(address(0))
    const sent = await send(plan)
    expect(await settled(sent, plan)).toEqual({ state: 'included', succeeded: true, isFinal: false })
    expect(await holds(to)).toBe(2_000_000_000n)
    expect(before - (await holds(address(0)))).toBe(2_000_000_000n + plan.fee!.most)
    await chain.skip(40)
    expect(await look(sent, plan)).toMatchObject({ state: 'included', isFinal: true })
  })

  test('can be sent entirely, leaving nothing', async () => {
    const balance = await holds(address(1))
    const [from, to] = [address(1), somebody()]
    const amount = await transfers.most({ from, to, balance }, ask)
    const plan = await planOf({ from, to, amount })
    await settled(await send(plan, 1), plan)
    expect(await holds(from)).toBe(0n)
  })

  test('rejects a transfer below the recipient’s or sender’s minimum, or above the balance', async () => {
    const balance = await holds(address(2))
    const from = address(2)
    expect((await planOf({ to: somebody(), amount: rent - 1n })).refusal).toEqual({
      kind: 'tooLittle',
      least: `${rent}`,
    })
    expect((await planOf({ to: somebody(), amount: rent })).refusal).toBeUndefined()
    expect((await planOf({ from, to: address(0), amount: balance - 500_000n })).refusal).toEqual({
      kind: 'leavesTooLittle',
      least: `${rent}`,
    })
    expect((await planOf({ from, to: address(0), amount: balance })).refusal).toEqual({ kind: 'noFunds' })
    expect((await planOf({ from: somebody(), to: address(0), amount: 1n })).refusal).toEqual({ kind: 'noFunds' })
  })

  test('is not sent to a mint, or to a token account', async () => {
    expect((await planOf({ to: tokenBy('USDC').address, amount: rent })).refusal).toEqual({ kind: 'notAWallet' })
  })
})

test('reaches the owner of a .sol name', async () => {
  const networkId = 'solana:localnet' as const
  const at = { networkId, place: networkId, gateway: async () => undefined, askThere: ask }
  const named = (name: string) => transfers.resolveName!({ name, registry: transfers.nameRegistry!, ...at }, ask)
  expect(await named('Billfold.sol')).toEqual({ address: address(3), name: 'billfold.sol' })
  expect(await named('nobody-has-this.sol')).toBeUndefined()
})

describe('a payment link', () => {
  const [first, second] = [somebody(), somebody()]
  const references = [first, second]
  const memo = '世'.repeat(85)
  const findByReference = async (reference: string) => {
    const [seen] = (await chain.ask('getSignaturesForAddress', reference, { commitment: 'confirmed' })) as {
      signature: string
      memo: string
    }[]
    return seen
  }

  test.each(['SOL', 'USDC'])('has its memo and references in the transaction, of %s', async (symbol) => {
    const to = somebody()
    const token = symbol === 'SOL' ? sol : tokenBy(symbol)
    const plan = await planOf({ to, amount: 1_000_000n, token, memo, references })
    const { instructions } = readSolanaTransaction(decodeBase64(readCall(plan.call).transaction))
    expect(instructions.at(-2)?.data).toEqual(new TextEncoder().encode(memo))
    expect(instructions.at(-1)?.accounts.slice(-2)).toEqual(references)
    const sent = await send(plan)
    expect(await settled(sent, plan)).toMatchObject({ succeeded: true })
    expect(await holds(to, token === sol ? undefined : tokenBy(symbol).address)).toBe(1_000_000n)
    for (const reference of references)
      expect(await findByReference(reference)).toMatchObject({ signature: sent.hash, memo: `[255] ${memo}` })
  })

  test('is rejected before a wallet request if it exceeds a transaction', async () => {
    const to = somebody()
    const tooLarge = { refusal: { kind: 'tooLarge' } }
    expect(await planOf({ to, amount: rent, memo: 'x'.repeat(257) })).toMatchObject(tooLarge)
    expect(await planOf({ to, amount: rent, memo: 'x'.repeat(256) })).not.toHaveProperty('refusal')
    const many = Array.from({ length: 40 }, somebody)
    expect(await planOf({ to, amount: rent, references: many })).toMatchObject(tooLarge)
  })
})

describe('tokens', () => {
  test('reach someone without an account, which is created with its rent in the cost', async () => {
    const [to, token] = [somebody(), tokenBy('USDC')]
    const first = await planOf({ to, amount: 5_000_000n, token })
    expect(first.fee!.most).toBeGreaterThan(2_039_280n)
    const before = await holds(address(0))
    expect(await settled(await send(first), first)).toMatchObject({ succeeded: true })
    expect(await holds(to, token.address)).toBe(5_000_000n)
    expect(before - (await holds(address(0)))).toBe(first.fee!.most)
    const second = await planOf({ to, amount: 1n, token })
    expect(second).toMatchObject({ arrives: 1n })
    expect(second.fee!.most).toBeLessThan(10_000n)
  })

  test('without decimals, and more of them than there are', async () => {
    const token = tokenBy('TICK')
    expect(await planOf({ to: address(3), amount: 7n, token })).toMatchObject({ arrives: 7n })
    expect((await planOf({ to: address(3), amount: 1_001n, token })).refusal).toEqual({ kind: 'noFunds' })
  })

  test('with decimals that differ from those shown', async () => {
    const token = { ...tokenBy('USDC'), decimals: 9 }
    expect((await planOf({ to: address(3), amount: 1n, token })).refusal).toEqual({ kind: 'otherDecimals' })
  })

  test('with transfer fees arrive as predicted', async () => {
    const [to, token] = [somebody(), tokenBy('TAX')]
    const plan = await planOf({ to, amount: 100_000_000n, token })
    expect(plan.arrives).toBe(99_000_000n)
    await settled(await send(plan), plan)
    expect(await holds(to, token.address)).toBe(99_000_000n)
  })

  test('to a recipient who requires a memo', async () => {
    const [to, token] = [address(8), tokenBy('NOTE')]
    expect((await planOf({ to, amount: 5n, token })).refusal).toEqual({ kind: 'needsMemo' })
    const plan = await planOf({ to, amount: 5n, token, memo: 'invoice 7' })
    const before = await holds(to, token.address)
    expect(await settled(await send(plan), plan)).toMatchObject({ succeeded: true })
    expect((await holds(to, token.address)) - before).toBe(5n)
  })

  test('from and to a frozen account', async () => {
    const token = tokenBy('USDC')
    expect((await planOf({ to: address(9), amount: 5n, token })).refusal).toEqual({ kind: 'frozen' })
    expect((await planOf({ from: address(9), to: address(0), amount: 5n, token })).refusal).toEqual({ kind: 'frozen' })
  })

  test('with rules that forbid it are rejected by name before a wallet request', async () => {
    const issuer = keys[7]!
    const make = async (space: number, ...rules: readonly (readonly number[])[]) => {
      const mint = namedKey(`ruled ${rules.join()}`)
      const place = { lamports: Number(await chain.ask('getMinimumBalanceForRentExemption', space)), space }
      const ruled = (data: readonly number[], ...accounts: AccountMeta[]): Instruction => ({
        ...{ programAddress: token2022 as Address, data: Uint8Array.from(data) },
        accounts: [{ address: mint.address, role: AccountRole.WRITABLE }, ...accounts],
      })
      const setRules = rules.map((rule) => ruled(rule))
      await run([issuer, mint], createTestMint(issuer.address, mint.address, place, setRules))
      return { token: { address: mint.address, symbol: 'RULED', decimals: 6 }, ruled }
    }
    const refusalOf = async (token: Transfer['token'], to = somebody()) =>
      (await planOf({ from: issuer.address, to, amount: 1n, token })).refusal
    const authority = [...decodeBase58(issuer.address)]
    const kept = await make(170, [32])
    expect(await refusalOf(kept.token)).toEqual({ kind: 'nonTransferable' })
    const admitting = await make(171, [28, 0, 2])
    expect(await refusalOf(admitting.token)).toEqual({ kind: 'notAdmitted' })
    const hooked = await make(234, [36, 0, ...authority, ...Array<number>(32).fill(5)])
    expect(await refusalOf(hooked.token)).toEqual({ kind: 'noFunds' })
    // Its hook has no account list.
    const [{ address: hookedMint }, own] = [hooked.token, issuer.address]
    const at = associatedAddress(own, hookedMint, token2022)
    await run([issuer], fillTestMint(own, hookedMint, at as Address, 5n))
    expect(await refusalOf(hooked.token)).toEqual({ kind: 'hooked' })
    const unhooked = await make(234, [36, 0, ...authority, ...Array<number>(32).fill(0)])
    expect(await refusalOf(unhooked.token)).toEqual({ kind: 'noFunds' })
    const pausable = await make(203, [44, 0, ...authority])
    expect(await refusalOf(pausable.token)).toEqual({ kind: 'noFunds' })
    await run([issuer], [pausable.ruled([44, 1], { address: issuer.address, role: AccountRole.READONLY_SIGNER })])
    expect(await refusalOf(pausable.token)).toEqual({ kind: 'paused' })
  })

  test('that do not exist', async () => {
    const token = { address: address(4), symbol: 'X', decimals: 6 }
    expect((await planOf({ to: somebody(), amount: 5n, token })).refusal).toEqual({ kind: 'noToken' })
    await expect(transfers.findToken!({ address: address(4), owner: address(0) }, ask)).rejects.toMatchObject({
      code: 'invalid_input',
    })
    const { address: usdc } = tokenBy('USDC')
    expect(await transfers.findToken!({ address: usdc, owner: address(5) }, ask)).toEqual({
      ...{ address: usdc, decimals: 6, amount: 1_000_000_000n },
      ...{ name: `${usdc.slice(0, 4)}…${usdc.slice(-4)}`, symbol: `${usdc.slice(0, 4)}…${usdc.slice(-4)}` },
    })
  })
})

describe('the signed transaction', () => {
  test('is not sent if it is a different transfer', async () => {
    const [to, thief] = [somebody(), somebody()]
    const [requested, other] = await Promise.all([planOf({ to, amount: rent }), planOf({ to: thief, amount: rent })])
    const answer = sign(readCall(other.call).transaction)
    await expect(transfers.readSent(answer, requested.call, ask)).rejects.toMatchObject({
      code: 'wallet_answer_invalid',
    })
    await expect(
      transfers.readSent(sign(readCall(requested.call).transaction, 0), { ...requested.call, from: address(1) }, ask),
    ).rejects.toThrow()
    expect([await holds(to), await holds(thief)]).toEqual([0n, 0n])
  })

  test('is tracked if the wallet sent it, and reported if altered', async () => {
    const [to, thief] = [somebody(), somebody()]
    const [requested, other] = await Promise.all([planOf({ to, amount: rent }), planOf({ to: thief, amount: rent })])
    for (const [plan, altered] of [
      [requested, undefined],
      [other, true],
    ] as const) {
      const { transaction } = sign(readCall(plan.call).transaction)
      const signature = await chain.ask('sendTransaction', transaction, { encoding: 'base64' })
      const sent = await transfers.readSent({ signature, isSent: true }, requested.call, ask)
      expect(sent.hash).toBe(signature)
      expect((await settled(sent, requested)) as object).toEqual({
        ...{ state: 'included', succeeded: true, isFinal: false },
        ...(altered ? { altered } : {}),
      })
    }
    await expect(transfers.readSent({ signature: 'x', isSent: true }, requested.call, ask)).rejects.toMatchObject({
      code: 'wallet_answer_invalid',
    })
  })

  test('is rebroadcast by polling if no node accepted it at first', async () => {
    const to = somebody()
    const plan = await planOf({ to, amount: rent })
    const cutOff: QueryChain = (question) =>
      'method' in question && question.method === 'sendTransaction'
        ? Promise.reject(new KitError('timeout'))
        : ask(question)
    const sent = await transfers.readSent(sign(readCall(plan.call).transaction), plan.call, cutOff)
    expect(await holds(to)).toBe(0n)
    expect(await settled(sent, plan)).toMatchObject({ succeeded: true })
    expect(await holds(to)).toBe(rent)
  })

  test('expires if never sent, once its blockhash is proven invalid: nothing has moved, and nothing can', async () => {
    const to = somebody()
    const plan = await planOf({ to, amount: rent })
    const cutOff: QueryChain = (question) =>
      'method' in question && question.method === 'sendTransaction'
        ? Promise.reject(new KitError('unavailable'))
        : ask(question)
    const sent = await transfers.readSent(sign(readCall(plan.call).transaction), plan.call, cutOff)
    await chain.skip(250)
    // One node's height might be ahead: requires the margin, and a final block.
    const early = await look(sent, plan)
    expect(early.state).toBe('pending')
    await chain.skip(100)
    expect(
      await look({ ...sent, ...(early.state === 'pending' && early.trace && { trace: early.trace }) }, plan),
    ).toEqual({
      state: 'expired',
    })
    await expect(send(plan)).rejects.toThrow(/Blockhash not found/)
    expect(await holds(to)).toBe(0n)
  })

  test('is not accepted if the chain would reject it by then, with the reason', async () => {
    const [from, to] = [address(6), somebody()]
    const [first, second] = await Promise.all([
      planOf({ from, to, amount: 600_000_000_000n }),
      planOf({ from, to, amount: 600_000_000_001n }),
    ])
    await settled(await send(first, 6), first)
    await expect(send(second, 6)).rejects.toThrow(/custom program error: 0x1/)
  })
})
