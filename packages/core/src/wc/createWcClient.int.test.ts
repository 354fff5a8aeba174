import { stringToHex, verifyMessage } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startRelayServer } from '../../test/walletConnect/startRelayServer.ts'
import { account, startWalletKit } from '../../test/walletConnect/startWalletKit.ts'
import { visitWithWc } from '../../test/walletConnect/visitWithWc.ts'

let relay: Awaited<ReturnType<typeof startRelayServer>>
let wallet: Awaited<ReturnType<typeof startWalletKit>>
const visits: { leave(): void }[] = []

beforeAll(async () => {
  relay = await startRelayServer()
  wallet = await startWalletKit(relay.url)
})
afterAll(async () => {
  await wallet.close()
  await relay.close()
})
afterEach(() => {
  for (const { leave } of visits.splice(0)) leave()
})

const visit = (over: Partial<Parameters<typeof visitWithWc>[0]> = {}) => {
  const visited = visitWithWc({ relayUrl: relay.url, ...over })
  visits.push(visited)
  return visited
}
const sign = (client: ReturnType<typeof visit>['client'], message = 'hello') =>
  client.request({ chainId: 'eip155:1', method: 'personal_sign', params: [stringToHex(message), account.address] })
const isSigned = (message: string, signature: unknown) =>
  verifyMessage({ address: account.address, message, signature: signature as never })

test('pairs, settles and signs', async () => {
  const { connect, client } = visit()
  const session = await connect(wallet.pair)
  expect(Object.keys(session.namespaces)).toEqual(['eip155', 'solana'])
  expect(session.peer.metadata.name).toBe('Test wallet')
  expect(await isSigned('hello', await sign(client))).toBe(true)
})
