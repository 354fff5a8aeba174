import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createClient, createServer, type Handlers } from './contract.ts'

const math = {
  double: { input: z.object({ n: z.number() }), output: z.object({ n: z.number() }) },
}

const wire = (handlers: Handlers<typeof math, undefined>) => {
  const answer = createServer(math, handlers)
  return { answer, client: createClient(math, (name, input) => answer(name, input, undefined)) }
}

test('carries a typed call over the wire and back', async () => {
  const { client } = wire({ double: async ({ n }) => ({ n: n * 2 }) })
  expect(await client.double({ n: 4 })).toEqual({ n: 8 })
})

test('rejects on both ends what the contract does not allow', async () => {
  const { client, answer } = wire({ double: async () => ({ n: 'eight' as never }) })
  await expect(client.double({ n: 'four' as never })).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(answer('double', { n: 'four' }, undefined)).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(client.double({ n: 4 })).rejects.toMatchObject({ code: 'invalid_input' })
  const liar = createClient(math, async () => ({ n: null }))
  await expect(liar.double({ n: 4 })).rejects.toMatchObject({ code: 'invalid_input' })
})

test.each(['triple', 'toString', '__proto__', 'constructor'])('there is no call %j', async (name) => {
  const { answer } = wire({ double: async ({ n }) => ({ n }) })
  await expect(answer(name, {}, undefined)).rejects.toMatchObject({ code: 'unknown_method' })
})

test('does not compile without a handler', () => {
  // @ts-expect-error double is missing
  const handlers: Handlers<typeof math, undefined> = {}
  expect(handlers).toEqual({})
})
