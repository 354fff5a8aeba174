import { recipientsIn } from '@billfold/protocol/recipientsIn'
import { expect, test } from 'vitest'
import { sessionOf } from '../../../test/puppetConnector.ts'
import { setUpKit } from '../../../test/setUpKit.ts'
import { type Known, knownAddresses } from './knownAddresses.ts'
import { isStop, recipientRisks } from './recipientRisks.ts'

const real = '0x52908400098527886E0F7030069857D2E4169EE7'
const fake = '0x52908411111111111111111111111111E4169EE7'
const other = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const kinds = (address: string, known: readonly Known[], more = {}) =>
  recipientRisks({ namespace: 'eip155', address, known, ...more }).map(({ kind }) => kind)

test('stops for a lookalike, whatever the known address is known for', () => {
  for (const how of ['own', 'saved', 'sent'] as const) {
    const risks = recipientRisks({ namespace: 'eip155', address: fake, known: [{ address: real, how }] })
    expect(risks[0]).toEqual({ kind: 'lookalike', of: { address: real, how } })
    expect(risks.filter(isStop)).toHaveLength(1)
  }
})

test('stops at a lookalike that was paid before, but not at a saved one', () => {
  const known: Known[] = [{ address: real, how: 'sent' }]
  expect(kinds(fake, [...known, { address: fake, how: 'sent' }])).toEqual(['lookalike'])
  expect(kinds(fake, [...known, { address: fake, how: 'saved' }])).toEqual([])
  expect(kinds(real, known)).toEqual([])
})

test('treats another case as another address in families where case matters', () => {
  const known: Known[] = [{ address: '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv', how: 'own' }]
  const twin = '7s3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
  expect(kinds(twin, known, { namespace: 'solana' })).toEqual(['lookalike', 'first'])
  const { kit } = setUpKit()
  expect(knownAddresses(kit.store.get(), 'solana', [twin, known[0]!.address])).toHaveLength(2)
  kit.dispose()
})

test('reports harmless risks without stopping', () => {
  expect(kinds(other, [{ address: real, how: 'own' }])).toEqual(['first'])
  expect(kinds(real, [{ address: real, how: 'own' }])).toEqual(['own'])
  expect(kinds(other, [], { isContract: true })).toEqual(['contract', 'first'])
  expect(recipientRisks({ namespace: 'eip155', address: other, known: [] }).some(isStop)).toBe(false)
})

test('stops before money is lost: a burn address, or the token’s own contract', () => {
  expect(kinds(other, [], { isBurn: true })).toEqual(['burn', 'first'])
  expect(kinds(other, [], { token: other.toLowerCase(), isContract: true })).toEqual(['tokenContract', 'first'])
  expect(recipientRisks({ namespace: 'eip155', address: other, known: [], isBurn: true }).some(isStop)).toBe(true)
})

test('lists own, saved and sent-to addresses of one family, each once', () => {
  const { kit } = setUpKit()
  kit.store.send({ type: 'account/connected', namespace: 'eip155', connectorId: 'a', how: 'user', ...sessionOf(real) })
  kit.store.send({ type: 'contact/saved', contact: { namespace: 'eip155', address: other, name: 'Ann' } })
  kit.store.send({ type: 'contact/saved', contact: { namespace: 'solana', address: 'So1', name: 'Sol' } })
  expect(knownAddresses(kit.store.get(), 'eip155', [real.toLowerCase(), fake])).toEqual([
    { address: real, how: 'own' },
    { address: other, how: 'saved', name: 'Ann' },
    { address: fake, how: 'sent' },
  ])
  kit.dispose()
})

test('counts only outgoing transfers of a history', () => {
  const own = '0xde709f2102306220921060314715629080e2fb77'
  type Given = {
    from?: string
    status?: 'confirmed' | 'failed'
    direction?: 'in' | 'out'
    amount?: string
    suspicion?: 'zero_value' | 'fake_symbol'
  }
  const sent = (
    to: string,
    { from = own, status = 'confirmed', direction = 'out', amount = '1.5', suspicion }: Given = {},
  ) => ({
    id: to,
    metadata: {
      operationType: 'send',
      hash: '0x1',
      chain: 'eip155:1',
      minedAt: '',
      sentFrom: from,
      sentTo: to,
      status,
      nonce: 1,
    },
    transfers: [{ direction, quantity: { numeric: amount }, from: own, to, ...(suspicion ? { suspicion } : {}) }],
  })
  const history = [
    sent('0xgood'),
    sent(`eip155:1:0xcaip`),
    sent('0xgood'),
    sent('0xpoison-zero', { amount: '0' }),
    sent('0xpoison-zeros', { amount: '0.000' }),
    sent('0xpoison-other', { from: '0xattacker' }),
    sent('0xpoison-fake', { suspicion: 'fake_symbol' }),
    sent('0xincoming', { direction: 'in' }),
    sent('0xfailed', { status: 'failed' }),
    sent(own),
  ]
  expect(recipientsIn(history, `eip155:1:${own}`)).toEqual(['0xgood', '0xcaip'])
})

test.each(['elsewhere', 'told'] as const)('stops on a name that is not backed by the chain (%s)', (proof) => {
  const risks = recipientRisks({
    namespace: 'eip155',
    address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    known: [],
    proof,
  })
  expect(risks.filter(isStop)).toEqual([{ kind: proof }])
})
