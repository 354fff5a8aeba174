import { evmCoinType } from '@billfold/protocol/coinType'
import { sql } from 'kysely'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestCluster, type TestCluster } from '../../test/testDatabase.ts'
import { listMigrations, migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/openDatabase.ts'
import type { Rpc } from '../rpc/createRpc.ts'
import { createNames } from './createNames.ts'
import { skeletonOf } from './nameRules.ts'

const parent = 'billfold.eth'
const address = `0x${'c0'.repeat(20)}`
const [ethereum, base] = [1, 8453]
const signal = new AbortController().signal
let cluster: TestCluster
beforeAll(async () => {
  cluster = await startTestCluster()
})
afterAll(() => cluster.stop())

/** Chains on which different people own the same address: each contract accepts only its own owner's signature. */
const signatures: Record<number, string> = { [ethereum]: '0xaa', [base]: '0xbb' }
const rpc = ((chainId: string) => ({
  call: async (_: string, [{ data }]: [{ data: string }]) => {
    const signature = signatures[Number(chainId.split(':')[1])]
    return signature && data.includes(signature.slice(2).repeat(32)) ? '0x01' : '0x'
  },
})) as unknown as Rpc

const timestamp = () => Math.floor(Date.now() / 1000)
/**
 * A request of a contract's owner: with their own signature, for their chain unless the message names a different one.
 */
function signedOn(chain: number, name: string, fields: object = {}, stated: number | undefined = evmCoinType(chain)) {
  const message = JSON.stringify({ name, coin_type: stated, timestamp: timestamp(), ...fields })
  return { coin_type: evmCoinType(chain)!, address, message, signature: `0x${signatures[chain]!.slice(2).repeat(32)}` }
}

async function setUp() {
  const { db } = await cluster.create()
  return { db, names: createNames({ db, rpc, parent }) }
}

describe('a contract', () => {
  it('changes, points and releases no name of the same address on another chain', async () => {
    const { names } = await setUp()
    const name = `treasury-of-ada.${parent}`
    await names.register(signedOn(ethereum, name), signal)
    const attack = (fields: object) => signedOn(base, name, fields)
    await expect(names.change(name, attack({ attributes: { bio: 'Mine' } }), signal)).rejects.toMatchObject({
      code: 'unauthorized',
    })
    await expect(
      names.setAddress(name, attack({ address: { coin_type: 501, address: null } }), signal),
    ).rejects.toMatchObject({ code: 'unauthorized' })
    await expect(names.release(name, attack({ release: true }), signal)).rejects.toMatchObject({ code: 'unauthorized' })
    expect(await names.find(name)).toMatchObject({ attributes: {}, coinTypes: [60] })
    expect(await names.change(name, signedOn(ethereum, name, { attributes: { bio: 'Ours' } }), signal)).toMatchObject({
      attributes: { bio: 'Ours' },
    })
  })

  it('does not share the limit of the same address on another chain', async () => {
    const { names } = await setUp()
    await names.register(signedOn(base, `first-come.${parent}`), signal)
    const own = await names.register(signedOn(ethereum, `treasury-of-ada.${parent}`), signal)
    expect(own.coinTypes).toEqual([60])
    await expect(names.register(signedOn(ethereum, `one-more.${parent}`), signal)).rejects.toThrow('already own')
    await expect(names.register(signedOn(base, `one-more.${parent}`), signal)).rejects.toThrow('already own')
    expect((await names.namesOf(address)).map(({ coinTypes }) => coinTypes)).toEqual([[60], [0x8000_2105]])
  })

  it('gets a name that the same address released on another chain only after its rest', async () => {
    const { names } = await setUp()
    const name = `rests-now.${parent}`
    await names.register(signedOn(ethereum, name), signal)
    await names.release(name, signedOn(ethereum, name, { release: true }), signal)
    await expect(names.register(signedOn(base, name), signal)).rejects.toThrow('taken')
    expect((await names.register(signedOn(ethereum, name), signal)).name).toBe(name)
  })

  it('is believed only for the coin in its message', async () => {
    const { names } = await setUp()
    const name = `alike-on-both.${parent}`
    const { coin_type: _, ...unstated } = JSON.parse(signedOn(ethereum, name).message)
    await expect(
      names.register({ ...signedOn(ethereum, name), message: JSON.stringify(unstated) }, signal),
    ).rejects.toThrow('must state its coin type')
    await expect(names.register(signedOn(ethereum, name, {}, evmCoinType(base)), signal)).rejects.toThrow(
      'another coin type',
    )
  })
})

describe('a key', () => {
  it('owns its names from every chain, with or without a coin, as existing clients send it', async () => {
    const { names } = await setUp()
    const person = privateKeyToAccount(generatePrivateKey())
    const name = `key-of-ada.${parent}`
    const sign = async (chain: number, fields: object) => {
      const message = JSON.stringify({ name, timestamp: timestamp(), ...fields })
      const signature = await person.signMessage({ message })
      return { coin_type: evmCoinType(chain)!, address: person.address, message, signature }
    }
    await names.register(await sign(ethereum, {}), signal)
    const change = await sign(base, { coin_type: evmCoinType(base), attributes: { bio: 'Counts' } })
    expect(await names.change(name, change, signal)).toMatchObject({ attributes: { bio: 'Counts' } })
    const other = await sign(base, { coin_type: 60, attributes: {} })
    await expect(names.change(name, other, signal)).rejects.toThrow('another coin type')
  })
})

describe('the migration', () => {
  it('gives contracts their chain, keys all of them, and rewrites every skeleton', async () => {
    const database = openDatabase({ url: await cluster.createEmpty(), poolSize: 3, statementTimeoutMs: 10_000 })
    const { db } = database
    const at = listMigrations().findIndex(({ name }) => name === '0033_contract_owners')
    await migrate(database, listMigrations().slice(0, at))
    const key = privateKeyToAccount(generatePrivateKey())
    const rows = [
      ['cloud', '11'.repeat(20), '{60,2147492101}'],
      ['c1oud', '22'.repeat(20), '{2147492101}'],
      ['modern-days', key.address.slice(2), '{60}'],
      ['treasury', address.slice(2), '{60}'],
      ['0123456789-abcdefghijklmnopqrstuvwxyz', '33'.repeat(20), '{60,2147483658}'],
    ]
    for (const [label, owner, coins] of rows)
      await sql`insert into names (parent, label, skeleton, owner, coin_types, attributes, registered_at, updated_at)
        values (${parent}, ${label}, ${label}, decode(${owner}, 'hex'), ${coins}::bigint[], '{}', now(), now())`.execute(
        db,
      )
    await migrate(database, listMigrations())
    const nameRows = await db.selectFrom('names').select(['label', 'skeleton', 'owner_chain']).execute()
    expect(Object.fromEntries(nameRows.map(({ label, skeleton }) => [label, skeleton]))).toEqual(
      Object.fromEntries(rows.map(([label]) => [label, skeletonOf(label!)])),
    )
    const chains = Object.fromEntries(nameRows.map(({ label, owner_chain }) => [label, owner_chain]))
    expect(chains).toMatchObject({ cloud: null, c1oud: '8453', 'modern-days': '1', treasury: '1' })

    // A key that registered only on Ethereum loses nothing; a contract there keeps its name from its namesake
    // elsewhere.
    const names = createNames({ db, rpc, parent })
    const name = `modern-days.${parent}`
    const message = JSON.stringify({ name, attributes: { bio: 'Still mine' }, timestamp: timestamp() })
    const signature = await key.signMessage({ message })
    const change = { coin_type: evmCoinType(base)!, address: key.address, message, signature }
    expect(await names.change(name, change, signal)).toMatchObject({ attributes: { bio: 'Still mine' } })
    const mine = { coin_type: evmCoinType(base)!, address: key.address }
    const second = JSON.stringify({ name: `second.${parent}`, timestamp: timestamp() })
    await expect(
      names.register({ ...mine, message: second, signature: await key.signMessage({ message: second }) }, signal),
    ).rejects.toThrow('already own')
    const attack = signedOn(base, `treasury.${parent}`, { release: true })
    await expect(names.release(`treasury.${parent}`, attack, signal)).rejects.toMatchObject({ code: 'unauthorized' })
    await database.close()
  })
})
