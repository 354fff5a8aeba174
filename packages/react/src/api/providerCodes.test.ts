import { eoa, puppetConnector, sessionOf } from '@billfold/core/test/puppetConnector'
import { setUpKit } from '@billfold/core/test/setUpKit'
import { KitError } from '@billfold/protocol/error'
import { expect, test } from 'vitest'
import { providerRequest } from './walletCalls.ts'

const address = '0x00000000000000000000000000000000000000A1'

/** A site whose wallet fails each request in this way. */
function failing(thrown: unknown) {
  const { connector } = puppetConnector(
    {},
    { accounts: async () => [eoa(address)], request: () => Promise.reject(thrown) },
  )
  const { kit } = setUpKit()
  kit.connectors.add(connector)
  const { id: connectorId } = connector
  kit.store.send({ type: 'account/connected', namespace: 'eip155', connectorId, how: 'user', ...sessionOf(address) })
  return providerRequest(kit, { method: 'eth_blockNumber' }).catch((e: unknown) => e)
}

test.each([
  [4001, 'user_rejected', 'User rejected the request'],
  [4100, 'unauthorized', 'Unauthorized'],
  [4200, 'wallet_method_unsupported', 'The wallet does not support this method'],
  [4900, 'provider_disconnected', 'The wallet is disconnected'],
  [4901, 'chain_disconnected', 'The wallet is not connected to this chain'],
  [4902, 'chain_unknown', 'Chain not recognized by the wallet'],
  [-32602, 'invalid_input', 'Invalid input'],
  [-32603, 'internal', 'Something went wrong'],
] as const)('rejects with the number %i for %s', async (code, name, message) => {
  expect(await failing(new KitError(name))).toMatchObject({ code, message })
})

test('rejects with the wallet’s own number, and with 4900 without a wallet', async () => {
  expect(await failing(Object.assign(new Error('no'), { code: 4001 }))).toMatchObject({ code: 4001, message: 'no' })
  const { kit } = setUpKit()
  const left = await providerRequest(kit, { method: 'eth_blockNumber' }).catch((e: unknown) => e)
  expect(left).toMatchObject({ code: 4900, message: 'The wallet is disconnected' })
})
