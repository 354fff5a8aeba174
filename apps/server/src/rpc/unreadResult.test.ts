import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findUnreadResult, UnreadResult, writeReplies } from './unreadResult.ts'

const large = JSON.stringify(Array.from({ length: 2_000 }, (_, n) => `0x${n}`))
const inBothSpellings = (result: string, id = 0) => [
  `{"jsonrpc":"2.0","id":${id},"result":${result}}`,
  `{"jsonrpc":"2.0","result":${result},"id":${id}}`,
]

it.each(['', '\n', ' \r\n'])('passes a large result through that ends with %j', (end) => {
  for (const text of inBothSpellings(large)) {
    const result = findUnreadResult(Buffer.from(text + end), 0)
    expect(JSON.parse(String(writeReplies({ jsonrpc: '2.0', id: 'mine', result })))).toEqual({
      jsonrpc: '2.0',
      id: 'mine',
      result: JSON.parse(large),
    })
  }
})

it.each([
  ['a small response', `{"jsonrpc":"2.0","id":0,"result":"0x1"}`],
  ['an error', `{"jsonrpc":"2.0","id":0,"error":{"code":1,"message":${JSON.stringify(large)}}}`],
  ["another call's result", inBothSpellings(large, 7)[0]!],
  ['a page', `<html>${large}</html>`],
  ['a result that was cut', inBothSpellings(large)[0]!.slice(0, -2)],
  ['a result after which more follows', `${inBothSpellings(large)[0]!}{}`.slice(0, -1)],
  ['a batch', `[${inBothSpellings(large)[0]!}]`],
])('leaves %s to the parser', (_, text) => {
  expect(findUnreadResult(Buffer.from(text), 0)).toBeUndefined()
})

it('writes unread results in a batch beside others', () => {
  const unread = new UnreadResult(Buffer.from(large))
  const replies = [
    { jsonrpc: '2.0' as const, id: 1, result: 5n },
    { jsonrpc: '2.0' as const, id: null, result: unread },
    { jsonrpc: '2.0' as const, id: 'c', error: { code: -1, message: 'no' } },
  ]
  expect(JSON.parse(String(writeReplies(replies)))).toEqual([
    { ...replies[0], result: 5 },
    { ...replies[1], result: JSON.parse(large) },
    replies[2],
  ])
})

it('throws for no bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 50 }), fc.uint8Array({ maxLength: 50 }), (head, tail) => {
      findUnreadResult(Buffer.concat([head, Buffer.alloc(16_384, 'x'), tail]), 0)
    }),
  )
})
