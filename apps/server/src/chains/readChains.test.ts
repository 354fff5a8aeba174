import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { otherToken } from '@billfold/protocol/otherToken'
import { getAddress } from 'viem'
import { afterAll, describe, expect, it } from 'vitest'
import { StartupError } from '../process/startupError.ts'
import { knownChains } from './knownChains.ts'
import { readChains } from './readChains.ts'

const folder = mkdtempSync(join(tmpdir(), 'billfold-chains-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = (content: unknown) => {
  const path = join(folder, 'chains.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return { CHAINS_FILE: path }
}
const node = 'https://node.example/v2/s3cret-word'

describe('the chains of an operator', () => {
  it('are empty by default', () => {
    expect(readChains({ RPC_URL_EIP155_1: '' })).toEqual([])
  })

  it('need only a URL: built-in facts of a public chain fill the rest', () => {
    const [chain] = readChains({ RPC_URL_EIP155_1: `${node}, wss://node.example/ws` })
    expect(chain).toMatchObject({
      id: 'eip155:1',
      name: 'Ethereum',
      rpcUrls: [node],
      wsUrls: ['wss://node.example/ws'],
      nativeCurrency: { symbol: 'ETH' },
      contracts: { universalRouter: expect.any(String), ensRegistry: expect.any(String) },
      isLocal: false,
    })
    expect(chain!.tokens.map(({ symbol }) => symbol)).toContain('USDC')
  })

  it('use an operator’s name for a token in place of ours: issuers rename them, and the kit sends none under another name', () => {
    const address = '0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9'
    const renamed = { address, name: 'USD₮0', symbol: 'USD₮0', decimals: 6 }
    const [chain] = readChains(file([{ id: 'eip155:42161', rpcUrls: [node], tokens: [renamed] }]))
    expect(chain!.tokens.filter((token) => getAddress(token.address) === getAddress(address))).toEqual([renamed])
    expect(chain!.tokens.map(({ symbol }) => symbol)).not.toContain('USDT')
    expect(otherToken(renamed, { symbol: 'USD₮0', decimals: 6 })).toBeUndefined()
    expect(otherToken({ ...renamed, symbol: 'USDT' }, { symbol: 'USD₮0', decimals: 6 })).toMatchObject({
      kind: 'otherSymbol',
    })
  })

  it('list Solana’s best known tokens', () => {
    const [chain] = readChains({ RPC_URL_SOLANA_5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp: node })
    expect(chain?.tokens.map(({ symbol }) => symbol)).toEqual(expect.arrayContaining(['USDC', 'USDT']))
  })

  it('may be any EVM chain, or one of another family by its exact id', () => {
    const ids = readChains({
      RPC_URL_EIP155_777777: node,
      RPC_URL_SOLANA_5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp: node,
    }).map(({ id, nativeCurrency }) => [id, nativeCurrency.symbol])
    expect(ids).toEqual([
      ['eip155:777777', 'ETH'],
      ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'SOL'],
    ])
  })

  it("come from a file with every detail, with a variable's nodes before the file's", () => {
    const own = { address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', name: 'Dollars', symbol: 'USD$', decimals: 6 }
    const entry = { id: 'eip155:1', rpcUrls: ['https://file.example'], startBlock: 7, tokens: [own], bundlerUrl: node }
    const [chain] = readChains({ ...file([entry]), RPC_URL_EIP155_1: node })
    expect(chain).toMatchObject({ rpcUrls: [node, 'https://file.example'], startBlock: 7n, bundlerUrl: node })
    expect(chain!.tokens[0]).toMatchObject({ symbol: 'USD$' })
    expect(chain!.tokens.filter(({ address }) => address === own.address)).toHaveLength(1)
  })

  it.each<[NodeJS.ProcessEnv, string]>([
    [{ RPC_URL_EIP155_1: 'ftp://s3cret-word' }, 'RPC_URL_EIP155_1 must be URLs of nodes'],
    [{ RPC_URL_EIP155_1: 'wss://s3cret-word' }, 'RPC_URL_EIP155_1 must be URLs of nodes'],
    [{ RPC_URL_COSMOS_1: node }, 'RPC_URL_COSMOS_1 must be'],
    [
      { CHAINS_FILE: '/nowhere/at.all' },
      'CHAINS_FILE must be a JSON file with a list of chains; /nowhere/at.all cannot be read.',
    ],
    [file('{'), 'is not JSON.'],
  ])('report the fault of %j in one sentence without secrets', (env, sentence) => {
    const read = () => readChains(env.CHAINS_FILE?.startsWith(folder) ? file('{') : env)
    expect(read).toThrow(StartupError)
    expect(read).toThrow(sentence)
    expect(read).not.toThrow('s3cret-word')
  })

  it.each([
    [{}, 'CHAINS_FILE must hold a list of chains'],
    [[{ id: 'eip155' }], 'CHAINS_FILE: chain 1, id must be a CAIP-2 id like eip155:1.'],
    [[{ id: 'eip155:1', rpcUrls: [] }], 'chain 1, rpcUrls must be at least one URL.'],
    [[{ id: 'eip155:1', rpcUrls: [node], startBlock: -1 }], 'chain 1, startBlock must be not below 0.'],
    [[{ id: 'eip155:1', rpcUrls: [node], wrappedNative: '0x12' }], 'chain 1, wrappedNative must be an address of 0x'],
    [
      [
        { id: 'eip155:1', rpcUrls: [node] },
        { id: 'eip155:2', rpcUrls: [node], tokens: [{ symbol: 'A' }] },
      ],
      'chain 2, tokens.0.address must be an address.',
    ],
  ])('report a file with %j in one sentence', (content, sentence) => {
    expect(() => readChains(file(content))).toThrow(sentence)
  })
})

it('give every known contract its checksum, and list the native coin as such', () => {
  for (const [id, { contracts, tokens, wrappedNative, nativeCurrency }] of Object.entries(knownChains)) {
    for (const address of Object.values(contracts)) expect(getAddress(address!.toLowerCase()), id).toBe(address)
    const { symbol, decimals } = tokens.find(({ address }) => address === wrappedNative)!
    expect(symbol, id).toBe(`W${nativeCurrency.symbol}`)
    expect(decimals, id).toBe(nativeCurrency.decimals)
  }
  expect(knownChains[1]).toMatchObject({
    wrappedNative: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
    stables: ['0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', '0xdAC17F958D2ee523a2206206994597C13D831ec7'],
  })
})
