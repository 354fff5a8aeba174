import { expect, test } from 'vitest'
import { setUpKit } from '../../../test/setUpKit.ts'
import { requestSignIn } from './requestSignIn.ts'
import type { SigningWallet } from './signSignIn.ts'
import type { Siwx } from './siwx.ts'

const unasked = () => Promise.reject(new Error('No one may be asked'))
const wallet: SigningWallet = { load: unasked, request: unasked, signMessage: unasked, signIns: () => undefined }
const siwx: Siwx = {
  createMessage: unasked,
  addSession: unasked,
  revokeSession: unasked,
  setSessions: unasked,
  getSessions: async () => [],
}

test('rejects a sign-in by name on a site without one', async () => {
  await expect(requestSignIn(setUpKit().kit, wallet)).rejects.toMatchObject({
    code: 'invalid_input',
    message: 'SIWX is not enabled',
  })
})

test('rejects a sign-in by name while disconnected', async () => {
  await expect(requestSignIn(setUpKit({ siwx }).kit, wallet)).rejects.toMatchObject({
    code: 'provider_disconnected',
    message: 'No ActiveCaipAddress found',
  })
})
