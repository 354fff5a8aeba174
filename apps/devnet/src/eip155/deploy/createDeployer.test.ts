import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitByGas } from './createDeployer.ts'

test('keeps the order, respects the gas limit, and starts a new block only when it must', () => {
  const gas = fc.bigInt({ min: 1n, max: 60n })
  fc.assert(
    fc.property(fc.array(gas), (amounts) => {
      const blocks = splitByGas(
        amounts.map((each) => ({ gas: each })),
        60n,
      )
      const sum = (block: { gas: bigint }[]) => block.reduce((total, { gas: each }) => total + each, 0n)
      expect(blocks.flat().map((item) => item.gas)).toEqual(amounts)
      for (const [index, block] of blocks.entries()) {
        expect(sum(block) <= 60n).toBe(true)
        const next = blocks[index + 1]?.[0]
        if (next) expect(sum(block) + next.gas > 60n).toBe(true)
      }
    }),
  )
})

test('rejects a transaction that fits no block', () => {
  expect(() => splitByGas([{ gas: 61n }], 60n)).toThrow('A transaction of 61 gas does not fit a block of 60.')
})
