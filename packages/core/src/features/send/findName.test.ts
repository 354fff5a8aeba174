import {
  concatHex,
  encodeAbiParameters,
  encodeErrorResult,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { namehash } from 'viem/ens'
import { expect, test } from 'vitest'
import { evmNetwork, setUpKit } from '../../../test/setUpKit.ts'
import { fakeHttp } from '../../ports/fakeHttp.ts'
import { recipientQuery } from './recipientQuery.ts'

const registry = '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e'
const resolver = '0x1111111111111111111111111111111111111111'
const ann = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const annOnOp = '0x52908400098527886E0F7030069857D2E4169EE7'
const thief = '0xde709f2102306220921060314715629080e2fb77'
const gateway = 'https://names.example/{sender}/{data}.json'
const abi = parseAbi([
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
  'function addr(bytes32 node) view returns (address)',
])
const address = (value: string) => encodeAbiParameters(parseAbiParameters('address'), [value as Hex])
const bytes = (value: Hex) => encodeAbiParameters(parseAbiParameters('bytes'), [value])
const yes = encodeAbiParameters(parseAbiParameters('bool'), [true])
const no = encodeAbiParameters(parseAbiParameters('bool'), [false])
const addrOf = encodeFunctionData({ abi, functionName: 'addr', args: [namehash('ann.eth')] })

type Node = { calls: (to: string, data: string) => Hex | { reverts: Hex }; codes?: Record<string, string> }

/** A kit on Ethereum and OP, with mocked nodes and server. */
function setUp(nodes: Record<'1' | '10', Node>, { serverAddress = ann, gatewayBody = '{}' } = {}) {
  const queries: string[] = []
  const http = fakeHttp(({ url, body }) => {
    queries.push(url)
    if (url.startsWith('https://names.example')) return { body: JSON.parse(gatewayBody) }
    if (url.includes('/v1/profile'))
      return {
        body: {
          name: 'ann.eth',
          ...{ registered: null, updated: null, attributes: [] },
          addresses: serverAddress ? { 60: { address: serverAddress, created: null } } : {},
        },
      }
    const node = nodes[url.includes('//one') ? '1' : '10']
    const { id, method, params } = JSON.parse(body ?? '{}')
    const answer = (result: unknown) => ({ body: { jsonrpc: '2.0', id, result } })
    if (method === 'eth_getCode') return answer(node.codes?.[params[0]] ?? '0x')
    const response = node.calls(params[0].to, params[0].data)
    if (typeof response === 'string') return answer(response)
    return { body: { jsonrpc: '2.0', id, error: { code: 3, message: 'execution reverted', data: response.reverts } } }
  })
  const networks = [evmNetwork(1, 'Ethereum', 'http://one.test'), evmNetwork(10, 'OP', 'http://ten.test')]
  const { kit } = setUpKit({ networks, http })
  const find = (networkId: 'eip155:1' | 'eip155:10', text = 'ann.eth') =>
    recipientQuery(kit, { text, networkId }).queryFn({ signal: new AbortController().signal })
  return { find, queries }
}

/** A registry with one name, and a resolver with addresses by coin type. */
const registered =
  (addresses: { ether?: string; op?: string }): Node['calls'] =>
  (to, data) => {
    if (to === registry) return address(data.endsWith(namehash('ann.eth').slice(2)) ? resolver : `0x${'0'.repeat(40)}`)
    if (data.startsWith('0x01ffc9a7')) return no
    if (data.startsWith('0xf1cb7e06')) return bytes((addresses.op as Hex | undefined) ?? '0x')
    return address(addresses.ether ?? `0x${'0'.repeat(40)}`)
  }
const empty: Node = { calls: () => '0x' }

test('resolves a name on the names’ own chain by its resolver, and makes no other request', async () => {
  const { find, queries } = setUp(
    { 1: { calls: registered({ ether: ann, op: annOnOp }) }, 10: empty },
    { serverAddress: thief },
  )
  expect(await find('eip155:1')).toEqual({ address: ann, name: 'ann.eth' })
  expect(queries.join()).not.toContain('/v1/profile')
})

test('prefers the address for the current chain', async () => {
  const { find } = setUp({ 1: { calls: registered({ ether: ann, op: annOnOp }) }, 10: empty })
  expect(await find('eip155:10')).toEqual({ address: annOnOp, name: 'ann.eth' })
})

test('marks a fallback to the names’ own chain, for EOAs only', async () => {
  const calls = registered({ ether: ann })
  expect(await setUp({ 1: { calls }, 10: empty }).find('eip155:10')).toMatchObject({ address: ann, proof: 'elsewhere' })
  const lent = { [ann]: `0xef0100${'1'.repeat(40)}` }
  expect(await setUp({ 1: { calls, codes: lent }, 10: empty }).find('eip155:10')).toMatchObject({ address: ann })
  for (const nodes of [
    { 1: { calls, codes: { [ann]: '0x6001' } }, 10: empty },
    { 1: { calls }, 10: { ...empty, codes: { [ann]: '0x6001' } } },
  ])
    await expect(setUp(nodes).find('eip155:10')).rejects.toMatchObject({ code: 'network_unknown' })
})

test('marks an address that only the server knows', async () => {
  expect(await setUp({ 1: empty, 10: empty }).find('eip155:1')).toMatchObject({ address: ann, proof: 'told' })
})

const lookup = (sender = resolver, url = gateway): Hex =>
  encodeErrorResult({
    abi,
    errorName: 'OffchainLookup',
    args: [sender as Hex, [url], addrOf, '0xaabbccdd', '0x77'],
  })
/** A wildcard resolver at the parent that accepts exactly one response of its gateway. */
const wildcard =
  (signed: Hex, refused = lookup()): Node['calls'] =>
  (to, data) => {
    if (to === registry)
      return address(data.endsWith(namehash('house.eth').slice(2)) ? resolver : `0x${'0'.repeat(40)}`)
    if (data.startsWith('0x01ffc9a7')) return yes
    if (data.startsWith('0x9061b923')) return { reverts: refused }
    const proof = concatHex(['0xaabbccdd', encodeAbiParameters(parseAbiParameters('bytes, bytes'), [signed, '0x77'])])
    return data === proof ? bytes(address(ann)) : { reverts: '0x' }
  }

test('looks up an off-chain name at its gateway, if the resolver accepts the response', async () => {
  const good = setUp(
    { 1: { calls: wildcard('0x1234') }, 10: empty },
    { serverAddress: thief, gatewayBody: '{"data":"0x1234"}' },
  )
  expect(await good.find('eip155:1', 'ann.house.eth')).toEqual({ address: ann, name: 'ann.house.eth' })
  expect(good.queries.join()).toContain(`https://names.example/${resolver}/0x`)
  expect(good.queries.join()).not.toContain('/v1/profile')
})

test.each<[string, Node['calls'], string]>([
  ['a gateway lies', wildcard('0x1234'), '{"data":"0x9999"}'],
  ['a gateway says nothing', wildcard('0x1234'), '{}'],
  ['a contract asks for another', wildcard('0x1234', lookup(ann)), '{"data":"0x1234"}'],
  [
    'a gateway has no lock',
    wildcard('0x1234', lookup(resolver, 'http://names.example/{sender}/{data}')),
    '{"data":"0x1234"}',
  ],
])('falls back to the server when %s, and marks the answer', async (_, calls, gatewayBody) => {
  const { find } = setUp({ 1: { calls }, 10: empty }, { gatewayBody })
  expect(await find('eip155:1', 'ann.house.eth')).toMatchObject({ proof: 'told' })
  await expect(
    setUp({ 1: { calls }, 10: empty }, { gatewayBody, serverAddress: '' }).find('eip155:1', 'ann.house.eth'),
  ).rejects.toMatchObject({
    code: 'not_found',
  })
})
