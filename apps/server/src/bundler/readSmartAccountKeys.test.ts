import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { appDeps } from '../../test/appDeps.ts'
import { createChains } from '../chains/createChains.ts'
import { readChains } from '../chains/readChains.ts'
import { createApp } from '../createApp.ts'
import { readSmartAccountKeys } from './readSmartAccountKeys.ts'

const folder = mkdtempSync(join(tmpdir(), 'billfold-keys-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const key = (digit: string) => `0x${digit.repeat(64)}`

it('reads the optional keys from their files', () => {
  expect(readSmartAccountKeys({})).toEqual({})
  const relayer = file('relayer', `${key('1')}\n`)
  expect(readSmartAccountKeys({ RELAYER_KEY_FILE: relayer })).toEqual({ relayer: key('1'), sponsor: undefined })
  const sponsor = file('sponsor', key('2'))
  expect(readSmartAccountKeys({ RELAYER_KEY_FILE: relayer, SPONSOR_KEY_FILE: sponsor })).toMatchObject({
    sponsor: key('2'),
  })
})

it('reports an invalid key in one sentence without the key', () => {
  const relayer = file('one', key('3'))
  const read = (env: NodeJS.ProcessEnv) => () => readSmartAccountKeys(env)
  const wrong: [NodeJS.ProcessEnv, string][] = [
    [{ RELAYER_KEY_FILE: '/nowhere/at.all' }, 'RELAYER_KEY_FILE: cannot read /nowhere'],
    [{ RELAYER_KEY_FILE: file('short', key('3').slice(0, 60)) }, 'a file with a private key'],
    [{ RELAYER_KEY_FILE: file('zero', key('0')) }, 'a file with a private key'],
    [{ SPONSOR_KEY_FILE: relayer }, 'together with RELAYER_KEY_FILE'],
    [{ RELAYER_KEY_FILE: relayer, SPONSOR_KEY_FILE: relayer }, 'must hold different keys'],
  ]
  for (const [env, sentence] of wrong) {
    expect(read(env)).toThrow(sentence)
    expect(read(env)).not.toThrow('3333')
  }
})

it('offers no smart accounts without a relayer, even if the list of chains has them', async () => {
  const entry = {
    id: 'eip155:7',
    rpcUrls: ['https://node.example'],
    smartAccounts: { kind: '7702', paymaster: `0x${'12'.repeat(20)}` },
  }
  const chains = createChains(readChains({ CHAINS_FILE: file('chains', JSON.stringify([entry])) }))
  expect(chains.get('eip155:7')).toMatchObject({ smartAccounts: entry.smartAccounts })
  const app = createApp(appDeps({ chains }))
  expect(await (await app.request('/v1/smart-accounts?projectId=shop')).json()).toEqual({ chains: [] })
  for (const [path, sentence] of [
    ['bundler', 'This server has no bundler for eip155:7.'],
    ['paymaster', 'Operations on eip155:7 are not sponsored.'],
  ]) {
    const reply = await app.request(`/v1/${path}?chainId=eip155:7&projectId=shop`, { method: 'POST', body: '{}' })
    expect(reply.status).toBe(400)
    expect(await reply.text()).toContain(sentence)
  }
  const read = (smartAccounts: unknown) => () =>
    readChains({ CHAINS_FILE: file('chains', JSON.stringify([{ ...entry, smartAccounts }])) })
  expect(read({ kind: '1271' })).toThrow('chain 1, smartAccounts.kind must be one of 7702, 4337.')
  expect(read({ kind: '7702', implementation: entry.smartAccounts.paymaster })).toThrow(
    'chain 1, smartAccounts must be',
  )
})
