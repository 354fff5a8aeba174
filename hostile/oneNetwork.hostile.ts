import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startNameServer } from '@billfold/server/test/startNameServer'
import { connectClient, newMessage, newTopic } from '@billfold/server/test/testClient'
import type { Hex } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Memory } from './measureMemory.ts'
import { strangers, type Target } from './oneNetwork.ts'
import { type HostileStack, startHostileStack } from './startHostileStack.ts'

/** Seconds of each attack alone, and of all together. */
const aloneMs = Number(process.env.HOSTILE_ALONE_MS ?? 15_000)
const togetherMs = Number(process.env.HOSTILE_TOGETHER_MS ?? 60_000)
const relayMegabytes = 600
/** How long the servers may work on an attack that is over: the next one starts on servers at rest. */
const leftoversMs = 5_000
/** The maximum slowdown of an honest visitor's slowest requests; more only on a machine that is otherwise busy. */
const times = Number(process.env.HOSTILE_TIMES ?? 2)

let stack: HostileStack
let names: Awaited<ReturnType<typeof startNameServer>>
let target: Target
beforeAll(async () => {
  names = await startNameServer()
  stack = await startHostileStack({ TRUST_PROXY: '1', IMAGE_DNS: names.server })
  const manifest = (await (await fetch(`http://127.0.0.1:${stack.doors.devnet}/manifest.json`)).json()) as {
    accounts: { address: Hex; privateKey: Hex }[]
    chains: { rpcUrl: string }[]
  }
  target = {
    api: `http://127.0.0.1:${stack.doors.api}`,
    relay: `ws://127.0.0.1:${stack.doors.relay}`,
    chain: manifest.chains[0]!.rpcUrl,
    key: manifest.accounts[5]!.privateKey,
    account: manifest.accounts[5]!.address,
  }
})
afterAll(async () => {
  await stack?.stop()
  names?.close()
})

const home = '198.51.100.7'

/**
 * The requests of a visitor's page, at a person's pace; throws at the first rejection. Resolves with the time of each
 * step.
 */
async function visit(over: AbortSignal): Promise<number[]> {
  const { api, relay, account } = target
  const who = 'projectId=billfold-local&st=appkit&sv=hostile'
  const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [account, 'latest'] })
  const chain = 'chainId=eip155:31337'
  const requests: [string, RequestInit?][] = [
    [`/v1/account/${account}/balance?currency=usd&${chain}`],
    [`/v1/account/${account}/history?${chain}`],
    ['/getWallets?page=1&entries=4'],
    [`/v1?${chain}`, { method: 'POST', body: call }],
  ]
  const topic = newTopic()
  const sides = [await connectClient(relay, { address: home }), await connectClient(relay, { address: home })]
  for (const side of sides) await side.ask('irn_subscribe', { topic })
  const took: number[] = []
  const timed = async (task: () => Promise<void>) => {
    const began = performance.now()
    await task()
    took.push(performance.now() - began)
  }
  for (let turn = 0; !over.aborted; turn++) {
    const [path, init] = requests[turn % requests.length]!
    await timed(async () => {
      const url = `${api}${path}${path.includes('?') ? '&' : '?'}${who}`
      const answer = await fetch(url, { ...init, headers: { 'x-forwarded-for': home } })
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
      await answer.arrayBuffer()
    })
    await timed(async () => {
      const receivedBefore = sides[1]!.received.length
      const { error } = await sides[0]!.publish(topic, newMessage(900))
      if (error) throw new Error(`an honest message was refused: ${error.message}`)
      await sides[1]!.pushes(receivedBefore + 1)
    })
    await sleep(120)
  }
  await Promise.all(sides.map((side) => side.close()))
  return took
}

const p99 = (took: number[]) => took.sort((a, b) => a - b)[Math.floor(took.length * 0.99)]!

/** The relay's peak resident memory, without waiting for its collector. */
async function watchRelay(over: AbortSignal): Promise<number> {
  let most = 0
  while (!over.aborted) {
    most = Math.max(most, stack.megabytes('relay'))
    await sleep(500)
  }
  return most
}

/** Runs strangers in a process and session of their own: their work must not delay the visitor's clock. */
async function attackWith(names: readonly string[], ms: number): Promise<void> {
  const child = fork(join(import.meta.dirname, 'strangersMain.ts'), { detached: true })
  child.send({ names, target, ms })
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
}

it('attackers of one network, alone and together, cost an honest visitor no request and little time', {
  timeout: 1_800_000,
}, async () => {
  await visit(AbortSignal.timeout(10_000)) // until code is compiled
  type Result = { usual: number; p99: number; relayMost: number }
  const attack = async (names: readonly string[], ms: number): Promise<Result> => {
    // Just before, since a machine is not always equally fast.
    const usual = p99(await visit(AbortSignal.timeout(ms)))
    const over = AbortSignal.timeout(ms)
    const [took, relayMost] = await Promise.all([visit(over), watchRelay(over), attackWith(names, ms)])
    await sleep(leftoversMs)
    return { usual, p99: p99(took), relayMost }
  }
  const results: Record<string, Result> = {}
  for (const name of Object.keys(strangers)) results[name] = await attack([name], aloneMs)
  // Caches and compiled code have their size: from here on memory may not grow.
  const before = await stack.memory()
  results.together = await attack(Object.keys(strangers), togetherMs)
  const table = Object.entries(results).map(
    ([name, { usual, p99, relayMost }]) =>
      `${usual.toFixed(0)} ms, with strangers ${p99.toFixed(0)} ms, relay ${relayMost.toFixed(0)} MB: ${name}`,
  )
  console.log(table.join('\n'))
  for (const { usual, p99, relayMost } of Object.values(results)) {
    // The attacks run on the same cores here: a few milliseconds are theirs, whatever the server.
    expect(p99, table.join('\n')).toBeLessThan(Math.max(times * usual, usual + 50))
    expect(relayMost, table.join('\n')).toBeGreaterThan(0)
    expect(relayMost, table.join('\n')).toBeLessThan(relayMegabytes)
  }
  const total = (memory: Memory) => Object.values(memory).reduce((sum, each) => sum + each, 0)
  const after = await stack.expectMemoryBack(before)
  expect(total(after), JSON.stringify({ before, after })).toBeLessThan(total(before) * 1.1)
  await stack.expectUnharmed()
})
