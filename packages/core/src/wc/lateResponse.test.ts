import { afterEach, expect, test } from 'vitest'
import { fakeWallet } from '../../test/walletConnect/fakeWallet.ts'
import { memoryRelay, settle } from '../../test/walletConnect/memoryRelay.ts'
import { setUpWc } from '../../test/walletConnect/setUpWc.ts'
import type { PeerAnswer } from './peers.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})
async function connected() {
  const set = setUpWc({ server: memoryRelay() })
  ends.push(set.client.dispose)
  const wallet = fakeWallet(set.server)
  const { uri, session } = await set.offer()
  await wallet.pair(uri)
  await session
  const answers: PeerAnswer[] = []
  let id = 0
  const request = {
    ...{ chainId: 'eip155:1', method: 'eth_sendTransaction', params: [{}] },
    onAfter: (answer: PeerAnswer) => void answers.push(answer),
    onId: (own: number) => {
      id = own
    },
  }
  return { ...set, wallet, request, answers, id: () => id }
}

test('accepts a wallet’s response after the deadline', async () => {
  const { client, wallet, request, answers, pass } = await connected()
  const failure = client.request(request).catch((e: unknown) => e)
  await pass(301_000, 5_000)
  expect(await failure).toMatchObject({ code: 'timeout' })
  wallet.answerNow('0xsent')
  await settle()
  expect(answers).toEqual([{ result: '0xsent' }])
})

test('accepts the response to a request that the relay never acknowledged', async () => {
  const { client, server, wallet, request, answers, pass } = await connected()
  server.faults.dies = (method) => method === 'irn_publish'
  const failure = client.request(request).catch((e: unknown) => e)
  await pass(31_000, 1_000)
  expect(await failure).toMatchObject({ code: 'relay_unreachable' })
  server.faults.dies = () => false
  wallet.answerNow('0xsent')
  await pass(2_000)
  expect(answers).toEqual([{ result: '0xsent' }])
})

test('accepts a response that arrived in the mailbox while no page was open', async () => {
  const { client, server, storage, wallet, request, id } = await connected()
  void client.request(request).catch(() => undefined)
  await settle()
  client.dispose()
  wallet.answerNow('0xsent')
  const next = setUpWc({ server, storage })
  ends.push(next.client.dispose)
  await next.pass(2_000)
  const answers: PeerAnswer[] = []
  next.client.expect(id(), (answer) => answers.push(answer))
  await next.pass(2_000)
  expect(answers).toEqual([{ result: '0xsent' }])
})
