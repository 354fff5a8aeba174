import { beforeEach, describe, expect, test } from 'vitest'
import { createDevnetWallet, type DevnetWallet, type DevnetWalletOptions } from './createDevnetWallet.ts'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

let window: EventTarget
let wallet: DevnetWallet

function make(options: Partial<DevnetWalletOptions> = {}) {
  window = new EventTarget()
  wallet = createDevnetWallet({ chains: [{ id: 31337, rpcUrl: 'http://one.test' }], ...options })
  wallet.install(window)
}
const request = (method: string, ...params: unknown[]) => wallet.provider.request({ method, params })
const connect = () => request('eth_requestAccounts')

beforeEach(() => void make())

describe('refusing', () => {
  test.each([
    ['eth_sign', [alice, '0x00'], 4200],
    ['eth_signTypedData', [], 4200],
    ['hardhat_setBalance', [alice, '0x0'], 4200],
    ['toString', [], 4200],
    ['personal_sign', ['0x00', bob], 4100],
    ['personal_sign', [7, alice], -32602],
    ['eth_signTypedData_v4', [alice, '{'], -32602],
    ['eth_signTypedData_v4', [alice, { types: {}, domain: {}, message: {}, primaryType: 'Absent' }], -32602],
    ['eth_sendTransaction', [{ from: bob, to: alice }], 4100],
    ['eth_sendTransaction', [{ from: alice, to: bob, chainId: '0x1' }], 4901],
    ['eth_sendTransaction', [{ from: alice, to: '0x12' }], -32602],
    ['eth_sendTransaction', [{ from: alice }], -32602],
    ['eth_sendTransaction', [{ from: alice, to: bob, accessList: [{ address: bob, storageKeys: [] }] }], -32602],
    ['eth_subscribe', ['syncing'], -32602],
    ['eth_sendTransaction', [{ from: alice, to: bob, data: '0x01', input: '0x02' }], -32602],
    ['eth_sendTransaction', [{ from: alice, to: bob, value: 1 }], -32602],
    ['wallet_watchAsset', [{ type: 'ERC721' }], -32602],
    ['wallet_getCallsStatus', ['0x00'], 5730],
    ['wallet_sendCalls', [{ version: '1.0' }], -32602],
    ['wallet_sendCalls', [{ version: '2.0.0', chainId: '0x1' }], 5710],
    ['wallet_sendCalls', [{ version: '2.0.0', chainId: '0x7a69', atomicRequired: true }], 5760],
    ['wallet_sendCalls', [{ version: '2.0.0', chainId: '0x7a69', capabilities: { paymasterService: {} } }], 5700],
  ])('%s %j is %i', async (method, params, code) => {
    await connect()
    await expect(request(method, ...params)).rejects.toMatchObject({ code, message: expect.stringMatching(/./) })
  })

  test('signs nothing for a site that is not connected', async () => {
    for (const method of ['personal_sign', 'eth_signTypedData_v4'])
      await expect(request(method, method === 'personal_sign' ? '0x00' : alice, alice)).rejects.toMatchObject({
        code: 4100,
      })
    await expect(request('eth_sendTransaction', { from: alice, to: bob })).rejects.toMatchObject({ code: 4100 })
    await expect(request('wallet_getCapabilities', alice)).rejects.toMatchObject({ code: 4100 })
  })

  test('rejects malformed requests', async () => {
    for (const args of [undefined, null, {}, { method: 7 }, { method: '' }])
      await expect(wallet.provider.request(args as never)).rejects.toMatchObject({ code: -32600 })
    expect(() => createDevnetWallet({ chains: [] })).toThrow('A wallet needs at least one chain')
    expect(() => wallet.install(window)).toThrow('The wallet is already installed in a window')
  })

  test('turns a chain’s malformed response into one sentence', async () => {
    make({ transport: async () => '<html>' })
    await expect(request('eth_blockNumber')).rejects.toThrow('The chain at http://one.test did not return JSON-RPC')
  })
})
