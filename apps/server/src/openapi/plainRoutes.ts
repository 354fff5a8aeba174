import { exchangesPath } from '@billfold/protocol/api/exchanges'
import {
  bundlerPath,
  bundlerQuery,
  paymasterPath,
  rpcErrorBody,
  rpcId,
  rpcPaths,
  rpcQuery,
  rpcRequest,
} from '@billfold/protocol/api/rpc'
import { eventBatch } from '@billfold/protocol/api/telemetry'
import { socialProvider } from '@billfold/protocol/embedded/embeddedApi'
import { ticketKeysPath } from '@billfold/protocol/embedded/guardianTicket'
import { jwksPath } from '@billfold/protocol/signin/authApi'
import type * as z from 'zod/mini'
import { revertPath } from '../embedded/emailChange.ts'
import { socialBegin, socialCallback } from '../embedded/social.ts'
import { avatarPath, nftPath } from '../images/servePictures.ts'
import { iconPath } from '../tokens/tokenIcons.ts'
import { schemaOf } from './describeContract.ts'
import type { Content, Parameter, Schema } from './openApiDocument.ts'

/** A route that no contract describes: webhooks, images, JSON-RPC, pages that a browser visits. */
export type PlainRoute = {
  method: 'get' | 'post'
  path: string
  id: string
  summary: string
  tag: string
  parameters?: readonly Parameter[]
  /** Sends the caller's fields, as calls of contracts do. */
  isForProject?: true
  body?: Content
  /** The status of a response that succeeds, and its content. */
  status?: number
  content?: Content
}

const json = (schema: Schema): Content => ({ 'application/json': { schema } })
const string: Schema = { type: 'string' }
const text: Content = { 'text/plain': { schema: string } }
const page: Content = { 'text/html': { schema: string } }
const image: Content = { 'image/*': { schema: string } }
const inPath = (name: string, schema: Schema = string, example?: string): Parameter => ({
  ...{ name, in: 'path', required: true, schema },
  ...(example === undefined ? {} : { example }),
})
const status = json({ type: 'object', properties: { status: string }, required: ['status'] })

const one = schemaOf(rpcRequest, 'input')
const reply: Schema = {
  type: 'object',
  properties: {
    jsonrpc: { const: '2.0' },
    id: schemaOf(rpcId, 'output'),
    result: {},
    error: schemaOf(rpcErrorBody, 'output'),
  },
  required: ['jsonrpc', 'id'],
}
const oneOrMany = (schema: Schema): Content => json({ anyOf: [schema, { type: 'array', items: schema }] })
const rpc = { method: 'post', isForProject: true, body: oneOrMany(one), content: oneOrMany(reply) } as const

const queryOf = (schema: z.ZodMiniType, names: readonly string[]): Parameter[] => {
  const { properties, required = [] } = schemaOf(schema, 'input') as {
    properties: Record<string, Schema>
    required?: string[]
  }
  return names.map((name) => ({ name, in: 'query', required: required.includes(name), schema: properties[name] ?? {} }))
}
const chainId = queryOf(rpcQuery, ['chainId'])
const hex64: Schema = { type: 'string', pattern: '^[0-9a-f]{64}$' }
const [address, txid, height] = [inPath('address'), inPath('txid', hex64), inPath('height', { type: 'integer' })]

/** Bitcoin's sources, in Esplora's words. */
const esplora = (
  [
    ['getBitcoinAddress', '/address/{address}', [address]],
    ['getBitcoinUnspent', '/address/{address}/utxo', [address]],
    ['getBitcoinTransactions', '/address/{address}/txs', [address]],
    ['getBitcoinMempool', '/address/{address}/txs/mempool', [address]],
    ['getBitcoinChain', '/address/{address}/txs/chain', [address]],
    ['getBitcoinChainAfter', '/address/{address}/txs/chain/{txid}', [address, txid]],
    ['getBitcoinTransaction', '/tx/{txid}', [txid]],
    ['getBitcoinTransactionHex', '/tx/{txid}/hex', [txid]],
    ['getBitcoinTransactionStatus', '/tx/{txid}/status', [txid]],
    ['getBitcoinOutspends', '/tx/{txid}/outspends', [txid]],
    ['getBitcoinOutspend', '/tx/{txid}/outspend/{index}', [txid, inPath('index', { type: 'integer' })]],
    ['getBitcoinFees', '/fee-estimates', []],
    ['getBitcoinHeight', '/blocks/tip/height', []],
    ['getBitcoinTip', '/blocks/tip/hash', []],
    ['getBitcoinBlockHash', '/block-height/{height}', [height]],
  ] as const
).map(
  ([id, path, parameters]): PlainRoute => ({
    ...{ method: 'get', path: `/v1${path}`, id, summary: `Esplora’s ${path}`, tag: 'Chains' },
    ...{ isForProject: true, parameters: [...chainId, ...parameters], content: text },
  }),
)

