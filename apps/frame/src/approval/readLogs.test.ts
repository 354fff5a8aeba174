import fc from 'fast-check'
import { encodeAbiParameters, encodeEventTopics, type Hex, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { frameNetwork } from '../page/frameNetwork.ts'
import en from '../screens/texts/catalogs/en.json'
import { createSpeech } from '../screens/texts/createSpeech.ts'
import { describeCalls } from './describeCalls.ts'
import { readLogs } from './readLogs.ts'

const address = (digit: string): Hex => `0x${digit.repeat(40)}`
const me = address('a')
const others = [address('b'), address('c')]
const contracts = [address('1'), address('2')]
const permit2: Hex = '0x000000000022d473030f116ddee9f6b43ac78ba3'
const abi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
  'event ApprovalForAll(address indexed owner, address indexed operator, bool approved)',
  'event Permit(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration, uint48 nonce)',
  'event Lockdown(address indexed owner, address token, address spender)',
  'event NonceInvalidation(address indexed owner, address indexed token, address indexed spender, uint48 newNonce, uint48 oldNonce)',
  'event UnorderedNonceInvalidation(address indexed owner, uint256 word, uint256 mask)',
  'event DelegateChanged(address indexed delegator, address indexed fromDelegate, address indexed toDelegate)',
  'event OwnershipTransferred(address indexed previousOwner, address indexed newOwner)',
  'event OperatorSet(address indexed owner, address indexed operator, bool approved)',
  'event Note(address owner, uint256 id)',
])
const permit2Abi = parseAbi([
  'event Approval(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration)',
])
const items = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 indexed id)',
  'event Approval(address indexed owner, address indexed spender, uint256 indexed id)',
])

type Log = { address: Hex; topics: Hex[]; data: Hex }
/** An event as its contract would emit it, encoded by viem. */
function emit(at: Hex, from: typeof abi | typeof items | typeof permit2Abi, eventName: string, args: object): Log {
  const event = from.find((each) => each.name === eventName)!
  const values = event.inputs.filter((input) => !('indexed' in input && input.indexed))
  return {
    address: at,
    topics: encodeEventTopics({ abi: from, eventName, args } as never) as Hex[],
    data: encodeAbiParameters(
      values as never,
      values.map(({ name }) => (args as Record<string, unknown>)[name!]) as never,
    ),
  }
}

/** The event's trace on the screen: a balance's difference, or an address in a line. */
type Expected = { moves?: [key: string, amount: bigint][]; names?: Hex; isUnread?: boolean }
const sides = fc.constantFrom(...others, me)
const at = fc.constantFrom(...contracts)
const amount = fc.bigInt(1n, 2n ** 100n)
const id = fc.bigInt(0n, 3n)
const moved = (key: string, from: Hex, to: Hex, value: bigint): Expected => ({
  moves: [[key, (to === me ? value : 0n) - (from === me ? value : 0n)]],
})
const given = (owner: Hex, names: Hex): Expected => (owner === me ? { names } : {})

