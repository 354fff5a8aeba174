import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type Coin, chooseCoins, maxSpendOf } from './chooseCoins.ts'
import { dustOf, feeOf, type Script, transactionWeight } from './transactionWeight.ts'

const segwit: Script = { kind: 'p2wpkh', length: 22 }
const taproot: Script = { kind: 'p2tr', length: 34 }
const coin = (id: string, value: bigint, more: Partial<Coin> = {}): Coin => ({
  id,
  value,
  kind: 'p2wpkh',
  isKept: false,
  ...more,
})
const ask = (coins: readonly Coin[], amount: bigint, rate = 5000n) =>
  chooseCoins({ coins, amount, to: segwit, change: segwit, rate })

const kinds = fc.constantFrom('p2pkh' as const, 'p2sh' as const, 'p2wpkh' as const, 'p2tr' as const, 'p2wsh' as const)
const someCoins = fc
  .array(fc.record({ value: fc.bigInt(1n, 3_000_000n), kind: kinds, isKept: fc.boolean() }), { maxLength: 30 })
  .map((coins) => coins.map((each, at) => ({ id: `${at}`, ...each })))
const requests = fc.record({
  coins: someCoins,
  amount: fc.bigInt(1n, 5_000_000n),
  to: fc.constantFrom(segwit, taproot, { kind: 'p2pkh', length: 25 } as Script),
  change: fc.constantFrom(segwit, taproot),
  rate: fc.bigInt(1000n, 300_000n),
})
const sum = (values: readonly bigint[]) => values.reduce((all, value) => all + value, 0n)

test('balances to the satoshi, uses each coin once, and keeps reserved ones', () => {
  fc.assert(
    fc.property(requests, (request) => {
      const choice = chooseCoins(request)
      if ('refusal' in choice) return
      const ids = choice.coins.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      for (const each of choice.coins) expect(request.coins).toContainEqual(each)
      expect(choice.coins.some(({ isKept, kind }) => isKept || kind === 'p2wsh')).toBe(false)
      expect(sum(choice.coins.map(({ value }) => value))).toBe(request.amount + choice.fee + choice.change)
    }),
    { numRuns: 500 },
  )
})

test('pays at least the fee rate, and less than change would be worth above it', () => {
  fc.assert(
    fc.property(requests, (request) => {
      const choice = chooseCoins(request)
      if ('refusal' in choice) return
      const outputs = choice.change > 0n ? [request.to, request.change] : [request.to]
      const weight = transactionWeight(
        choice.coins.map(({ kind }) => kind),
        outputs,
      )
      const fee = feeOf(weight, request.rate)
      expect(choice.fee).toBeGreaterThanOrEqual(fee)
      if (choice.change > 0n) {
        expect(choice.fee).toBe(fee)
        expect(choice.change).toBeGreaterThanOrEqual(dustOf(request.change))
      } else expect(choice.fee - fee).toBeLessThan(feeOf(1000, request.rate) + dustOf(request.change))
    }),
    { numRuns: 500 },
  )
})

test('rejects only what cannot be paid: the maximum always works, and one more satoshi never does', () => {
  fc.assert(
    fc.property(requests, ({ coins, to, change, rate }) => {
      const most = maxSpendOf({ coins, to, rate })
      const tooMuch = chooseCoins({ coins, amount: most + 1n, to, change, rate })
      expect(tooMuch).toHaveProperty('refusal')
      if (most === 0n) return
      expect(chooseCoins({ coins, amount: most, to, change, rate })).not.toHaveProperty('refusal')
    }),
    { numRuns: 500 },
  )
})

describe('the choice of coins', () => {
  it('avoids change if coins fit', () => {
    const exact = 50_000n + feeOf(transactionWeight(['p2wpkh', 'p2wpkh'], [segwit]), 5000n)
    const coins = [coin('big', 900_000n), coin('a', 20_000n), coin('b', exact - 20_000n), coin('c', 7000n)]
    const choice = ask(coins, 50_000n)
    expect(choice).toMatchObject({ change: 0n, fee: exact - 50_000n })
    expect('coins' in choice && choice.coins.map(({ id }) => id).toSorted()).toEqual(['a', 'b'])
  })

  it('otherwise takes the largest, with change', () => {
    const choice = ask([coin('a', 40_000n), coin('b', 900_000n)], 50_000n)
    expect(choice).toMatchObject({ coins: [{ id: 'b' }] })
    expect(choice).toHaveProperty(
      'change',
      900_000n - 50_000n - feeOf(transactionWeight(['p2wpkh'], [segwit, segwit]), 5000n),
    )
  })

  it('never uses an inscription, even if it is the only way to pay', () => {
    const kept = coin('inscription', 10_000n, { kind: 'p2tr', isKept: true })
    expect(ask([kept], 5000n)).toMatchObject({ refusal: 'noFunds' })
    const choice = ask([kept, coin('plain', 40_000n)], 5000n)
    expect('coins' in choice && choice.coins.map(({ id }) => id)).toEqual(['plain'])
  })

  it('reports the missing amount, and dust', () => {
    const fee = feeOf(transactionWeight(['p2wpkh'], [segwit]), 5000n)
    expect(ask([coin('a', 10_000n)], 10_000n)).toEqual({ refusal: 'noFunds', missing: fee })
    expect(ask([coin('a', 10_000n)], 293n)).toEqual({ refusal: 'dust', least: 294n })
  })

  it('leaves coins that cost more than they are worth', () => {
    const choice = ask([coin('dear', 300n), coin('a', 60_000n)], 20_000n)
    expect('coins' in choice && choice.coins.map(({ id }) => id)).toEqual(['a'])
  })

  it('is fast with many coins', () => {
    const many = Array.from({ length: 2000 }, (_, at) => coin(`${at}`, BigInt(10_000 + at * 7)))
    expect(ask(many, 9_999_999n)).toHaveProperty('coins')
  })
})

test('uses Bitcoin Core’s dust thresholds', () => {
  expect(dustOf({ kind: 'p2pkh', length: 25 })).toBe(546n)
  expect(dustOf({ kind: 'p2sh', length: 23 })).toBe(540n)
  expect(dustOf(segwit)).toBe(294n)
  expect(dustOf({ kind: 'p2wsh', length: 34 })).toBe(330n)
  expect(dustOf(taproot)).toBe(330n)
})
