import { describe, expect, it } from 'vitest'
import { nearestName } from './nearestName.ts'
import { parseSettings } from './parseSettings.ts'
import { readLifetimes } from './readLifetimes.ts'
import { resolveSettings } from './resolveSettings.ts'
import type { Program } from './setting.ts'

/** Files by path, all of mode 0600 except those named. */
const filesOf = (texts: Record<string, string>, modes: Record<string, number> = {}) => ({
  readText(path: string) {
    if (!Object.hasOwn(texts, path)) throw new Error('ENOENT')
    return texts[path]!
  },
  modeOf: (path: string) => modes[path] ?? 0o100600,
})

function resolve(program: Program, env: Record<string, string>, file?: string, texts = {}, mode?: number) {
  const modes = mode === undefined ? {} : { '/s.env': mode }
  const all = { ...texts, ...(file === undefined ? {} : { '/s.env': file }) }
  return resolveSettings(
    program,
    { ...env, ...(file !== undefined && { BILLFOLD_SETTINGS: '/s.env' }) },
    filesOf(all, modes),
  )
}

describe('a settings file', () => {
  it('takes names, quotes and comments, and expands nothing', () => {
    const text =
      '# first\n\nPORT=4102\r\n MAIL_FROM = "Wallet <a@b.example>"\nNODES=\'a=$HOME#1\'\nEMPTY=\nMETRICS_TOKEN=a#b\n'
    expect([...parseSettings(text)]).toEqual([
      ['PORT', '4102'],
      ['MAIL_FROM', 'Wallet <a@b.example>'],
      ['NODES', 'a=$HOME#1'],
      ['EMPTY', ''],
      ['METRICS_TOKEN', 'a#b'],
    ])
  })

  it.each([
    ['PORT=1\ns3cret-word', 'line 2 must be NAME=value.'],
    ['PORT=1\nPORT=2', 'line 2 sets PORT again.'],
    ['SMTP_URL="s3cret-word', 'line 1 lacks its closing quote.'],
  ])('is rejected without repeating the line: %j', (text, sentence) => {
    expect(() => parseSettings(text)).toThrow(sentence)
    expect(() => parseSettings(text)).not.toThrow('s3cret-word')
  })

  it('yields to the environment, in which an empty value is not set', () => {
    const { values } = resolve(
      'server',
      { RATE_LIMIT: '7', BODY_LIMIT_BYTES: '' },
      'RATE_LIMIT=5\nBODY_LIMIT_BYTES=2048\n',
    )
    expect(values).toMatchObject({ RATE_LIMIT: '7', BODY_LIMIT_BYTES: '2048' })
  })

  it('gives each program its own value of a shared setting', () => {
    const file = 'PORT=1\nPORT_RELAY=2\nDATABASE_URL=postgres://a/b\nDATABASE_URL_RELAY=postgres://c/d\n'
    expect(resolve('server', {}, file).values).toMatchObject({ PORT: '1', DATABASE_URL: 'postgres://a/b' })
    expect(resolve('relay', {}, file).values).toMatchObject({ PORT: '2', DATABASE_URL: 'postgres://c/d' })
    expect(resolve('relay', { PORT: '3' }, file).values.PORT).toBe('3')
  })

  it.each([0o100644, 0o100604])('with a secret is rejected if everyone can read it: %o', (mode) => {
    const read = () => resolve('server', {}, 'SMTP_URL=smtps://me:s3cret-word@mail.example', {}, mode)
    expect(read).toThrow('/s.env holds SMTP_URL and can be read by everyone: chmod 600 it.')
    expect(read).not.toThrow('s3cret-word')
    expect(() => resolve('server', {}, 'RPC_URL_EIP155_1=https://node.example/key', {}, mode)).toThrow(
      'RPC_URL_EIP155_1',
    )
    expect(() => resolve('server', {}, 'PORT=1', {}, mode)).not.toThrow()
  })

  it('is named if it is missing', () => {
    expect(() => resolveSettings('server', { BILLFOLD_SETTINGS: '/gone' }, filesOf({}))).toThrow(
      'BILLFOLD_SETTINGS: cannot read /gone.',
    )
  })
})

describe('a secret', () => {
  it('may be in a file of its own', () => {
    const env = { SMTP_URL_FILE: '/smtp', DATABASE_URL_RELAY_FILE: '/db', RPC_URL_EIP155_1_FILE: '/node' }
    const texts = { '/smtp': 'smtp://x\n', '/db': 'postgres://y\n', '/node': 'https://node.example/key\n' }
    expect(resolve('server', env, undefined, texts).values).toMatchObject({
      SMTP_URL: 'smtp://x',
      RPC_URL_EIP155_1: 'https://node.example/key',
    })
    expect(resolve('server', env, undefined, texts).values).not.toHaveProperty('RPC_URL_EIP155_1_FILE')
    expect(resolve('relay', env, undefined, texts).values.DATABASE_URL).toBe('postgres://y')
  })

  it('is rejected if it is given twice, or its file is missing', () => {
    const twice = () =>
      resolve('server', { SMTP_URL_FILE: '/smtp', SMTP_URL: 's3cret-word' }, undefined, { '/smtp': 's3cret-word' })
    expect(twice).toThrow('Set SMTP_URL or SMTP_URL_FILE, not both.')
    expect(() => resolve('server', { SMTP_URL_FILE: '/gone' })).toThrow('SMTP_URL_FILE: cannot read /gone.')
  })
})

describe('an unknown name', () => {
  it('is reported with the nearest known one', () => {
    const { unknown } = resolve('server', {}, 'RATE_LIMTI=5\nGUARDIAN_PROJECT=a=b\nPORT_FRAME=1\nCOLOUR=red\n')
    expect(unknown).toEqual([
      { name: 'RATE_LIMTI', nearest: 'RATE_LIMIT' },
      { name: 'GUARDIAN_PROJECT', nearest: 'GUARDIAN_PROJECTS' },
      { name: 'COLOUR', nearest: undefined },
    ])
  })

  it('in the environment is reported only if it is near to a known one', () => {
    const others = {
      PATH: '/bin',
      HOME: '/',
      NODE: '/bin/node',
      RELAY_PORT: 'tcp://10.0.0.1:80',
      npm_config_cache: '/c',
    }
    expect(resolve('server', { ...others, EMBEDED_SECRETS: '/s' }).unknown).toEqual([
      { name: 'EMBEDED_SECRETS', nearest: 'EMBEDDED_SECRETS' },
    ])
  })

  it.each([
    ['SMPT_URL', 'SMTP_URL'],
    ['RATELIMITS', 'RATE_LIMIT'],
    ['colour', undefined],
    ['metrics_token', 'METRICS_TOKEN'],
  ])('%s is nearest to %s', (name, nearest) => {
    expect(nearestName(name, ['RATE_LIMIT', 'SMTP_URL', 'METRICS_TOKEN'])).toBe(nearest)
  })
})

it('keeps connections longer than a proxy does, and waits at shutdown where others rely on it', () => {
  expect(readLifetimes({ TRUST_PROXY: 1 }, true)).toEqual({ keepAliveMs: 125_000, shutdownWaitMs: 5_000 })
  expect(readLifetimes({ TRUST_PROXY: 0 }, false)).toEqual({ keepAliveMs: 5_000, shutdownWaitMs: 0 })
  const values = { TRUST_PROXY: 1, KEEP_ALIVE_SECONDS: 620, SHUTDOWN_WAIT_SECONDS: 20 }
  expect(readLifetimes(values, true)).toEqual({ keepAliveMs: 620_000, shutdownWaitMs: 20_000 })
})