const event: fc.Arbitrary<[Log, Expected]> = fc.oneof(
  fc
    .tuple(at, sides, sides, amount)
    .map(
      ([c, from, to, value]): [Log, Expected] =>
        [...[emit(c, abi, 'Transfer', { from, to, value })], moved(`${c}:`, from, to, value)] as [Log, Expected],
    ),
  fc
    .tuple(at, sides, sides, id)
    .map(([c, from, to, item]): [Log, Expected] => [
      emit(c, items, 'Transfer', { from, to, id: item }),
      moved(`${c}:${item}`, from, to, 1n),
    ]),
  fc
    .tuple(at, sides, sides, id, amount)
    .map(([c, from, to, item, value]): [Log, Expected] => [
      emit(c, abi, 'TransferSingle', { operator: me, from, to, id: item, value }),
      moved(`${c}:${item}`, from, to, value),
    ]),
  fc
    .tuple(at, sides, sides, fc.array(fc.tuple(id, amount), { maxLength: 4 }))
    .map(([c, from, to, list]): [Log, Expected] => [
      emit(c, abi, 'TransferBatch', {
        operator: from,
        from,
        to,
        ids: list.map(([i]) => i),
        values: list.map(([, v]) => v),
      }),
      { moves: list.flatMap(([item, value]) => moved(`${c}:${item}`, from, to, value).moves!) },
    ]),
  fc
    .tuple(at, sides, fc.constantFrom(...others), amount)
    .map(([c, owner, spender, value]): [Log, Expected] => [
      emit(c, abi, 'Approval', { owner, spender, value }),
      given(owner, spender),
    ]),
  fc
    .tuple(at, sides, fc.constantFrom(...others), id)
    .map(([c, owner, spender, item]): [Log, Expected] => [
      emit(c, items, 'Approval', { owner, spender, id: item }),
      given(owner, spender),
    ]),
  fc
    .tuple(at, sides, fc.constantFrom(...others), fc.boolean())
    .map(([c, owner, operator, approved]): [Log, Expected] => [
      emit(c, abi, 'ApprovalForAll', { owner, operator, approved }),
      given(owner, operator),
    ]),
  fc
    .tuple(at, sides, fc.constantFrom(...others), amount)
    .map(([token, owner, spender, value]): [Log, Expected] => [
      emit(permit2, permit2Abi, 'Approval', { owner, token, spender, amount: value, expiration: 9 }),
      given(owner, spender),
    ]),
  fc
    .tuple(at, sides, fc.constantFrom(...others), amount)
    .map(([token, owner, spender, value]): [Log, Expected] => [
      emit(permit2, abi, 'Permit', { owner, token, spender, amount: value, expiration: 9, nonce: 1 }),
      given(owner, spender),
    ]),
  fc
    .tuple(at, sides, fc.constantFrom(...others))
    .map(([token, owner, spender]): [Log, Expected] => [
      emit(permit2, abi, 'Lockdown', { owner, token, spender }),
      given(owner, spender),
    ]),
  fc
    .tuple(at, sides, fc.constantFrom(...others))
    .map(([c, delegator, toDelegate]): [Log, Expected] => [
      emit(c, abi, 'DelegateChanged', { delegator, fromDelegate: me, toDelegate }),
      given(delegator, toDelegate),
    ]),
  fc
    .tuple(at, sides, fc.constantFrom(...others))
    .map(([c, previousOwner, newOwner]): [Log, Expected] => [
      emit(c, abi, 'OwnershipTransferred', { previousOwner, newOwner }),
      given(previousOwner, newOwner),
    ]),
  // Undecodable events: by topics, by data, packed; and Permit2's events of a different contract.
  fc
    .tuple(at, sides)
    .map(([c, owner]): [Log, Expected] => [
      emit(c, abi, 'OperatorSet', { owner, operator: others[0], approved: true }),
      owner === me ? { names: c, isUnread: true } : {},
    ]),
  fc
    .tuple(at, sides)
    .map(([c, owner]): [Log, Expected] => [
      emit(c, abi, 'Note', { owner, id: 1n }),
      owner === me ? { names: c, isUnread: true } : {},
    ]),
  fc
    .tuple(at, sides)
    .map(([c, owner]): [Log, Expected] => [
      { address: c, topics: [`0x${'7'.repeat(64)}`], data: `0x01${owner.slice(2)}` },
      owner === me ? { names: c, isUnread: true } : {},
    ]),
  fc
    .tuple(at, sides)
    .map(([c, owner]): [Log, Expected] => [
      emit(c, abi, 'Lockdown', { owner, token: contracts[0], spender: others[0] }),
      owner === me ? { names: c, isUnread: true } : {},
    ]),
)

const missing = () => Promise.reject(new Error('missing'))
const deps = { network: frameNetwork('eip155:10'), speech: createSpeech(en, 'en') }
const calls = [{ to: others[0]!, value: 0n, data: '0x12345678' as const }]
const describe = (answers: Record<string, unknown>) =>
  describeCalls({ calls, own: me, trial: calls.map((each) => ({ ...each, from: me })) }, deps, [
    (method) => (method in answers ? Promise.resolve(answers[method]) : missing()),
  ])
const trace = (logs: readonly Log[]) => ({
  ...{ type: 'CALL', from: me, to: others[0], value: '0x0' },
  calls: logs.map((each) => ({ type: 'CALL', from: others[0], to: each.address, logs: [each] })),
})

