import { decodeBase58, encodeBase58 } from '@billfold/protocol/base58'
import { joinBytes } from '@billfold/protocol/bytes'
import { solanaPrograms } from '@billfold/protocol/solana/solanaPrograms'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pretendPerson, pretendWallet } from '../../test/pretendWallet.ts'
import type { Node } from '../page/createNode.ts'
import { frameNetwork } from '../page/frameNetwork.ts'
import en from '../screens/texts/catalogs/en.json'
import { createSpeech } from '../screens/texts/createSpeech.ts'
import { readSolanaTransactions } from './readSolanaTransactions.ts'

const own = pretendPerson.solanaAddress
const key = (fill: number) => encodeBase58(new Uint8Array(32).fill(fill))
const [account, program, mint, thief] = [key(9), key(7), key(6), key(3)]
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const system: string = solanaPrograms.system
const { signal } = new AbortController()

/** One instruction of a program that no one here knows, with the wallet and one more account to write to. */
const unknownCall = (() => {
  const keys = [own, account, program].map((address) => decodeBase58(address))
  const message = [[1, 0, 1], [3], ...keys, new Uint8Array(32).fill(5), [1], [2], [2, 0, 1], [1], [99]]
  return encodeBase58(joinBytes(Uint8Array.of(1), new Uint8Array(64), ...message.map((part) => Uint8Array.from(part))))
})()

type Token = { owner: string; amount: bigint; delegate?: string; delegated?: bigint; close?: string; mint?: string }
function tokenAccount(token: Token) {
  const data = Buffer.alloc(165)
  data.set(decodeBase58(token.mint ?? mint), 0)
  data.set(decodeBase58(token.owner), 32)
  data.writeBigUInt64LE(token.amount, 64)
  if (token.delegate) {
    data.writeUInt32LE(1, 72)
    data.set(decodeBase58(token.delegate), 76)
    data.writeBigUInt64LE(token.delegated ?? 0n, 121)
  }
  data[108] = 1
  if (token.close) {
    data.writeUInt32LE(1, 129)
    data.set(decodeBase58(token.close), 133)
  }
  return {
    lamports: 2_039_280,
    owner: solanaPrograms.token,
    executable: false,
    data: [data.toString('base64'), 'base64'],
  }
}
const wallet = (owner = system) => ({ lamports: 5_000_000_000, owner, executable: false, data: ['', 'base64'] })
function mintAccount({ decimals = 0, delegate = undefined as string | undefined } = {}) {
  const data = Buffer.alloc(delegate ? 166 + 36 : 82)
  data[44] = decimals
  data[45] = 1
  if (delegate) {
    data[165] = 1
    data.writeUInt16LE(12, 166)
    data.writeUInt16LE(32, 168)
    data.set(decodeBase58(delegate), 170)
  }
  const owner = delegate ? solanaPrograms.token2022 : solanaPrograms.token
  return { lamports: 1, owner, executable: false, data: [data.toString('base64'), 'base64'] }
}

type State = { before: Token; after: Token; walletOwner?: string; decimals?: number; seizer?: string }
const nodeSaying =
  ({ before, after, walletOwner, decimals, seizer }: State): Node =>
  async (_, { method, params }) => {
    const made = mintAccount({ ...(decimals !== undefined && { decimals }), ...(seizer && { delegate: seizer }) })
    const known: Record<string, unknown> = {
      [own]: wallet(),
      [account]: tokenAccount(before),
      [mint]: made,
      [usdc]: made,
    }
    switch (method) {
      case 'getMultipleAccounts':
        return { value: (params as [string[]])[0].map((address) => known[address] ?? null) }
      case 'getMinimumBalanceForRentExemption':
        return 890_880
      case 'getEpochInfo':
        return { epoch: 1 }
      case 'simulateTransaction':
        return { value: { err: null, accounts: [wallet(walletOwner), tokenAccount(after)] } }
      default:
        throw new Error(`no ${method}`)
    }
  }

async function shown(api: State, others: readonly State[] = []) {
  const deps = {
    ...{
      network: frameNetwork('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'),
      person: pretendPerson,
      node: nodeSaying(api),
    },
    ...{ otherNodes: () => others.map(nodeSaying), origin: 'https://app.example' },
    ...{ speech: createSpeech(en, 'en'), wallet: pretendWallet() },
  }
  const { view } = await readSolanaTransactions({ transactions: [unknownCall], isSent: true }, deps, signal)
  const lines = view.lines.slice(1).map(({ text, rows }) => [text, ...rows.map(({ value }) => value)].join(' '))
  return { view, lines: lines.map((line) => line.replace(/[\u2068\u2069]/g, '')) }
}
const mine: Token = { owner: own, amount: 50n }

