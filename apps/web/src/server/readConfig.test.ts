import { expect, test } from 'vitest'
import { readConfig } from './readConfig.ts'

test('an empty environment is a production site without a local network', () => {
  expect(readConfig({})).toEqual({
    host: '127.0.0.1',
    port: 4100,
    mode: 'production',
    projectId: null,
    apiUrl: null,
    manifestUrl: null,
    devnetOrigins: null,
    rpcUrls: new Map(),
    relayUrls: [],
    walletUrl: null,
    mailUrl: null,
  })
})

test('a local network makes the site local by default', () => {
  expect(readConfig({ DEVNET_URL: 'http://localhost:4110' })).toMatchObject({ mode: 'local' })
  expect(readConfig({ DEVNET_URL: 'http://localhost:4110', WEB_MODE: 'production' })).toMatchObject({
    mode: 'production',
  })
  expect(readConfig({ DEVNET_URL: 'http://localhost:4110' }).manifestUrl?.href).toBe(
    'http://localhost:4110/manifest.json',
  )
  expect(readConfig({ DEVNET_URL: 'http://h/sub/' }).manifestUrl?.href).toBe('http://h/sub/manifest.json')
})

test('reduces named origins to origins', () => {
  expect(readConfig({ DEVNET_ORIGINS: 'http://localhost:1/x, ws://localhost:2' }).devnetOrigins).toEqual([
    'http://localhost:1',
    'ws://localhost:2',
  ])
})

test('a relay may have several addresses', () => {
  const { relayUrls } = readConfig({ RELAY_URL: 'ws://localhost:4103, wss://relay.example' })
  expect(relayUrls.map((url) => url.href)).toEqual(['ws://localhost:4103/', 'wss://relay.example/'])
})

test('only a local site links to its caught mail', () => {
  const mail = { MAIL_URL: 'http://localhost:4105' }
  expect(readConfig({ ...mail, DEVNET_URL: 'http://localhost:4110' }).mailUrl?.port).toBe('4105')
  expect(readConfig(mail).mailUrl).toBeNull()
})

test.each([
  [{ RELAY_URL: 'http://x' }, 'RELAY_URL must be an address such as ws://localhost:4110, not "http://x".'],
  [{ PORT: '70000' }, 'PORT must be a number from 0 to 65535, not "70000".'],
  [{ PORT: '4100x' }, 'PORT must be a number from 0 to 65535, not "4100x".'],
  [{ PORT: '-1' }, 'PORT must be a number from 0 to 65535, not "-1".'],
  [{ WEB_MODE: 'dev' }, 'WEB_MODE must be local or production, not "dev".'],
  [{ API_URL: 'localhost' }, 'API_URL must be an address such as http://localhost:4110, not "localhost".'],
  [{ DEVNET_URL: 'ftp://x' }, 'DEVNET_URL must be an address such as http://localhost:4110, not "ftp://x".'],
  [{ API_URL: 'http://me:secret@host' }, 'API_URL must be an address'],
  [{ RPC_URLS: 'eip155:5=https://x' }, 'RPC_URLS must be one of eip155:1, eip155:8453'],
  [{ RPC_URLS: 'https://x' }, 'RPC_URLS must be one of eip155:1'],
  [{ RPC_URLS: 'eip155:1=node' }, 'RPC_URLS must be an address such as http://localhost:4110, not "node".'],
  [{ PROJECT_ID: '<b>' }, 'PROJECT_ID must be letters, digits, - and _, at most 64 of them, not "<b>".'],
])('rejects %o in one sentence', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(sentence)
})
