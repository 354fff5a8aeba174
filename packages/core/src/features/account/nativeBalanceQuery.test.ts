import { expect, onTestFinished, test } from 'vitest'
import { setUpKit } from '../../../test/setUpKit.ts'
import { nativeBalanceQuery } from './nativeBalanceQuery.ts'

const owner = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

test('a node that was down is asked again after half a minute; where no second try helps there is none', async () => {
  const { kit } = setUpKit()
  onTestFinished(() => kit.dispose())
  const failureOf = (address: Parameters<typeof nativeBalanceQuery>[1]['address']) =>
    nativeBalanceQuery(kit, { address })
      .queryFn({ signal: AbortSignal.timeout(10_000) })
      .catch((e: unknown) => e)
  const { refetchInterval } = nativeBalanceQuery(kit, { address: `eip155:1:${owner}` })
  expect(refetchInterval({ state: { error: null } })).toBe(false)
  expect(refetchInterval({ state: { error: new Error('down') } })).toBe(30_000)
  expect(refetchInterval({ state: { error: await failureOf(`eip155:999:${owner}`) } })).toBe(false)
  expect(refetchInterval({ state: { error: await failureOf('bip122:000000000019d6689c085ae165831e93:x') } })).toBe(
    false,
  )
})
