import { encodeAbiParameters, numberToHex } from 'viem/utils'
import { expect, onTestFinished, test } from 'vitest'
import { evmNetwork, setUpKit } from '../../../test/setUpKit.ts'
import { fakeHttp } from '../../ports/fakeHttp.ts'
import { queriesOf } from '../../queries/queriesOf.ts'
import { shownBalanceQuery } from './shownBalanceQuery.ts'

const owner = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])
const answers: Record<string, string> = {
  '0x313ce567': numberToHex(6, { size: 32 }),
  '0x95d89b41': text('USDC'),
  '0x06fdde03': text('USD Coin'),
  '0x70a08231': numberToHex(1_500_000, { size: 32 }),
}

test('shows the token configured for a network, otherwise the coin', async () => {
  const http = fakeHttp(({ body }) => {
    const { method, params, id } = JSON.parse(body ?? '{}')
    const result =
      method === 'eth_call' ? answers[params[0].data.slice(0, 10)] : method === 'eth_getCode' ? '0x60' : '0x10'
    return { body: { jsonrpc: '2.0', id, result } }
  })
  const networks = [1, 10].map((id) => evmNetwork(id, `Chain ${id}`, `https://node${id}.example/`))
  const { kit } = setUpKit({ http, networks, tokens: { 'eip155:1': { address: usdc } } })
  onTestFinished(() => kit.dispose())
  const ask = (address: `eip155:${string}:${string}`) => queriesOf(kit).fetchQuery(shownBalanceQuery(kit, { address }))
  expect(await ask(`eip155:1:${owner}`)).toEqual({ value: 1_500_000n, decimals: 6, symbol: 'USDC' })
  expect(await ask(`eip155:10:${owner}`)).toEqual({ value: 16n, decimals: 18, symbol: 'ETH' })
  // Refetching the coin's balance refetches it too.
  await queriesOf(kit).invalidateQueries({ queryKey: ['nativeBalance', `eip155:1:${owner}`] })
  expect(queriesOf(kit).getQueryState(shownBalanceQuery(kit, { address: `eip155:1:${owner}` }).queryKey)).toMatchObject(
    {
      isInvalidated: true,
    },
  )
})
