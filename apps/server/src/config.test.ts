import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { StartupError } from './process/startupError.ts'

const DATABASE_URL = 'postgres://me:s3cret-word@db.example:5432/billfold'

const embedded = {
  PUBLIC_URL: 'https://api.example',
  EMBEDDED_SECRETS: '/etc/billfold/embedded',
  WALLET_ORIGIN: 'https://wallet.example',
  SMTP_URL: 'smtps://me:s3cret-word@mail.example',
  MAIL_FROM: 'Wallet <wallet@mail.example>',
}

describe('readConfig', () => {
  it('requires only a database', () => {
    const config = readConfig({ DATABASE_URL, PORT: '' })
    expect(config).toMatchObject({ host: '127.0.0.1', port: 4102, trustProxy: 0, localProjectOrigins: undefined })
  })

  it.each([
    [{}, 'DATABASE_URL must be a URL like postgres://user:password@host:5432/database.'],
    [{ DATABASE_URL: 'mysql://a:s3cret-word@b/c' }, 'DATABASE_URL must be a URL like'],
    [{ DATABASE_URL, PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535.'],
    [{ DATABASE_URL, PORT: '70000' }, 'PORT must be a whole number from 0 to 65535.'],
    [{ DATABASE_URL, PORT: '80.5' }, 'PORT must be a whole number from 0 to 65535.'],
    [{ DATABASE_URL, TRUST_PROXY: 'true' }, 'TRUST_PROXY must be a whole number from 0 to 10.'],
    [{ DATABASE_URL, RATE_LIMIT: '0' }, 'RATE_LIMIT must be a whole number from 1 to'],
    [{ DATABASE_URL, REQUEST_TIMEOUT_MS: '-1' }, 'REQUEST_TIMEOUT_MS must be'],
    [{ DATABASE_URL, BODY_LIMIT_BYTES: '1mb' }, 'BODY_LIMIT_BYTES must be'],
    [{ DATABASE_URL, LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of silent, fatal, error, warn, info, debug, trace.'],
    [{ DATABASE_URL, DEFAULT_PROJECT: 'yes' }, 'DEFAULT_PROJECT must be none or local.'],
    [{ DATABASE_URL, METRICS_TOKEN: 's3cret-word' }, 'METRICS_TOKEN must be at least 16 characters long.'],
    [{ DATABASE_URL, DEVNET_URL: 'ftp://x' }, 'DEVNET_URL must be a URL like https://api.example.'],
    [{ DATABASE_URL, PUBLIC_URL: 'api.example' }, 'PUBLIC_URL must be a URL like https://api.example.'],
    [{ DATABASE_URL, RPC_TIMEOUT_MS: '1' }, 'RPC_TIMEOUT_MS must be a whole number from 100 to 120000.'],
    [{ DATABASE_URL, QUOTE_TIMEOUT_MS: '0' }, 'QUOTE_TIMEOUT_MS must be a whole number from 100 to 30000.'],
    [{ DATABASE_URL, RPC_URL_EIP155_1: 's3cret-word' }, 'RPC_URL_EIP155_1 must be URLs of nodes'],
    [{ DATABASE_URL, ...embedded, WALLET_ORIGIN: 'https://wallet.example/' }, 'WALLET_ORIGIN must be an origin like'],
    [{ DATABASE_URL, ...embedded, SMTP_URL: 'https://s3cret-word' }, 'SMTP_URL must be a URL like smtps://'],
    [{ DATABASE_URL, ...embedded, MAIL_FROM: 'wallet' }, 'MAIL_FROM must be a sender like'],
    [{ DATABASE_URL, ...embedded, MAIL_PAUSE_SECONDS: '29' }, 'MAIL_PAUSE_SECONDS must be 30 or more'],
    [{ DATABASE_URL, ...embedded, SOCIAL_X_CLIENT_SECRET: 's3cret-word' }, 'SOCIAL_X_CLIENT_ID must be set too.'],
    [
      {
        DATABASE_URL,
        ...embedded,
        SOCIAL_X_CLIENT_ID: 'id',
        SOCIAL_X_CLIENT_SECRET: 's3cret-word',
        SOCIAL_X_ISSUER: 'http://id.example',
      },
      'SOCIAL_X_ISSUER must be a URL like https://id.example, or http:// on this machine.',
    ],
    [
      { DATABASE_URL, ...embedded, SMTP_URL: '' },
      'SMTP_URL must be set too: embedded wallets need it, and EMBEDDED_SECRETS is set.',
    ],
    [
      { DATABASE_URL, DEFAULT_PROJECT: 'local', DEFAULT_PROJECT_ORIGINS: 'localhost' },
      'DEFAULT_PROJECT_ORIGINS must be comma-separated origins; localhost is not an origin',
    ],
  ])('reports the fault of %j without any secret', (env, sentence) => {
    const read = () => readConfig(env)
    expect(read).toThrow(StartupError)
    expect(read).toThrow(sentence)
    expect(read).not.toThrow('s3cret-word')
  })

  it('reads its public URL and its chains', () => {
    const config = readConfig({
      DATABASE_URL,
      PUBLIC_URL: 'https://api.example/',
      RPC_URL_EIP155_1: 'https://node.example',
    })
    expect(config).toMatchObject({
      publicUrl: 'https://api.example',
      chains: [{ id: 'eip155:1' }],
      devnetUrl: undefined,
    })
  })

  it('enables embedded wallets only with all of their settings', () => {
    expect(readConfig({ DATABASE_URL }).embedded).toBeUndefined()
    expect(readConfig({ DATABASE_URL, ...embedded }).embedded).toEqual({
      secretsDir: '/etc/billfold/embedded',
      walletOrigin: 'https://wallet.example',
      smtpUrl: embedded.SMTP_URL,
      mailFrom: embedded.MAIL_FROM,
      mailPauseSeconds: 30,
      loginStartsPerHour: 20,
      isPublic: true,
      social: {},
    })
    const local = { DEVNET_URL: 'http://127.0.0.1:4110', MAIL_PAUSE_SECONDS: '1' }
    expect(readConfig({ DATABASE_URL, ...embedded, ...local }).embedded?.mailPauseSeconds).toBe(1)
    const google = { SOCIAL_GOOGLE_CLIENT_ID: 'id', SOCIAL_GOOGLE_CLIENT_SECRET: 's3cret-word' }
    expect(readConfig({ DATABASE_URL, ...embedded, ...google }).embedded?.social).toEqual({
      google: { clientId: 'id', clientSecret: 's3cret-word', issuer: undefined },
    })
  })

  it('requires a public URL for embedded wallets, or links in emails would follow a request’s Host', () => {
    const { PUBLIC_URL: _, ...rest } = embedded
    expect(() => readConfig({ DATABASE_URL, ...rest })).toThrow('PUBLIC_URL must be set too')
  })

  it.each([[{ HOST: '0.0.0.0' }], [{ NODE_ENV: 'production' }], [{ PUBLIC_URL: 'https://api.example' }]])(
    'rejects development settings on a public host: %j',
    (start) => {
      const env = { DATABASE_URL, ...start }
      expect(readConfig(env).isPublic).toBe(true)
      expect(() => readConfig({ ...env, DEFAULT_PROJECT: 'local' })).toThrow('DEFAULT_PROJECT must not be local')
      expect(() => readConfig({ ...env, PUBLIC_URL: 'http://api.example' })).toThrow('PUBLIC_URL must start with https')
      expect(readConfig({ DATABASE_URL, DEFAULT_PROJECT: 'local', PUBLIC_URL: 'http://localhost:4102' }).isPublic).toBe(
        false,
      )
    },
  )

  it("reads the local project's origins only if it exists", () => {
    const origins = { DATABASE_URL, DEFAULT_PROJECT_ORIGINS: 'http://localhost:3000, http://localhost:4000' }
    expect(readConfig(origins).localProjectOrigins).toBeUndefined()
    expect(readConfig({ ...origins, DEFAULT_PROJECT: 'local' }).localProjectOrigins).toEqual([
      'http://localhost:3000',
      'http://localhost:4000',
    ])
  })
})
