import { type Kysely, sql } from 'kysely'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestCluster, type TestCluster } from '../../test/testDatabase.ts'
import { newSecrets } from '../../test/testEmbedded.ts'
import { cleanUp as deleteOldAnalytics } from '../analytics/cleanUp.ts'
import { deleteExpiredAuth } from '../auth/deleteExpiredAuth.ts'
import { deleteOldOperations } from '../bundler/followOperations.ts'
import { cleanUp as deleteExpiredEmbedded } from '../embedded/cleanUp.ts'
import { createKeyring } from '../embedded/createKeyring.ts'
import { createLog } from '../log/createLog.ts'
import { createRetries, type Retries } from '../process/createRetries.ts'
import { addProject } from '../projects/projects.ts'
import type { Schema } from './schema.ts'
import { tidyShared } from './startSharedCleanup.ts'

let cluster: TestCluster
beforeAll(async () => {
  cluster = await startTestCluster()
})
afterAll(() => cluster.stop())

type Db = Kysely<Schema>
type Loop = {
  loop: string
  /** The table whose old row can't be deleted, and the statement that puts one there. */
  failing: [table: string, row: string]
  others: [table: string, row: string][]
  run(db: Db, retries: Retries): Promise<unknown>
}
const old = `now() - interval '400 days'`
const loops: Loop[] = [
  {
    loop: 'operations',
    failing: [
      'user_operations',
      `insert into user_operations values ('eip155:1', decode(repeat('00', 32), 'hex'), 'shop', decode(repeat('00', 20), 'hex'),
        0, '{}', decode(repeat('00', 20), 'hex'), 0, '{}', '', 'mined', null, true, ${old})`,
    ],
    others: [
      [
        'sponsorships',
        `insert into sponsorships (chain_id, sender, nonce, project_id, status, cost, valid_until, from_block, created_at)
          values ('eip155:1', decode(repeat('00', 20), 'hex'), 0, 'shop', 'spent', 1, 0, 0, ${old})`,
      ],
    ],
    run: deleteOldOperations,
  },
  {
    loop: 'shared',
    failing: ['shared_texts', `insert into shared_texts (key, value, until) values ('\\x00', 'old', ${old})`],
    others: [['shared_limits', `insert into shared_limits values ('\\x00', 0, 1, 1, 1, 1)`]],
    run: tidyShared,
  },
  {
    loop: 'auth',
    failing: [
      'auth_nonces',
      `insert into auth_nonces values (decode(repeat('00', 32), 'hex'), 'shop', 'https://shop.example', null, null, ${old})`,
    ],
    others: [
      ['auth_keys', `insert into auth_keys values ('old', '{}', '', ${old}, ${old}, ${old})`],
      [
        'auth_sign_ins',
        `insert into auth_sign_ins (id, project_id, address_index, account, origin, signed_in_at, last_used_at, ends_at)
          values (gen_random_uuid(), 'shop', decode(repeat('00', 32), 'hex'), '', 'https://shop.example', ${old}, ${old}, ${old})`,
      ],
    ],
    run: (db, retries) => deleteExpiredAuth({ db, now: () => new Date() }, retries),
  },
  {
    loop: 'embedded',
    failing: [
      'embedded_challenges',
      `insert into embedded_challenges (id, purpose, name_index, thumbprint, email, details, code_hash, tries, ends_at)
      values (gen_random_uuid(), 'login', decode(repeat('00', 32), 'hex'), '', '', '', decode(repeat('00', 32), 'hex'), 0, ${old})`,
    ],
    others: [
      ['embedded_proofs', `insert into embedded_proofs values (decode(repeat('00', 32), 'hex'), ${old})`],
      ['embedded_attempts', `insert into embedded_attempts values ('login', decode(repeat('00', 32), 'hex'), ${old})`],
    ],
    run: (db, retries) =>
      deleteExpiredEmbedded({ db, keyring: createKeyring(newSecrets()), now: () => new Date(), retries }),
  },
  {
    loop: 'analytics',
    failing: [
      'analytics_salts',
      `insert into analytics_salts values (current_date - 400, decode(repeat('00', 32), 'hex'))`,
    ],
    others: [
      ['analytics_usage', `insert into analytics_usage values ('shop', current_date - 400, 1)`],
      [
        'analytics_events',
        `insert into analytics_events (project_id, event_id, event, page, occurred_at, received_at)
          values ('shop', gen_random_uuid(), 'OLD', '', ${old}, ${old})`,
      ],
    ],
    run: (db, retries) => deleteOldAnalytics(db, 90, retries),
  },
]

test.each(loops)(
  'the $loop loop deletes other rows while one fails for an hour, and names its step in a metric',
  async ({ loop, failing: [table, row], others, run }) => {
    const { db } = await cluster.create()
    await addProject(db, { id: 'shop', name: 'Shop', origins: ['https://shop.example'], features: {} })
    const execute = (statement: string) => sql.raw(statement).execute(db)
    await execute(
      `create function reject() returns trigger language plpgsql as $$ begin raise 'not this one'; end $$;
    create trigger reject before delete on ${table} for each row execute function reject()`,
    )
    const count = async (name: string) =>
      (await sql<{ count: number }>`select count(*)::int as count from ${sql.table(name)}`.execute(db)).rows[0]?.count
    let now = Date.now()
    const register = new Registry()
    const retries = createRetries({ loop, register, log: createLog('silent'), now: () => now })
    await execute(row)
    for (const until = now + 3_600_000; now < until; now += 60_000) {
      // A row that expires later is deleted as well.
      if ((until - now) % 1_800_000 === 0) for (const [, insert] of others) await execute(insert)
      await run(db, retries)
      for (const [name] of others) expect(await count(name), name).toBe(0)
    }
    expect(await count(table)).toBe(1)
    const metrics = await register.metrics()
    expect([...metrics.matchAll(/background_row_failures\{(.*)\} \d+/g)].map(([, labels]) => labels)).toEqual([
      `loop="${loop}",row="delete ${table}"`,
    ])
    await execute('drop function reject cascade')
    now += 600_000
    await run(db, retries)
    expect(await count(table)).toBe(0)
    expect(await register.metrics()).not.toContain(`delete ${table}`)
  },
)
