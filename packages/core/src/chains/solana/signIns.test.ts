import { createDevnetWallet } from '@billfold/testkit/createDevnetWallet'
import { expect, test } from 'vitest'
import { setUpKit, until } from '../../../test/setUpKit.ts'
import { connectWallet } from '../../features/connect/connectWallet.ts'
import { DefaultSIWX } from '../../features/signin/DefaultSIWX.ts'
import { connectedAccount } from '../../model/connectedAccount.ts'
import { installSignIn } from '../../reactions/installSignIn.ts'
import { signIns } from './signIns.ts'

function setUp() {
  const siwx = new DefaultSIWX({ statement: 'Sign in to the site.' })
  const parts = setUpKit({ siwx })
  installSignIn(parts.kit)
  const wallet = createDevnetWallet({ chains: [{ id: 1, rpcUrl: 'http://127.0.0.1:1' }] })
  wallet.install(parts.page.page.events)
  const reach = (phase: string) => until(parts.kit, ({ signIn }) => signIn?.phase === phase)
  return { ...parts, wallet, siwx, reach }
}

test('signs in with the native method of a Solana wallet, with a text that any server can verify', async () => {
  const { kit, wallet, siwx, reach } = setUp()
  await connectWallet(kit, { connectorId: 'Devnet Wallet', namespace: 'solana' })
  const { signIn } = await reach('asked')
  kit.store.send({ type: 'signIn/clicked', account: signIn!.account! })
  await reach('signedIn')
  expect(wallet.requests.map(({ method }) => method)).toContain('solana:signIn')
  expect(wallet.requests.map(({ method }) => method)).not.toContain('solana:signMessage')
  const { address, networkId } = connectedAccount(kit.store.get(), 'solana')!
  const [session] = await siwx.getSessions(networkId, address)
  expect(session!.message).toMatch(
    /wants you to sign in with your Solana account:\n.+\n\nSign in to the site\.\n\nURI: /,
  )
})

test('falls back to signing the text if the native method fails, but not after a rejection', async () => {
  const { kit, wallet, reach } = setUp()
  await connectWallet(kit, { connectorId: 'Devnet Wallet', namespace: 'solana' })
  const { signIn } = await reach('asked')
  const account = signIn!.account!
  wallet.policy('reject')
  kit.store.send({ type: 'signIn/clicked', account })
  await until(kit, (state) => state.signIn?.trouble === 'declined')
  expect(wallet.requests.map(({ method }) => method)).not.toContain('solana:signMessage')
  wallet.policy('approve')
  wallet.failNext(-32603, 'Not with these parts', 'solana:signIn')
  kit.store.send({ type: 'signIn/clicked', account })
  await reach('signedIn')
  expect(wallet.requests.at(-1)?.method).toBe('solana:signMessage')
})

test('rejects a response with a different text', async () => {
  const output = {
    account: { address: 'x' },
    signature: new Uint8Array(64),
    signedMessage: new TextEncoder().encode('y'),
  }
  const read = (answer: unknown) => signIns.read({ address: 'x', message: 'z', answer })
  for (const answer of [undefined, [], [{ ...output, signature: 'no' }], [{ ...output, signedMessage: 1 }]])
    await expect(read(answer)).rejects.toMatchObject({ code: 'wallet_answer_invalid' })
  await expect(read([{ ...output, account: { address: 'other' } }])).rejects.toMatchObject({ code: 'account_mismatch' })
  await expect(read([output])).rejects.toMatchObject({ code: 'sign_in_unproven' })
})
