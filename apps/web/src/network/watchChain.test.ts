import { expect, test } from 'vitest'
import type { BlockHead } from './blockHead.ts'
import { headsKept, withHead } from './watchChain.ts'

const head = (number: number, hash = `0x${number}`): BlockHead => ({
  number: BigInt(number),
  hash,
  timestamp: 0n,
  gasUsed: 0n,
  gasLimit: 0n,
})

test('keeps blocks in order and only the newest', () => {
  const heads = Array.from({ length: headsKept + 5 }, (_, n) => head(n)).reduce(withHead, [] as readonly BlockHead[])
  expect(heads).toHaveLength(headsKept)
  expect(heads.at(-1)?.number).toBe(BigInt(headsKept + 4))
})

test('drops the blocks that a reorganization undid', () => {
  const heads = [head(1), head(2), head(3)].reduce(withHead, [] as readonly BlockHead[])
  expect(withHead(heads, head(2, '0xb')).map(({ hash }) => hash)).toEqual(['0x1', '0xb'])
})
