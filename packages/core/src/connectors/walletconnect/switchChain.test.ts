import { KitError } from '@billfold/protocol/error'
import { expect, test } from 'vitest'
import { fakeClock } from '../../ports/fakeClock.ts'
import { switchChain } from './switchChain.ts'

const refused =
  'Failed to switch to chain eip155:137. The chain is not approved or the wallet does not support wallet_switchEthereumChain'

function start({ approved = ['wallet_switchEthereumChain', 'wallet_addEthereumChain'] } = {}) {
  const clock = fakeClock()
  const requests: { method: string; params: unknown }[] = []
  const failures: Error[] = []
  let isGranted = false
  let update = () => {}
  const go = (networkId: 'eip155:137' | 'solana:x' = 'eip155:137', add: unknown = { chainId: '0x89' }) =>
    switchChain({
      networkId,
      add,
      clock,
      isGranted: () => isGranted,
      isApproved: (method) => approved.includes(method),
      onUpdate(listener) {
        update = listener
        return () => {
          update = () => {}
        }
      },
      async ask(method, params) {
        requests.push({ method, params })
        const failure = failures.shift()
        if (failure) throw failure
      },
    })
  const grant = () => {
    isGranted = true
    update()
  }
  return { go, grant, requests, failures, clock }
}

test('switches to a granted chain without a request', async () => {
  const { go, grant, requests } = start()
  grant()
  await go()
  expect(requests).toEqual([])
})

test('requests a switch that the wallet’s session must confirm', async () => {
  const { go, grant, requests, clock } = start()
  const going = go()
  await Promise.resolve()
  await Promise.resolve()
  grant()
  await going
  expect(requests).toEqual([{ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x89' }] }])
  expect(clock.waiting()).toBe(0)
})

test('fails if a wallet approves without granting', async () => {
  const { go, clock } = start()
  const going = go().catch((e: unknown) => e)
  for (let i = 0; i < 5; i++) await Promise.resolve()
  clock.advance(5_000)
  expect(await going).toMatchObject({ code: 'chain_disconnected', message: refused })
})

test('adds a chain that the wallet does not know, and passes other errors on', async () => {
  const one = start()
  one.failures.push(new KitError('chain_unknown'))
  const going = one.go()
  for (let i = 0; i < 5; i++) await Promise.resolve()
  one.grant()
  await going
  expect(one.requests.map((a) => a.method)).toEqual(['wallet_switchEthereumChain', 'wallet_addEthereumChain'])
  expect(one.requests[1]?.params).toEqual([{ chainId: '0x89' }])
  const two = start()
  two.failures.push(new KitError('user_rejected', { cause: { code: 5000 } }))
  await expect(two.go()).rejects.toMatchObject({ code: 'user_rejected' })
  expect(two.requests).toHaveLength(1)
})

test('is rejected without the method’s approval, and in other families, with the product’s message', async () => {
  await expect(start({ approved: [] }).go()).rejects.toThrow(refused)
  await expect(start().go('solana:x')).rejects.toMatchObject({ code: 'chain_disconnected' })
})
