import { expect, test } from 'vitest'
import { setUpKit } from '../../../test/setUpKit.ts'
import type { Siwx } from '../../model/siwx.ts'
import { requestSignIn } from './requestSignIn.ts'
import type { SigningWallet } from './signSignIn.ts'

const unexpected = () => Promise.reject(new Error('Unexpected call'))
const wallet: SigningWallet = {
  load: unexpected,
  request: unexpected,
  signMessage: unexpected,
  signIns: () => undefined,
}
const siwx: Siwx = {
  createMessage: unexpected,
  addSession: unexpected,
  revokeSession: unexpected,
  setSessions: unexpected,
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
