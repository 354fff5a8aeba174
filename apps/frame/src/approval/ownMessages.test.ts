import { type SignInText, writeSignIn } from '@billfold/protocol/signin/signInText'
import { expect, test } from 'vitest'
import { openTestFrame } from '../../test/openTestFrame.ts'
import { pretendPerson } from '../../test/pretendWallet.ts'

// Texts that the kit itself has signed: changes of names, and sign-ins. The page is https://app.example, on OP Mainnet.

const me = pretendPerson.evmAddress
const plain = (text: string) => text.replace(/[\u2068\u2069]/g, '')

async function shown(text: string) {
  const { rpc, views } = openTestFrame()
  await rpc('personal_sign', [`0x${Buffer.from(text).toString('hex')}`, me])
  const view = views[0]!
  return { view, lines: view.lines.map((line) => plain(line.text)), rows: view.lines.flatMap(({ rows }) => rows) }
}
const named = (change: object) => JSON.stringify({ name: 'ann.billfold.eth', coin_type: 60, ...change })

test.each<[string, object, string, string[]]>([
  [
    'registered',
    { attributes: { bio: 'hi', url: 'https://ann.example' } },
    'Register or update the name ann.billfold.eth',
    ['hi', 'https://ann.example'],
  ],
  [
    'pointed elsewhere',
    { address: { coin_type: 501, address: pretendPerson.solanaAddress } },
    'Point the name ann.billfold.eth to another address',
    [pretendPerson.solanaAddress, 'Solana'],
  ],
  [
    'cleared',
    { address: { coin_type: 0, address: null } },
    'Remove an address from the name ann.billfold.eth',
    ['Bitcoin'],
  ],
  ['released', { release: true }, 'Give up the name ann.billfold.eth', []],
])('describes a name that is %s, and folds the signed text away', async (_, change, sentence, values) => {
  const text = named({ ...change, timestamp: 1_800_000_000 })
  const { view, lines, rows } = await shown(text)
  expect(view.title).toBe('Change a name')
  expect(lines).toEqual([sentence])
  expect(rows.map(({ value }) => value)).toEqual([...values, 'Signing is free and moves no money.'])
  expect(view.message).toBeUndefined()
  expect(view.details).toEqual([{ label: 'Signed text', value: text, kind: 'code' }])
})

test.each<[string, string]>([
  ['a key of its own', named({ attributes: {}, timestamp: 1, pay: 'all' })],
  ['a key twice', '{"name":"a.eth","name":"b.eth","coin_type":60,"attributes":{},"timestamp":1}'],
  ['two changes at once', named({ attributes: {}, release: true, timestamp: 1 })],
  ['other spaces', `${named({ attributes: {}, timestamp: 1 })} `],
  ['no time', named({ attributes: {} })],
])('shows a text like a name’s change verbatim if it has %s', async (_, text) => {
  const { view, lines } = await shown(text)
  expect(view).toMatchObject({ title: 'Sign message', message: text })
  expect(lines).toEqual([])
})

test('writes out letters of a name that pass for others', async () => {
  const { lines } = await shown(JSON.stringify({ name: 'аnn\u202e.eth', attributes: {}, timestamp: 1 }))
  expect(lines).toEqual(['Register or update the name \\u{430}nn\\u{202e}.eth'])
})

const signIn = (change: Partial<SignInText> = {}) =>
  writeSignIn({
    ...{ domain: 'app.example', address: me, uri: 'https://app.example/in', version: '1', chainId: 'eip155:10' },
    ...{ nonce: 'abcdefgh12345678', issuedAt: '2026-11-17T12:00:00.000Z', ...change },
  })

test('describes a sign-in to the page itself, with its sentence and its end', async () => {
  const text = signIn({ statement: 'Welcome \u202eback', expirationTime: '2026-11-18T12:00:00Z' })
  const { view, lines, rows } = await shown(text)
  expect(view).toMatchObject({ title: 'Sign in', network: 'OP Mainnet', message: 'Welcome \\u{202e}back' })
  expect(lines).toEqual(['Sign in to app.example'])
  expect(plain(rows[0]!.value)).toMatch(/^Until .*2026/)
  expect(rows.at(-1)!.value).toBe('Signing is free and moves no money.')
  expect(view.details[0]!.value).toBe(text.replace('\u202e', '\\u{202e}'))
  expect((await shown(signIn())).view.message).toBeUndefined()
})

test.each<[string, Partial<SignInText>]>([
  ['another site', { domain: 'bank.example' }],
  ['another network', { chainId: 'eip155:1' }],
  ['another account', { address: '0x0000000000000000000000000000000000000001' }],
  ['resources', { resources: ['urn:recap:eyJhdHQiOnt9fQ'] }],
])('shows a sign-in verbatim if it is for %s', async (_, change) => {
  const { view } = await shown(signIn(change))
  expect(view.title).toBe('Sign in')
  expect(view.message).toBe(signIn(change))
})
