import { expect, test } from 'vitest'
import { readDevnetConfig } from './devnetConfig.ts'

test('defaults to two chains in memory on this machine', () => {
  expect(readDevnetConfig({})).toEqual({
    host: '127.0.0.1',
    port: 4110,
    evmPort: 4111,
    chainIds: [31337, 31338],
    blockTime: 0,
    market: false,
  })
})

test('reads every variable', () => {
  const env = {
    DEVNET_HOST: '0.0.0.0',
    DEVNET_PORT: '0',
    DEVNET_EVM_PORT: '8545',
    DEVNET_CHAIN_IDS: '1, 10,8453',
    DEVNET_BLOCK_TIME: '2',
    DEVNET_MARKET: 'on',
    DEVNET_STATE: 'somewhere',
    DEVNET_SOLANA_PORT: '4113',
    DEVNET_BITCOIN_PORT: '4115',
    DEVNET_POLKADOT_PORT: '4117',
  }
  expect(readDevnetConfig(env)).toEqual({
    host: '0.0.0.0',
    port: 0,
    evmPort: 8545,
    chainIds: [1, 10, 8453],
    blockTime: 2,
    market: true,
    state: 'somewhere',
    solanaPort: 4113,
    bitcoinPort: 4115,
    polkadotPort: 4117,
  })
  expect(readDevnetConfig({ ...env, DEVNET_SOLANA: 'off' })).not.toHaveProperty('solanaPort')
  expect(readDevnetConfig({ ...env, DEVNET_BITCOIN: 'off' })).not.toHaveProperty('bitcoinPort')
  expect(readDevnetConfig({ ...env, DEVNET_POLKADOT: 'off' })).not.toHaveProperty('polkadotPort')
})

test.each([
  ['DEVNET_HOST', 'a b'],
  ['DEVNET_PORT', '70000'],
  ['DEVNET_PORT', '4112'],
  ['DEVNET_EVM_PORT', '-1'],
  ['DEVNET_EVM_PORT', '65535'],
  ['DEVNET_CHAIN_IDS', '1,1'],
  ['DEVNET_CHAIN_IDS', '1,x'],
  ['DEVNET_CHAIN_IDS', '0'],
  ['DEVNET_CHAIN_IDS', '1,,2'],
  ['DEVNET_BLOCK_TIME', '1.5'],
  ['DEVNET_MARKET', 'yes'],
])('rejects %s=%s by name', (name, value) => {
  expect(() => readDevnetConfig({ [name]: value })).toThrow(`${name} is ${JSON.stringify(value)} and must be`)
})
