import { randomBytes, randomUUID } from 'node:crypto'
import { Registry } from 'prom-client'
import { cleanUp as deleteOldAnalytics } from '../src/analytics/cleanUp.ts'
import { createRecordEvent } from '../src/analytics/recordEvent.ts'
import { createAuthKeyring } from '../src/auth/createAuthKeyring.ts'
import { createAuthKeys } from '../src/auth/createAuthKeys.ts'
import { createAuthTokens } from '../src/auth/createAuthTokens.ts'
import { deleteExpiredAuth } from '../src/auth/deleteExpiredAuth.ts'
import { changeMetadata, readMetadata } from '../src/auth/metadata.ts'
import { consumeNonce, findNonce, issueNonce } from '../src/auth/nonces.ts'
import { endOwnSignIn, listSignIns } from '../src/auth/ownSignIns.ts'
import { addSignIn, describeSignIn, findSignIn, refreshSignIn } from '../src/auth/signIns.ts'
import { deleteOldOperations } from '../src/bundler/followOperations.ts'
import { createDatabaseTexts } from '../src/caches/createDatabaseTexts.ts'
import type { OpenDatabase } from '../src/db/openDatabase.ts'
import { tidyShared } from '../src/db/startSharedCleanup.ts'
import { cleanUp as deleteExpiredEmbedded } from '../src/embedded/cleanUp.ts'
import { createFollowing } from '../src/indexer/createFollowing.ts'
import { nextToBackfill } from '../src/indexer/followedAddresses.ts'
import { forgetStep, nextToForget } from '../src/indexer/forgetAddresses.ts'
import { createSharedLimiter } from '../src/limits/createSharedLimiter.ts'
import { createLog } from '../src/log/createLog.ts'
import { createNames } from '../src/names/createNames.ts'
import { registerName } from '../src/names/registerName.ts'
import { createOrders } from '../src/onramp/createOrders.ts'
import { createRetries } from '../src/process/createRetries.ts'
import { addProject, findProject } from '../src/projects/projects.ts'
import { createDiscoveredTokens } from '../src/providers/balances/createDiscoveredTokens.ts'
import { createIndexedHistory } from '../src/providers/history/createIndexedHistory.ts'
import { createIndexedNfts } from '../src/providers/nfts/createIndexedNfts.ts'
import { filledAccount, filledChain } from './fillDatabase.ts'
import { createPretendChain } from './pretendChain.ts'
import { newSecrets, testEmbedded } from './testEmbedded.ts'
import { createTestFollower } from './testFollower.ts'
import { ethereum } from './testUpstream.ts'

/** The work of a request, or of the server's own loops, by name. Each can run again and again. */
export type Doors = Record<string, (turn: number) => Promise<unknown>>

const shop = 'doors'
const chainId = `eip155:${filledChain}` as const
const signal = new AbortController().signal

/** Everything that sends statements to a database of `fillDatabase`, through the functions that routes and loops use. */
export async function everyDoor(database: OpenDatabase): Promise<{ requests: Doors; loops: Doors }> {
  const { db } = database
  if (!(await findProject(db, shop)))
    await addProject(db, { id: shop, name: 'Doors', origins: ['https://doors.example'], features: {} })
  return {
    requests: {
      ...historyDoors(database),
      ...(await authDoors(database)),
      ...orderDoors(database),
      ...otherDoors(database),
    },
    loops: loopDoors(database),
  }
}

function historyDoors({ db }: OpenDatabase): Doors {
  const chain = { ...ethereum, id: chainId, reference: String(filledChain), tokens: [] }
  const history = createIndexedHistory({ db, answersPartly: () => true, patienceMs: 0 })
  const nfts = createIndexedNfts(db)
  const tokens = createDiscoveredTokens(db)
  const follow = createFollowing({ db })
  const page = (n: number, cursor?: string) =>
    history.history({ chain, address: filledAccount(n % 100), cursor, limit: 50 }, signal)
  return {
    'a page of history': (n) => page(n),
    'a later page of history': async (n) => page(n, (await page(n))?.next ?? undefined),
    'recipients that an account paid': (n) =>
      history.paid!({ chain, address: filledAccount(n % 100), limit: 50 }, signal),
    'collectibles of an account': (n) => nfts(chain, filledAccount(n % 100)),
    'tokens of an account': (n) => tokens(chainId, filledAccount(n % 100), signal),
    'an account that no one asked for': () => follow(filledChain, `0x${randomBytes(20).toString('hex')}`),
  }
}

async function authDoors({ db }: OpenDatabase): Promise<Doors> {
  const now = () => new Date()
  const keyring = createAuthKeyring({ sealKeys: [randomBytes(32)], pepper: randomBytes(32) })
  await db.deleteFrom('auth_keys').execute()
  const keys = createAuthKeys({ db, keyring, now, tokenSeconds: 900 })
  const tokens = createAuthTokens({ keys, issuer: 'doors', accessSeconds: 900, now })
  const deps = { db, keyring, tokens, now, log: createLog('silent'), chains: {} as never, rpc: {} as never }
  const site = { projectId: shop, origin: 'https://doors.example' }
  return {
    async 'a sign-in from its nonce to its end'(turn) {
      const { nonce } = await issueNonce(deps, site)
      await findNonce(deps, nonce)
      const added = await db.transaction().execute(async (tx) => {
        await consumeNonce(tx, nonce, now())
        const address = filledAccount(turn)
        const more = { isContract: false, label: 'Browser', at: now(), until: undefined }
        return addSignIn(tx, deps, { ...site, chainId: 'eip155:1', address, ...more })
      })
      const signedIn = await describeSignIn(deps, added)
      const refreshed = await refreshSignIn(deps, signedIn.refreshToken, site)
      const signIn = await findSignIn(deps, refreshed.token, shop)
      await changeMetadata(deps, signIn, { theme: 'dark' })
      await readMetadata(deps, signIn)
      await listSignIns(deps, signIn)
      await endOwnSignIn(deps, signIn, signIn.id)
    },
  }
}

