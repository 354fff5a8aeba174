import type { CaipAddress } from '@billfold/protocol/caip'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { setUpKit } from '../../../test/setUpKit.ts'
import type { SignIn, SignInEvent } from '../../model/signIn.ts'
import { reduceSignIn, signInInitial } from './signIn.ts'

const accounts: readonly CaipAddress[] = [`eip155:1:0x${'1'.repeat(40)}`, `eip155:10:0x${'2'.repeat(40)}`]
const account = fc.constantFrom(...accounts)
const event: fc.Arbitrary<SignInEvent> = fc.oneof(
  fc.record({ type: fc.constant('signIn/checkStarted' as const), account, isRequired: fc.boolean() }),
  fc.record({
    type: fc.constantFrom('signIn/found', 'signIn/clicked', 'signIn/walletAsked', 'signIn/signed', 'signIn/skipped'),
    account,
  }) as fc.Arbitrary<SignInEvent>,
  fc.record({
    type: fc.constant('signIn/needed' as const),
    account,
    trouble: fc.constantFrom('expired', 'unknown', 'declined'),
  }) as fc.Arbitrary<SignInEvent>,
  fc.record({
    type: fc.constant('signIn/failed' as const),
    message: fc.string(),
    network: fc.constant('eip155:1' as const),
    account,
  }),
  fc.constant<SignInEvent>({ type: 'signIn/left' }),
)

test('only ever concerns the last account checked, and only it signs in, in any order of events', () => {
  const state = setUpKit().kit.store.get()
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30 }), (events) => {
      let signIn: SignIn = signInInitial
      let checked: CaipAddress | undefined
      for (const each of events) {
        const before = signIn
        signIn = reduceSignIn(signIn, each, state)
        if (each.type === 'signIn/checkStarted') checked = each.account
        if (each.type === 'signIn/left') checked = undefined
        expect(signIn.account).toBe(checked)
        if ('account' in each && each.account !== checked) expect(signIn).toBe(before)
        if (signIn.phase === 'signedIn' && before.phase !== 'signedIn')
          expect(each).toMatchObject({ type: 'signIn/found', account: checked })
        if (signIn.phase === 'signedIn') expect(signIn.trouble).toBeUndefined()
        if (signIn.phase === 'idle') expect(signIn.account).toBeUndefined()
      }
    }),
  )
})