test('every event of a random batch that concerns the account is on the screen, and no other balance changes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 12 }), fc.boolean(), async (events, isTraced) => {
      const logs = events.map(([log]) => log)
      const { changes, lines, mustConfirm } = await describe(
        isTraced ? { debug_traceCall: trace(logs) } : { eth_simulateV1: [{ calls: [{ status: '0x1', logs }] }] },
      )
      const sums = new Map<string, bigint>()
      for (const [key, value] of events.flatMap(([, { moves = [] }]) => moves))
        sums.set(key, (sums.get(key) ?? 0n) + value)
      const shown = changes.map(({ isGain, amount: text, unit, note }) => {
        const digits = BigInt(text.replace(/[^\d]/g, ''))
        return [`${note}:${unit.slice(1)}`, isGain ? digits : -digits] as const
      })
      expect(new Map(shown)).toEqual(new Map([...sums].filter(([, value]) => value !== 0n)))
      const named = new Set(lines.flatMap(({ rows }) => rows.map(({ value }) => value)))
      for (const [, { names }] of events) if (names) expect(named).toContain(names)
      const isUnread = events.some(([, expected]) => expected.isUnread)
      expect(mustConfirm?.includes(en.eventsUnread) ?? false).toBe(isUnread)
    }),
    { numRuns: 150 },
  )
})

test('shows the largest of several permissions for the same spender', async () => {
  const approve = (value: bigint) => emit(contracts[0]!, abi, 'Approval', { owner: me, spender: others[1], value })
  const logs = [approve(7n), approve(900n), approve(0n)]
  const { lines } = await describe({ eth_simulateV1: [{ calls: [{ status: '0x1', logs }] }] })
  expect(lines.map(({ text }) => text.replace(/[\u2068\u2069]/g, ''))).toEqual([
    'Call a contract',
    'Allow spending up to 900 units',
  ])
})

test('says that permissions signed earlier end', async () => {
  const logs = [
    emit(permit2, abi, 'NonceInvalidation', {
      owner: me,
      token: contracts[0],
      spender: others[0],
      newNonce: 2,
      oldNonce: 1,
    }),
    emit(permit2, abi, 'UnorderedNonceInvalidation', { owner: me, word: 1n, mask: 2n }),
  ]
  const { lines } = await describe({ eth_simulateV1: [{ calls: [{ status: '0x1', logs }] }] })
  expect(lines.map(({ text }) => text)).toEqual([en.callContract, en.cancelPermits])
})

test('counts Deposit and Withdrawal only of the network’s wrapped coin', async () => {
  const deposit = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c'
  const of = (at: string) => ({
    ...{ address: at, topics: [deposit, `0x${me.slice(2).padStart(64, '0')}`], data: `0x${'5'.padStart(64, '0')}` },
  })
  const weth = '0x4200000000000000000000000000000000000006'
  const { changes, mustConfirm } = await describe({
    eth_simulateV1: [{ calls: [{ status: '0x1', logs: [of(weth)] }] }],
  })
  expect(changes).toMatchObject([{ isGain: true, amount: '0.000000000000000005', unit: 'WETH' }])
  expect(mustConfirm).toEqual([en.callUnknown])
  const other = await describe({ eth_simulateV1: [{ calls: [{ status: '0x1', logs: [of(contracts[0]!)] }] }] })
  expect(other.changes).toEqual([])
  expect(other.mustConfirm).toEqual([en.callUnknown, en.eventsUnread])
})

test('ignores events of another shape', () => {
  const known = { isWrapped: () => true, isPinned: () => false }
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ minLength: 32, maxLength: 32 }), { maxLength: 3 }),
      fc.uint8Array({ maxLength: 200 }),
      fc.constantFrom(...abi.map((each) => encodeEventTopics({ abi: [each] } as never)[0] as Hex)),
      (words, noise, topic) => {
        const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
        const data = `0x${hex(noise)}` as const
        const log = { address: contracts[0]!, topics: [topic, ...words.map((each) => `0x${hex(each)}`)], data }
        expect(() => readLogs([log], me, known)).not.toThrow()
      },
    ),
  )
})
