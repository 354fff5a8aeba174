import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestCluster, type TestCluster } from '../../../test/testDatabase.ts'
import { startMailServer } from '../../../test/testMailServer.ts'
import { readSecrets } from '../../embedded/readSecrets.ts'
import { runBillfold } from '../runBillfold.ts'
import type { CheckResult } from './check.ts'
import { runChecks } from './check.ts'

let cluster: TestCluster
let folder: string
beforeAll(async () => {
  cluster = await startTestCluster()
  folder = mkdtempSync(join(tmpdir(), 'billfold-doctor-'))
})
afterAll(async () => {
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A node of Ethereum, whose chain and latest block the test sets; and every public address, all healthy. */
async function startStandIn() {
  const state = { chainId: '0x1', age: 3, hasHistory: true }
  const results: Record<string, (params: string[]) => unknown> = {
    eth_chainId: () => state.chainId,
    eth_getBlockByNumber: () => ({
      number: '0x10000',
      timestamp: `0x${Math.floor(Date.now() / 1_000 - state.age).toString(16)}`,
    }),
    eth_getBalance: ([, at]) => (state.hasHistory || at !== '0x1' ? '0x0' : undefined),
  }
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') return void response.end('ok')
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const { method, params } = JSON.parse(body) as { method: string; params: string[] }
    const result = results[method]?.(params)
    response.end(JSON.stringify(result === undefined ? { error: { message: `no s3cret-word` } } : { result }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, state, close: () => server.close() }
}

async function examine(env: Record<string, string>, ...args: string[]) {
  const lines: string[] = []
  const code = await runBillfold(['doctor', '--json', ...args], env, (line) => lines.push(line))
  expect(lines.join('\n')).not.toContain('s3cret-word')
  const results = JSON.parse(lines.join('\n')) as CheckResult[]
  const of = (name: string) => {
    const result = results.find((each) => each.name === name)
    return result && `${result.isOk ? 'ok' : 'FAIL'} ${result.detail}`
  }
  return { code, of, failed: results.filter(({ isOk }) => !isOk).map(({ name }) => name) }
}

describe('billfold doctor', () => {
  it('finds nothing in a sound system, and mails its operator', async () => {
    const [standIn, mail, database] = await Promise.all([startStandIn(), startMailServer(), cluster.create()])
    readSecrets(join(folder, 'embedded'))
    const env = {
      DATABASE_URL: database.url,
      PUBLIC_URL: standIn.url,
      WALLET_ORIGIN: standIn.url,
      EMBEDDED_SECRETS: join(folder, 'embedded'),
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      MAIL_FROM: 'Wallet <wallet@shop.example>',
      SOCIAL_GOOGLE_CLIENT_ID: 'id',
      SOCIAL_GOOGLE_CLIENT_SECRET: 's3cret-word',
      RPC_URL_EIP155_1: `${standIn.url}/s3cret-word`,
    }
    const { code, of, failed } = await examine(env, '--mail-to', 'me@shop.example')
    expect(failed).toEqual([])
    expect(code).toBe(0)
    expect(of('migrations')).toBe('ok up to date')
    expect(of(`eip155:1 at ${new URL(standIn.url).host}`)).toMatch(/^ok block 65536, \d s old, archive$/)
    expect(of('login with google')).toBe(`ok register ${standIn.url}/embedded/v1/social/callback/google`)
    expect(mail.mails.map(({ to }) => to)).toEqual([['me@shop.example']])
    standIn.state.hasHistory = false
    expect((await examine(env)).of(`eip155:1 at ${new URL(standIn.url).host}`)).toMatch(/7,000 blocks and more$/)
    standIn.close()
  })

  it('says what to do about each fault, and keeps secrets to itself', async () => {
    const standIn = await startStandIn()
    readSecrets(join(folder, 'open'))
    chmodSync(join(folder, 'open', 'pepper'), 0o444)
    const host = new URL(standIn.url).host
    const settings = join(folder, 'settings.env')
    writeFileSync(settings, 'RATE_LIMTI=5\nSMTP_URL=smtp://me:s3cret-word@127.0.0.1:1\n', { mode: 0o600 })
    const env = {
      BILLFOLD_SETTINGS: settings,
      DATABASE_URL: await cluster.createEmpty(),
      MIGRATE: 'never',
      PUBLIC_URL: `https://${host}`,
      WALLET_ORIGIN: 'https://wallet.shop.invalid',
      EMBEDDED_SECRETS: join(folder, 'open'),
      MAIL_FROM: 'Wallet <wallet@shop.example>',
      GUARDIAN_URL: standIn.url,
      RPC_URL_EIP155_10: `${standIn.url}/s3cret-word`,
      RPC_URL_EIP155_1: `${standIn.url}/s3cret-word,http://127.0.0.1:65533/s3cret-word`,
    }
    standIn.state.age = -100
    const { code, of } = await examine(env, '--mail-to', 'me@shop.example')
    expect(code).toBe(1)
    expect(of('setting RATE_LIMTI')).toBe('FAIL No program knows RATE_LIMTI: did you mean RATE_LIMIT?')
    expect(of('EMBEDDED_SECRETS')).toMatch(/^FAIL .*pepper can be read by others: chmod 400 it\.$/)
    expect(of('migrations')).toMatch(
      /^FAIL The database lacks \d+ migration\(s\), from 0001_projects on: run billfold migrate/,
    )
    expect(of('PUBLIC_URL: TLS')).toMatch(
      /^FAIL The certificate of 127\.0\.0\.1 is not accepted, or nothing speaks TLS there/,
    )
    expect(of('WALLET_ORIGIN: DNS')).toMatch(/^FAIL wallet\.shop\.invalid has no address: create its DNS record/)
    expect(of('SMTP_URL: mail')).toMatch(
      /^FAIL The mail server at 127\.0\.0\.1:1 did not take the mail: check SMTP_URL/,
    )
    expect(of('guardian: key')).toBe('FAIL 127.0.0.1 returned no key: there is no guardian at this address.')
    expect(of('guardian: machine')).toMatch(/^FAIL The guardian has the API’s address/)
    expect(of(`eip155:10 at ${host}`)).toBe('FAIL It serves eip155:1: correct its setting.')
    expect(of(`eip155:1 at ${host}`)).toMatch(/^FAIL Its latest block is \d+ seconds ahead of this machine’s clock/)
    expect(of('eip155:1 at 127.0.0.1:65533')).toBe('FAIL The node: cannot reach 127.0.0.1:65533 (ECONNREFUSED).')
    const nowhere = await examine({
      DATABASE_URL: 'postgres://me:s3cret-word@127.0.0.1:65533/billfold',
      PUBLIC_URL: 'https://api.shop.invalid',
      GUARDIAN_URL: 'https://guardian.shop.invalid',
    })
    expect(nowhere.of('guardian: machine')).toBe('FAIL Not checked: the API or the guardian has no address.')
    expect(nowhere.of('database')).toMatch(/^FAIL DATABASE_URL: cannot connect to PostgreSQL at 127\.0\.0\.1:65533/)
    expect(nowhere.of('clock of the database')).toBe('FAIL Not checked: the database cannot be used.')
    const invalid = await examine({ DATABASE_URL: 'mysql://s3cret-word', RATE_LIMIT: 'many' })
    expect(invalid.of('settings of the server')).toMatch(
      /^FAIL RATE_LIMIT must be .* DATABASE_URL must be a URL|^FAIL DATABASE_URL must be .* RATE_LIMIT must be/,
    )
    standIn.close()
  })

  it('gives each check a deadline, and repeats no sentence of others', async () => {
    const results = await runChecks(
      [
        { name: 'never', run: () => new Promise<string>(() => {}) },
        { name: 'loud', run: () => Promise.reject(new Error('https://node.example/s3cret-word failed')) },
        { name: 'fine', run: async () => 'yes' },
      ],
      20,
    )
    expect(results).toEqual([
      { name: 'never', isOk: false, detail: 'No response within 0.02 seconds.' },
      { name: 'loud', isOk: false, detail: 'Failed (Error).' },
      { name: 'fine', isOk: true, detail: 'yes' },
    ])
  })
})
