import { connectClient, newMessage, newTopic, type TestClient } from '@billfold/server/test/testClient'

/**
 * Attacks a relay until the signal: floods from three addresses, twenty clients that request everything and read
 * nothing, and four without a token that keep sending. None of them is 127.0.0.1. Resolves when all are gone.
 */
export async function attackRelay(url: string, over: AbortSignal): Promise<void> {
  const topic = newTopic()
  const starers = Promise.all(Array.from({ length: 20 }, (_, i) => stare(url, `127.3.0.${1 + i}`, topic)))
  await Promise.all([
    ...Array.from({ length: 12 }, (_, i) => flood(url, `127.2.0.${1 + (i % 3)}`, i % 2 ? topic : newTopic(), over)),
    ...Array.from({ length: 4 }, (_, i) => babble(url, `127.2.1.${1 + i}`, over)),
  ])
  for (const starer of await starers) await starer.close()
}

/** Publishes the largest messages for the longest time, many at once, until the signal. */
async function flood(url: string, localAddress: string, topic: string, signal: AbortSignal): Promise<void> {
  const client = await connectClient(url, { localAddress })
  const send = async () => {
    while (!signal.aborted && client.socket.readyState === client.socket.OPEN)
      await client.publish(topic, newMessage(98_000), { ttl: 604_800 }).catch(() => {})
  }
  await Promise.all(Array.from({ length: 8 }, send))
  await client.close()
}

/** Requests everything and reads nothing. */
async function stare(url: string, localAddress: string, topic: string): Promise<TestClient> {
  const client = await connectClient(url, { localAddress, acknowledge: false })
  client.socket.pause()
  for (let id = 1; id <= 200; id++)
    for (const method of ['irn_subscribe', 'irn_fetchMessages'])
      client.socket.send(JSON.stringify({ id, jsonrpc: '2.0', method, params: { topic } }))
  return client
}

/** Connects without a token and keeps sending. */
async function babble(url: string, localAddress: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const client = await connectClient(url, { localAddress, jwt: 'none' }).catch(() => undefined)
    for (let i = 0; i < 200; i++) client?.socket.send('{"id":1,"jsonrpc":"2.0","result":true}')
    await new Promise((done) => setTimeout(done, 100))
    await client?.close()
  }
}