const pictures = [
  ['getWalletImage', '/getWalletImage/{id}', 'A wallet’s icon'],
  ['getAssetImage', '/public/getAssetImage/{id}', 'A network’s icon'],
  ['getCurrencyImage', '/public/getCurrencyImage/{id}', 'A currency’s icon'],
  ['getTokenImage', '/public/getTokenImage/{id}', 'A token’s icon, by its ID'],
] as const

/** The routes beside the contracts. */
export const plainRoutes: readonly PlainRoute[] = [
  {
    method: 'get',
    path: '/openapi.json',
    id: 'getOpenApi',
    summary: 'This document',
    tag: 'Operations',
    content: json({ type: 'object' }),
  },
  {
    method: 'get',
    path: '/health',
    id: 'getHealth',
    summary: 'Whether the process is alive',
    tag: 'Operations',
    content: status,
  },
  {
    method: 'get',
    path: '/ready',
    id: 'getReady',
    summary: 'Whether the server can do its work',
    tag: 'Operations',
    content: status,
  },
  {
    method: 'get',
    path: '/metrics',
    id: 'getMetrics',
    summary: 'Prometheus metrics, for the operator',
    tag: 'Operations',
    content: text,
  },
  ...pictures.map(
    ([id, path, summary]): PlainRoute => ({
      method: 'get',
      path,
      id,
      summary,
      tag: 'Images',
      parameters: [inPath('id')],
      content: image,
    }),
  ),
  {
    method: 'get',
    path: `${iconPath}/{ref}`,
    id: 'getTokenIcon',
    summary: 'A token’s icon, by the reference in a response',
    tag: 'Images',
    parameters: [inPath('ref')],
    content: image,
  },
  {
    ...{
      method: 'get',
      path: `${avatarPath}/{address}`,
      id: 'getAvatar',
      summary: 'The picture of an account’s name',
      tag: 'Images',
      content: image,
    },
    parameters: [inPath('address', { type: 'string', pattern: '^0x[0-9a-fA-F]{40}$' }, `0x${'0'.repeat(40)}`)],
  },
  {
    ...{
      method: 'get',
      path: `${nftPath}/{chainId}/{contract}/{tokenId}`,
      id: 'getNftImage',
      summary: 'An NFT’s picture',
      tag: 'Images',
      content: image,
    },
    parameters: [
      inPath('chainId', string, 'eip155:1'),
      inPath('contract', { type: 'string', pattern: '^0x[0-9a-fA-F]{40}$' }, `0x${'0'.repeat(40)}`),
      inPath('tokenId', { type: 'string', pattern: '^[0-9]{1,78}$' }, '1'),
    ],
  },
  ...rpcPaths.map(
    (path): PlainRoute => ({
      ...{
        ...rpc,
        path,
        id: path.endsWith('/') ? 'callChainBySlash' : 'callChain',
        tag: 'Chains',
        parameters: chainId,
      },
      summary: 'A chain’s JSON-RPC, one call or a batch; also a WebSocket',
    }),
  ),
  {
    ...rpc,
    path: bundlerPath,
    id: 'callBundler',
    summary: 'A bundler’s JSON-RPC (ERC-4337)',
    tag: 'Smart accounts',
    parameters: queryOf(bundlerQuery, ['chainId', 'bundler']),
  },
  {
    ...rpc,
    path: paymasterPath,
    id: 'callPaymaster',
    summary: 'A paymaster’s JSON-RPC (ERC-7677)',
    tag: 'Smart accounts',
    parameters: chainId,
  },
  ...esplora,
  {
    method: 'post',
    path: '/v1/tx',
    id: 'sendBitcoinTransaction',
    summary: 'Esplora’s /tx: sends a transaction',
    tag: 'Chains',
    isForProject: true,
    parameters: chainId,
    body: text,
    content: text,
  },
  {
    ...{
      method: 'get',
      path: '/v1/inscribed/{outputs}',
      id: 'getInscribed',
      summary: 'Which outputs carry inscriptions',
      tag: 'Chains',
      isForProject: true,
    },
    parameters: [...chainId, { ...inPath('outputs'), description: '`txid:index`, separated by commas' }],
    content: json({ type: 'object', additionalProperties: { type: 'boolean' } }),
  },
  {
    method: 'post',
    path: '/batch',
    id: 'reportEvents',
    summary: 'Report several events',
    tag: 'Analytics',
    isForProject: true,
    body: json(schemaOf(eventBatch, 'input')),
    status: 202,
    content: status,
  },
  {
    ...rpc,
    path: exchangesPath,
    id: 'callExchanges',
    summary: 'Funding a wallet, as AppKit 1.8.0 asks for it (JSON-RPC)',
    tag: 'Buying',
  },
  {
    method: 'post',
    path: '/v1/onramp/webhooks/{provider}',
    id: 'reportOrder',
    summary: 'A seller’s report about an order, believed by its signature',
    tag: 'Buying',
    parameters: [inPath('provider')],
    body: json({}),
    content: status,
  },
  {
    ...{
      method: 'get',
      path: '/ccip/{sender}/{data}',
      id: 'readCcip',
      summary: 'The gateway of ENS names (EIP-3668)',
      tag: 'Names',
    },
    parameters: [
      inPath('sender'),
      { ...inPath('data', string, '0x.json'), description: 'The call in hex, followed by `.json`' },
    ],
    content: json({ type: 'object', properties: { data: string }, required: ['data'] }),
  },
  {
    ...{
      method: 'post',
      path: '/ccip',
      id: 'postCcip',
      summary: 'The gateway of ENS names (EIP-3668), for long calls',
      tag: 'Names',
    },
    body: json({ type: 'object', properties: { sender: string, data: string }, required: ['sender', 'data'] }),
    content: json({ type: 'object', properties: { data: string }, required: ['data'] }),
  },
  {
    method: 'get',
    path: jwksPath,
    id: 'getSignInKeys',
    summary: 'The public keys of access tokens (JWKS)',
    tag: 'Sign-in',
    content: json({ type: 'object', properties: { keys: { type: 'array' } }, required: ['keys'] }),
  },
  {
    method: 'get',
    path: ticketKeysPath,
    id: 'getTicketKeys',
    summary: 'The public keys of tickets for the guardian (JWKS)',
    tag: 'Embedded wallets',
    content: json({ type: 'object', properties: { keys: { type: 'array' } }, required: ['keys'] }),
  },
  {
    method: 'get',
    path: `${socialBegin}/{flow}`,
    id: 'beginSocial',
    summary: 'Forwards a login’s window to the provider',
    tag: 'Embedded wallets',
    parameters: [inPath('flow', { type: 'string', format: 'uuid' })],
    status: 303,
  },
  ...(['get', 'post'] as const).map(
    (method): PlainRoute => ({
      ...{
        method,
        path: socialCallback.replace(/:(\w+)/, '{$1}'),
        id: method === 'get' ? 'endSocial' : 'endSocialByForm',
        tag: 'Embedded wallets',
      },
      summary: 'Takes a provider’s response, and forwards to the frame',
      parameters: [inPath('provider', schemaOf(socialProvider, 'input'))],
      ...(method === 'post' ? { body: { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } } } : {}),
      status: 303,
    }),
  ),
  {
    method: 'get',
    path: `${revertPath}/{token}`,
    id: 'showEmailRevert',
    summary: 'The page of the link that undoes a change of address',
    tag: 'Embedded wallets',
    parameters: [inPath('token')],
    content: page,
  },
  {
    method: 'post',
    path: `${revertPath}/{token}`,
    id: 'revertEmail',
    summary: 'Undoes a change of address',
    tag: 'Embedded wallets',
    parameters: [inPath('token')],
    content: page,
  },
]
