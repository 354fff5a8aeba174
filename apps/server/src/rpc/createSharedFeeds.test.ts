import { expect, it } from 'vitest'
import { createSharedFeeds } from './createSharedFeeds.ts'
import type { NodeSocketOptions } from './nodeSocket.ts'

/** Nodes that number their subscriptions, and a list of their requests. */
function setUp({ perSocket = 500 } = {}) {
  const requests: string[] = []
  const sockets: { options: NodeSocketOptions; isOpen: boolean }[] = []
  let given = 0
  const feeds = createSharedFeeds({
    perSocket,
    open: async (options) => {
      const socket = { options, isOpen: true }
      sockets.push(socket)
      return {
        async request(method, [first]) {
          requests.push(`${method} ${JSON.stringify(first)}`)
          return method === 'eth_subscribe' ? `0x${++given}` : true
        },
        close: () => {
          socket.isOpen = false
        },
      }
    },
  })
  const join = async (...params: unknown[]) => {
    const results: string[] = []
    const lost: true[] = []
    const chain = { id: 'eip155:1' as const, wsUrls: ['ws://node.test'] }
    const leave = await feeds(chain, params, { onResult: (json) => results.push(json), onLost: () => lost.push(true) })
    return { results, lost, leave }
  }
  const tell = (id: string, result: unknown, at = 0) =>
    sockets[at]!.options.onNotice({ method: 'eth_subscription', params: { subscription: id, result } })
  return { join, tell, requests, sockets }
}

it('subscribes at the node once for several callers, and ends it with the last', async () => {
  const { join, tell, requests, sockets } = setUp()
  const [one, two, other] = await Promise.all([join('newHeads'), join('newHeads'), join('logs', { address: ['0x1'] })])
  expect(requests).toEqual(['eth_subscribe "newHeads"', 'eth_subscribe "logs"'])
  tell('0x1', { number: '0x7' })
  expect([one.results, two.results, other.results]).toEqual([['{"number":"0x7"}'], ['{"number":"0x7"}'], []])
  one.leave()
  tell('0x1', { number: '0x8' })
  expect([one.results.length, two.results.length]).toEqual([1, 2])
  two.leave()
  await expect.poll(() => requests.at(-1)).toBe('eth_unsubscribe "0x1"')
  other.leave()
  await expect.poll(() => sockets[0]!.isOpen).toBe(false)
  await join('newHeads')
  expect(sockets).toHaveLength(2)
})

it('ends a subscription that everyone left before the node responded', async () => {
  const { join, tell, requests } = setUp()
  const first = join('logs', { address: ['0x1'] })
  const kept = await join('newHeads')
  ;(await first).leave()
  await expect.poll(() => requests.at(-1)).toMatch(/^eth_unsubscribe/)
  tell('0x2', 1)
  expect(kept.results).toEqual(['1'])
})

it("loses with a node's socket only its own subscriptions", async () => {
  const { join, tell, sockets } = setUp({ perSocket: 1 })
  const [heads, logs] = [await join('newHeads'), await join('logs', { address: ['0x1'] })]
  expect(sockets).toHaveLength(2)
  sockets[0]!.options.onLost()
  expect([heads.lost, logs.lost]).toEqual([[true], []])
  tell('0x2', 1, 1)
  expect(logs.results).toEqual(['1'])
  const again = await join('newHeads')
  tell('0x3', 2, 2)
  expect(again.results).toEqual(['2'])
})
