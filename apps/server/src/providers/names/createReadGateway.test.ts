import { decodeAbiParameters, encodeErrorResult, type Hex, parseAbi } from 'viem'
import { expect, it } from 'vitest'
import type { ChainRpc } from '../../rpc/createRpc.ts'
import type { FetchJson } from '../../rpc/fetchJson.ts'
import { RpcError } from '../../rpc/rpcError.ts'
import { createReadGateway } from './createReadGateway.ts'

const abi = parseAbi([
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
])
const resolver = '0x00000000000000000000000000000000000000aa'
const other = '0x00000000000000000000000000000000000000bb'
const lookup = (urls: string[], sender: Hex = resolver) =>
  encodeErrorResult({ abi, errorName: 'OffchainLookup', args: [sender, urls, '0x1234', '0xdeadbeef', '0x99'] })
const signal = new AbortController().signal

/** A gateway with a given response, and a chain that verifies it. */
function setUp(status: number, json: unknown, answer: () => unknown = () => '0x77') {
  const requests: string[] = []
  const called: Hex[] = []
  const fetchJson: FetchJson = async ({ url, body }) => {
    requests.push(`${url} ${body ? JSON.stringify(body) : ''}`.trim())
    return { status, headers: new Headers(), json }
  }
  const call = (async (_: string, [{ data }]: [{ data: Hex }]) => {
    called.push(data)
    return answer()
  }) as unknown as ChainRpc['call']
  const read = createReadGateway({ hosts: ['gate.example'], fetchJson })
  return { requests, called, read: (data: Hex) => read(data, resolver, call, signal) }
}

it('queries the listed gateway, by GET or POST, and lets the contract verify the response', async () => {
  const get = setUp(200, { data: '0xabcd' })
  expect(await get.read(lookup(['https://gate.example/{sender}/{data}.json']))).toBe('0x77')
  expect(get.requests).toEqual([`https://gate.example/${resolver}/0x1234.json`])
  expect(get.called[0]!.slice(0, 10)).toBe('0xdeadbeef')
  expect(decodeAbiParameters([{ type: 'bytes' }, { type: 'bytes' }], `0x${get.called[0]!.slice(10)}`)).toEqual([
    '0xabcd',
    '0x99',
  ])
  const post = setUp(200, { data: '0xabcd' })
  await post.read(lookup(['https://gate.example/']))
  expect(post.requests).toEqual([`https://gate.example/ {"data":"0x1234","sender":"${resolver.replace('aa', 'AA')}"}`])
})

it.each([
  ['another host', ['https://evil.example/{data}']],
  ['our own network', ['https://127.0.0.1/{data}', 'http://gate.example/{data}', 'file:///etc/passwd']],
  [
    'a host that only looks alike',
    ['https://gate.example.evil.example/{data}', 'https://gate.example@evil.example/{data}'],
  ],
])('sends no request to %s', async (_, urls) => {
  const { requests, read } = setUp(200, { data: '0x' })
  expect(await read(lookup(urls))).toBeUndefined()
  expect(requests).toEqual([])
})

it('lets no contract speak for another, and rejects an invalid response', async () => {
  const urls = ['https://gate.example/{data}']
  const foreign = setUp(200, { data: '0xabcd' })
  expect(await foreign.read(lookup(urls, other))).toBeUndefined()
  expect(foreign.requests).toEqual([])
  for (const [status, json] of [
    [200, null],
    [200, { data: 'x' }],
    [200, { data: 7 }],
    [404, { data: '0x' }],
    [500, {}],
  ] as const)
    expect(await setUp(status, json).read(lookup(urls))).toBeUndefined()
  for (const odd of ['0x08c379a0', '0x556f1830', '0x556f183000'] as const)
    expect(await setUp(200, { data: '0x' }).read(odd)).toBeUndefined()
})

it("follows a gateway's referral, but not forever", async () => {
  const urls = ['https://gate.example/{data}']
  const endless = setUp(200, { data: '0x' }, () => {
    throw new RpcError({ code: 3, message: 'reverted', data: lookup(urls) })
  })
  expect(await endless.read(lookup(urls))).toBeUndefined()
  expect(endless.requests).toHaveLength(4)
})
