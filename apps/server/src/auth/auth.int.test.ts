import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keySigners } from '../../test/authAccounts.ts'
import { startAuthNetwork } from '../../test/startAuthNetwork.ts'

let network: Awaited<ReturnType<typeof startAuthNetwork>>
let server: Awaited<ReturnType<typeof network.startServer>>
beforeAll(async () => {
  network = await startAuthNetwork()
  server = await network.startServer()
})
afterAll(() => network.stop())

const evm = 'eip155:31337'

describe('signing in', () => {
  it('lets in who signs, in every family', async () => {
    for (const [kind, signer] of Object.entries(await keySigners(evm))) {
      const signedIn = await server.signIn(signer)
      expect(signedIn, kind).toMatchObject({ status: 200, body: { expiresIn: 900 } })
      const { body } = await server.call('me', {}, { token: signedIn.body.token })
      expect(body, kind).toMatchObject({ address: signer.address, caip2Network: signer.chainId, metadata: {} })
    }
  })
})
