import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listMigrations } from './migrate.ts'

/** The beginning of each migration's checksum. A new migration adds a line; no line ever changes. */
const known: Readonly<Record<string, string>> = {
  '0001_projects': 'a87e6f45dec1bdb3',
  '0002_analytics': '42104957c3ca271a',
  '0003_relay': 'b16838d98832fc3f',
  '0004_index': '81c0c2f3585f82ca',
  '0005_nfts': '7e632244eec310ed',
  '0006_embedded': '361d38808b2049bf',
  '0007_smart_accounts': '31e257eb19850cf1',
  '0010_auth': 'd3321de956a2d28b',
  '0011_embedded_accounts': 'd45ddb1a72aaaa28',
  '0012_names': 'fc554ab42f24e3e4',
  '0013_auth_devices': 'aff9d029faf92f1d',
  '0014_onramp': '7df69a9147c5f0e9',
  '0015_passkeys': '0a706ebb1387c445',
  '0016_relay_quotas': 'a8458e57fe538b54',
  '0018_followed_addresses': '7ddd0d7e5fbc0b49',
  '0019_shared_state': '74ae73f1b4bc7d18',
  '0021_name_addresses': 'cc2aca3a63b91f65',
  '0022_wallet_charters': '9ba22a0edfa27ae7',
  '0024_login_browsers': '79d7199c3af0897d',
  '0025_mail_language': 'e468f6da30dffdac',
  '0030_sponsorship_ledger': '683a6bee5b59207a',
  '0034_analytics_usage': '9a73c89136a77561',
  '0033_contract_owners': 'de278b3705e52267',
  '0035_backfill_turns': '8c07e5c75996d526',
  '0046_index_leases': 'b20f272899641dde',
  '0047_shared_limit_ages': '52fc6c929efb0722',
  '0048_query_indexes': '495b297fe3a1271c',
}

// Operators' databases refuse to start with a migration that was changed after it ran, be it in a comment.
test('keeps every migration that could have run unchanged', () => {
  const now = listMigrations().map(({ name, file }) => {
    const text = readFileSync(file, 'utf8').replaceAll('\r\n', '\n')
    return [name, createHash('sha256').update(text).digest('hex').slice(0, 16)]
  })
  expect(Object.fromEntries(now)).toEqual(known)
})