function orderDoors({ db }: OpenDatabase): Doors {
  const orders = createOrders(db, () => new Date())
  const address = `0x${'5'.repeat(40)}`
  const asset = { chainId, address: null, symbol: 'ETH', name: 'Ether', decimals: 18 } as never
  const order = { projectId: shop, provider: 'moonpay', asset, address, currency: 'USD', method: 'card', pays: '10' }
  return {
    async 'an order from its start to its end'() {
      const { id, reference } = await orders.add(order)
      await orders.begun(id, { providerOrder: `p-${id}`, gets: '1' })
      await orders.find(id)
      await orders.findByReference('moonpay', reference)
      await orders.takeLook(id, 0)
      await orders.apply('moonpay', { providerOrder: `p-${id}`, status: 'settled', hash: '0x1' }, false)
    },
    'open orders of an account': (n) => orders.openFor('filled', filledAccount(n), chainId, new Date(0), 20),
    'what was sent to an account': (n) => orders.sentTo('filled', filledAccount(n), chainId, 50),
  }
}

function otherDoors(database: OpenDatabase): Doors {
  const { db } = database
  const limiter = createSharedLimiter({ db })
  const texts = createDatabaseTexts(db)
  const names = createNames({ db, rpc: (() => {}) as never, parent: 'filled.eth' })
  const record = createRecordEvent(db)
  const secrets = newSecrets()
  return {
    'a project': (n) => findProject(db, n % 2 ? shop : 'filled'),
    'a limit': (n) => limiter.take(`door ${n}`, { limit: 10, windowMs: 60_000 }),
    async 'a shared text'(n) {
      await texts.claim(`door ${n}`, Date.now() + 1_000)
      await texts.set(`door ${n}`, 'x', Date.now() + 1_000)
      await texts.get(`door ${n}`)
      await texts.delete(`door ${n}`)
    },
    async 'a name and its owner'(n) {
      await names.find(`name${n}.filled.eth`)
      await names.namesOf(filledAccount(n))
      await names.namesOf(`solana${n}`)
      await names.suggest(`name${n}`)
    },
    async 'a new name'() {
      const label = `n${randomUUID()}`
      const owner = { address: randomBytes(20), chain: null }
      const at = { registered_at: new Date(), updated_at: new Date(), released_at: null }
      const values = { parent: 'filled.eth', label, skeleton: label, owner: owner.address, owner_chain: null }
      await registerName(db, { ...values, coin_types: ['60'], attributes: '{}', ...at }, owner)
    },
    'an event': () =>
      record(shop, {
        ...{ eventId: randomUUID(), url: 'https://doors.example', domain: 'doors.example', timestamp: Date.now() },
        props: { type: 'track', event: 'MODAL_OPEN' },
      } as never),
    async 'a login by email, with a wallet'() {
      const served = testEmbedded(database, { secrets })
      // Each from another network: logins are limited by it.
      const device = await served.newDevice({ from: `10.${[...randomBytes(3)].join('.')}` })
      await device.signIn(`${randomUUID()}@doors.example`)
      await device.call('listDevices', {})
    },
  }
}

function loopDoors(database: OpenDatabase): Doors {
  const { db } = database
  const retries = createRetries({ loop: 'doors', register: new Registry(), log: createLog('silent') })
  const now = () => new Date()
  return {
    'delete expired sign-ins': () => deleteExpiredAuth({ db, now }, retries),
    'delete expired logins': () => {
      const { deps } = testEmbedded(database, { secrets: newSecrets() })
      return deleteExpiredEmbedded({ db, keyring: deps.keyring, now, retries })
    },
    'delete old operations': () => deleteOldOperations(db, retries),
    'delete old events': () => deleteOldAnalytics(db, 90, retries),
    'delete what servers shared': () => tidyShared(db, retries),
    async 'forget an account'() {
      const address = await nextToForget(db, filledChain, 1)
      if (address) await db.transaction().execute((tx) => forgetStep(tx, filledChain, address, 1, 20))
      await nextToBackfill(db, filledChain)
    },
    async 'index a chain that forks'(turn) {
      const node = createPretendChain({ chainId: 1_000_000 + turn })
      const pay = (amount: bigint) =>
        node.mine([{ from: filledAccount(1), transfers: [{ from: filledAccount(1), to: filledAccount(2), amount }] }])
      for (let n = 0; n < 20; n++) pay(1n)
      const follower = createTestFollower(db, node, { chainId: 1_000_000 + turn, startBlock: 0 })
      await follower.catchUp()
      node.forget(5)
      for (let n = 0; n < 10; n++) pay(2n)
      await follower.catchUp()
    },
  }
}
