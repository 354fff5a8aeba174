import { embeddedApi } from '@billfold/protocol/embedded/embeddedApi'
import { guardianApi } from '@billfold/protocol/embedded/guardianApi'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { type CallName, hasNumber, hasPlace, type Lie, type Responses, ways } from '../../test/lieFor.ts'
import { identityOf, liveUnderLies, logins, type Via } from '../../test/liveUnderLies.ts'
import { openedByApi, openedByBoth } from '../../test/openedWallets.ts'
import { type Field, outputFields } from '../../test/outputFields.ts'

const policies = ['convenient', 'hardened', 'strict'] as const
const isWhole = process.env.LYING === 'all'
const patience = isWhole ? 6 * 3_600_000 : undefined
/** Fields that an attacker would change first, always tried. Of the others a sample, or all with `LYING=all`. */
const prized = new Set(['identity', 'wallet', 'evmAddress', 'sealKey', 'charter', 'recoveries', 'authShare', 'sealed'])

type At = { via: Via; field: Field<CallName> }
let honest: Awaited<ReturnType<typeof liveUnderLies>>[]
let strangers: Responses
beforeAll(async () => {
  honest = await Promise.all(logins.map((via) => liveUnderLies({ policy: 'convenient', via, lies: [] })))
  strangers = new Map(honest.flatMap(({ seen }) => [...seen]))
})

/** Each field of each response, for each login that receives it. */
const placesOf = (fields: readonly Field<CallName>[]): At[] =>
  fields.flatMap((field) =>
    logins.flatMap((via, at) =>
      honest[at]!.log.some(({ name, response }) => name === field.name && hasPlace(response, field.path))
        ? [{ via, field }]
        : [],
    ),
  )
/** The ways to lie about a field that differ: to lose or refuse a response concerns all of its fields, and only numbers can be raised. */
const waysOf = ({ field: { name, path } }: At): readonly Lie['way'][] => {
  if (path.length === 0) return ['change', 'repeat', 'swap', 'lose', 'refuse', 'forget']
  const isNumber = honest.some(({ log }) => log.some((each) => each.name === name && hasNumber(each.response, path)))
  return ['change', 'drop', 'repeat', 'swap', ...(isNumber ? (['raise', 'zero'] as const) : [])]
}
const isPrized = ({ field }: At) => prized.has(field.path.at(-1) ?? '')
const sampleOf = <T>(places: readonly T[], maxLength: number): T[] =>
  isWhole ? [...places] : (fc.sample(fc.shuffledSubarray([...places]), 1)[0] ?? []).slice(0, maxLength)
const chosenOf = (places: readonly At[]): At[] => {
  const shuffled = sampleOf(places, places.length)
  const isFirst = ({ field }: At, at: number) => shuffled.findIndex((each) => each.field === field) === at
  const prizes = isWhole ? places.filter(isPrized) : shuffled.filter(isFirst).filter(isPrized)
  return [
    ...prizes,
    ...sampleOf(
      places.filter((each) => !isPrized(each)),
      8,
    ),
  ]
}
/** Two lies about these fields, in any way. */
const pairsOf = (places: readonly At[]) => {
  const lie = fc.record({ at: fc.nat(places.length - 1), way: fc.constantFrom(...ways) })
  return fc.tuple(lie, lie).map(([one, two]) => {
    const lies: Lie[] = [one, two].map(({ at, way }) => ({ ...places[at]!.field, way }))
    return { via: places[one.at]!.via, lies }
  })
}

describe.each([
  ['an API', embeddedApi, 14],
  ['a guardian', guardianApi, 6],
] as const)('%s that lies', (_, contract, pairs) => {
  const fields = outputFields(contract) as Field<CallName>[]

  it('has a response and a place for a lie about each field of its contract', () => {
    expect([...new Set(fields.map(({ name }) => name))]).toEqual(Object.keys(contract))
    const reached = placesOf(fields).map(({ field }) => JSON.stringify(field))
    const missed = fields.map((field) => JSON.stringify(field)).filter((field) => !reached.includes(field))
    expect(missed).toEqual([])
  })

  it(
    'about any one field of any response opens no wallet, loses no share set and passes no one off as another',
    async () => {
      for (const [at, place] of chosenOf(placesOf(fields)).entries())
        for (const way of isWhole ? waysOf(place) : (['change'] as const))
          for (const policy of isWhole ? policies : [policies[at % 3]!])
            await liveUnderLies({ policy, via: place.via, lies: [{ ...place.field, way }], strangers })
    },
    patience,
  )

  it(
    'at a first login opens nothing, whichever one or two fields it changes',
    async () => {
      const first = new Set<string>([
        'verifyEmail',
        'finishSocial',
        'finishFarcaster',
        'finishPasskey',
        'createWallet',
        'readKey',
        'registerWallet',
      ])
      const places = placesOf(fields).filter(({ field }) => first.has(field.name) && field.path.length > 0)
      for (const { via, field } of chosenOf(places))
        for (const policy of isWhole ? policies : [policies[0]]) {
          const lies: Lie[] = [
            { ...field, way: 'change' },
            { name: field.name, path: ['identity'], way: 'change' },
          ]
          await liveUnderLies({ policy, via, lies, strangers, isFirst: true })
        }
    },
    patience,
  )

  it(
    'about two fields, in any way, opens no wallet, loses no share set and passes no one off as another',
    async () => {
      const places = placesOf(fields)
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...policies), pairsOf(places), async (policy, { via, lies }) => {
          await liveUnderLies({ policy, via, lies, strangers })
        }),
        { numRuns: isWhole ? 600 : pairs },
      )
    },
    patience,
  )

  it(
    'about two fields that a thief would choose opens no wallet, loses none and passes no one off',
    async () => {
      const places = placesOf(fields).filter(isPrized)
      const couples = places.flatMap((one, at) =>
        places
          .slice(at + 1)
          .filter(({ via }) => via === one.via)
          .map((two) => ({ via: one.via, two: [one, two] })),
      )
      for (const [at, { via, two }] of sampleOf(couples, pairs / 2).entries()) {
        const lies = two.map(({ field }): Lie => ({ ...field, way: 'change' }))
        await liveUnderLies({ policy: policies[at % 3]!, via, lies, strangers })
      }
    },
    patience,
  )
})

it('lets API and guardian open a convenient or hardened wallet only together, and never a strict one', async () => {
  for (const policy of policies)
    for (const via of policy === 'hardened' ? (['email', 'google'] as const) : (['email'] as const)) {
      const { servers, handed, guardianShares, own } = await liveUnderLies({ policy, via, lies: [] })
      const opened = await openedByBoth(servers, handed, identityOf(via))
      expect([...new Set(opened)]).toEqual(policy === 'strict' ? [] : [own?.evmAddress])
      expect(await openedByApi(servers, handed)).toEqual([])
      // It was sent shares to open, and no two that belong together.
      if (policy !== 'strict') expect(guardianShares).toBeGreaterThan(0)
    }
})