test('detects an unknown program’s takeover of an account by the simulation', async () => {
  for (const [state, line] of [
    [{ before: mine, after: { ...mine, owner: thief } }, `Change who controls an account ${account} ${thief}`],
    [{ before: mine, after: { ...mine, close: thief } }, `Change who controls an account ${account} ${thief}`],
    [
      { before: mine, after: { ...mine, delegate: thief, delegated: 9n } },
      `Allow spending up to 9 units ${thief} ${account}`,
    ],
    [{ before: mine, after: mine, walletOwner: program }, `Hand an account over to a program ${own} ${program}`],
  ] as [State, string][]) {
    const { view, lines } = await shown(state)
    expect(lines).toEqual([line])
    expect(view.lines[1]).toMatchObject({ tone: 'danger', isUnverified: true })
    expect(view.mustConfirm).toEqual([en.callUnknown])
    // A second node that says the same confirms it; one that hides it is shown up.
    expect((await shown(state, [state])).view.lines[1]).not.toHaveProperty('isUnverified')
    const hiding = { before: mine, after: mine }
    const hidden = await shown(hiding, [state])
    expect(hidden.lines).toEqual([line])
    expect(hidden.view.mustConfirm).toEqual([en.callUnknown, en.sourcesDiffer])
  }
})

test('shows every change of control over the wallet’s accounts, and nothing else', async () => {
  const somebody = fc.constantFrom(thief, key(4))
  const token = fc.record(
    {
      owner: fc.constantFrom(own, thief),
      amount: fc.bigInt(0n, 99n),
      delegate: somebody,
      delegated: fc.bigInt(1n, 9n),
      close: somebody,
    },
    { requiredKeys: ['owner', 'amount'] },
  )
  await fc.assert(
    fc.asyncProperty(token, token, fc.constantFrom(system, program), async (before, after, walletOwner) => {
      const { lines, view } = await shown({ before, after, walletOwner })
      const isMine = after.owner === own
      const delegated = (of: typeof after) => (of.delegate ? (of.delegated ?? 0n) : 0n)
      const isLent =
        isMine && after.delegate && (after.delegate !== before.delegate || delegated(after) > delegated(before))
      expect(lines).toEqual([
        ...(walletOwner === system ? [] : [`Hand an account over to a program ${own} ${walletOwner}`]),
        ...(before.owner === own && !isMine ? [`Change who controls an account ${account} ${after.owner}`] : []),
        ...(isLent ? [`Allow spending up to ${delegated(after)} units ${after.delegate} ${account}`] : []),
        ...(isMine && after.close && after.close !== before.close
          ? [`Change who controls an account ${account} ${after.close}`]
          : []),
      ])
      const lost = before.owner === own ? before.amount : 0n
      const change = (isMine ? after.amount : 0n) - lost
      const tokens = view.changes.filter(({ note }) => note === mint)
      expect(tokens.map(({ isGain, amount }) => (isGain ? 1n : -1n) * BigInt(amount))).toEqual(change ? [change] : [])
    }),
    { numRuns: 150 },
  )
})

test('keeps a listed mint’s symbol and decimals, and marks a gained token that someone else can move', async () => {
  const [before, after] = [
    { ...mine, mint: usdc },
    { ...mine, mint: usdc, amount: 3_000_050n },
  ]
  const { view } = await shown({ before, after, decimals: 0 })
  expect(view.changes).toMatchObject([{ isGain: true, amount: '3', unit: 'USDC', note: usdc }])
  const gained = { before: mine, after: { ...mine, amount: 90n }, seizer: thief }
  expect((await shown(gained)).lines).toEqual([`Another account can move these tokens at any time ${thief} ${mint}`])
  expect((await shown({ ...gained, after: { ...mine, amount: 1n } })).lines).toEqual([])
})

test('flags nodes that disagree about decimals or a loss', async () => {
  const loss = { before: { ...mine, amount: 5_000n }, after: { ...mine, amount: 4_000n } }
  const greater = { ...loss, after: { ...mine, amount: 1_000n } }
  for (const other of [greater, { ...loss, decimals: 3 }])
    expect((await shown(loss, [other])).view.mustConfirm).toContain(en.sourcesDiffer)
  expect((await shown(loss, [greater])).view.changes).toMatchObject([{ isGain: false, amount: '4,000', note: mint }])
  expect((await shown(loss, [loss])).view.mustConfirm).toEqual([en.callUnknown])
  // Half a percent, as from one slot to the next: the greater loss is shown, and no one is accused.
  const near = await shown(loss, [{ ...loss, after: { ...mine, amount: 3_995n } }])
  expect(near.view.changes).toMatchObject([{ isGain: false, amount: '1,005', note: mint }])
  expect(near.view.mustConfirm).toEqual([en.callUnknown])
})
