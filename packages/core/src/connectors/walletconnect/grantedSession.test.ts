import { expect, test } from 'vitest'
import type { WcSession } from '../../wc/wcSession.ts'
import { grantedSession } from './grantedSession.ts'

const chain = 'bip122:000000000019d6689c085ae165831e93'
const [segwit, taproot] = [
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
]
const key = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'

/** The Bitcoin accounts of a session with this property. */
function accountsWith(property: unknown) {
  const accounts = [segwit, taproot].map((address) => `${chain}:${address}`)
  const session = {
    namespaces: { bip122: { accounts, methods: ['signPsbt'], events: [] } },
    peer: { metadata: { name: 'Fake' } },
    sessionProperties: { bip122_getAccountAddresses: property },
  } as unknown as WcSession
  return grantedSession(session, 'bip122')?.accounts
}

const list = [
  { address: segwit, publicKey: key, path: "m/84'/0'/0'/0/0", intention: 'payment' },
  { address: taproot, publicKey: key.slice(2), intention: 'ordinal' },
  { address: 'bc1qother', publicKey: key },
]
test.each([
  ['a list', list],
  ['a text', JSON.stringify(list)],
  ['a payload', { payload: list }],
  ['a text of a payload', JSON.stringify({ payload: list })],
])('reads keys and purposes of Bitcoin accounts from the session: %s', (_, property) => {
  expect(accountsWith(property)).toEqual([
    { address: segwit, type: 'payment', publicKey: key },
    { address: taproot, type: 'ordinal', publicKey: key.slice(2) },
  ])
})

test.each([undefined, null, '', 'no list', '{', 7, {}, [null], [{ address: 7 }], [{ address: segwit, publicKey: 7 }]])(
  'ignores an invalid property: %j',
  (property) => {
    expect(accountsWith(property)).toEqual([
      { address: segwit, type: 'payment' },
      { address: taproot, type: 'payment' },
    ])
  },
)
