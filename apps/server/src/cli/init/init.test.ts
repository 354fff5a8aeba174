import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { readSecrets } from '../../embedded/readSecrets.ts'
import { loadSettings } from '../../process/loadSettings.ts'
import { readRelayConfig } from '../../relay/relayConfig.ts'
import { runBillfold } from '../runBillfold.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'billfold-init-'))
  folders.push(folder)
  return folder
}

const init = async (dir: string, ...args: string[]) => {
  const lines: string[] = []
  const code = await runBillfold(['init', '--dir', dir, ...args], {}, (line) => lines.push(line))
  return { code, lines }
}

const flags = [
  ...['--domain', 'shop.example', '--features', 'wallets,sign-in', '--guardian', 'guardian.other.example'],
  ...[
    '--database',
    'postgres://billfold:s3cret-word@db.internal/billfold',
    '--node',
    'eip155:1=https://node.example/key',
  ],
  ...['--smtp', 'smtps://me:s3cret-word@mail.example', '--mail-from', 'Wallet <wallet@shop.example>'],
]

describe('billfold init', () => {
  it('writes settings that server and relay start with, and secrets that only this user reads', async () => {
    const dir = newFolder()
    const { lines } = await init(dir, ...flags)
    expect(lines.join()).not.toContain('s3cret-word')
    const file = join(dir, 'settings.env')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const env = { BILLFOLD_SETTINGS: file }
    const server = loadSettings('server', env)
    expect(server.unknown).toEqual([])
    const config = readConfig(server.values)
    expect(config).toMatchObject({ port: 4102, publicUrl: 'https://api.shop.example', migrates: false, isPublic: true })
    expect(config.embedded).toMatchObject({
      walletOrigin: 'https://wallet.shop.example',
      secretsDir: join(dir, 'embedded'),
    })
    expect(config.chains.map(({ id }) => id)).toEqual(['eip155:1'])
    expect(readSecrets(join(dir, 'embedded'), { isPublic: true }).sealKeys).toHaveLength(1)
    const relay = readRelayConfig(loadSettings('relay', env).values)
    expect(relay).toMatchObject({ port: 4103, urls: ['wss://relay.shop.example'] })
    expect(loadSettings('frame', env).values).toMatchObject({
      PORT: '4101',
      GUARDIAN_URL: 'https://guardian.other.example',
    })
    expect(readFileSync(file, 'utf8')).toContain('# Sender of login codes.\nMAIL_FROM="Wallet <wallet@shop.example>"')
  })

  it('writes the guardian’s settings apart from the API’s', async () => {
    const dir = newFolder()
    await init(dir, '--guardian-machine', '--projects', 'shop=shop.example', ...flags.slice(0, 6), ...flags.slice(-4))
    const { values, unknown } = loadSettings('guardian', { BILLFOLD_SETTINGS: join(dir, 'settings.env') })
    expect(unknown).toEqual([])
    expect(values).toMatchObject({ GUARDIAN_PUBLIC_URL: 'https://guardian.other.example', PORT: '8790' })
    expect(readFileSync(values.GUARDIAN_KEY_FILE!, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
    expect(values).not.toHaveProperty('DATABASE_URL')
  })

  it('overwrites nothing, and writes nothing that is wrong', async () => {
    const dir = newFolder()
    await expect(init(dir, ...flags, '--database', 'mysql://s3cret-word')).rejects.toThrow(
      'DATABASE_URL must be a URL like',
    )
    await expect(init(dir, ...flags, '--domain', 'shop')).rejects.toThrow('--domain must be a domain')
    await expect(init(dir, ...flags, '--features', 'walets')).rejects.toThrow('--features has walets')
    await expect(init(dir, '--domain', 'shop.example', '--features', '')).rejects.toThrow(
      'init needs --database without a terminal.',
    )
    await init(dir, ...flags)
    const before = readFileSync(join(dir, 'settings.env'), 'utf8')
    await expect(init(dir, ...flags)).rejects.toThrow('settings.env exists: init overwrites nothing.')
    rmSync(join(dir, 'settings.env'))
    await expect(init(dir, ...flags)).rejects.toThrow(/seal-keys exists: init overwrites nothing/)
    expect(before).toContain('DATABASE_URL=')
  })
})
