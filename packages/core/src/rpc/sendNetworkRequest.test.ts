import { KitError } from '@billfold/protocol/error'
import { expect, test } from 'vitest'
import { setUpKit, solanaNetwork } from '../../test/setUpKit.ts'
import { fakeHttp } from '../ports/fakeHttp.ts'
import { createNetworkRequest } from './createNetworkRequest.ts'

const rejected = { code: -32002, message: 'Blockhash not found' }
const urls = ['http://127.0.0.1:1', 'http://127.0.0.1:2', 'http://127.0.0.1:3']
type NodeBehavior = 'takes' | 'rejects' | 'is silent' | 'is down' | 'has it'

/** Broadcasts a transaction to nodes with these responses in turn. */
async function send(...says: NodeBehavior[]) {
  const queriedUrls: string[] = []
  const http = fakeHttp(({ url }) => {
    queriedUrls.push(url)
    const behavior = says[urls.indexOf(url.replace(/\/$/, ''))]
    if (behavior === 'is silent') throw new KitError('timeout')
    if (behavior === 'is down') return { status: 503, body: 'down' }
    if (behavior === 'takes') return { body: { jsonrpc: '2.0', id: 1, result: 'name' } }
    const error =
      behavior === 'rejects' ? rejected : { code: -32002, message: 'This transaction has already been processed' }
    return { body: { jsonrpc: '2.0', id: 1, error } }
  })
  const { kit } = setUpKit({
    http,
    networks: [{ ...solanaNetwork, rpcUrls: { default: { http: urls.slice(0, says.length) } } }],
  })
  const ask = createNetworkRequest(kit, { networkId: `solana:${solanaNetwork.id}` })
  const result = await ask({ method: 'sendTransaction', params: ['AA=='] }).then(
    (value) => value,
    (e: KitError) => (/Blockhash/.test(e.message) ? 'rejected' : /already/.test(e.message) ? 'known' : 'unknown'),
  )
  kit.dispose()
  return { result, asked: queriedUrls.length }
}

test.each<[NodeBehavior[], string, number]>([
  [['takes'], 'name', 1],
  [['rejects'], 'rejected', 1],
  [['rejects', 'rejects'], 'rejected', 2],
  [['is silent', 'rejects'], 'unknown', 2],
  [['is down', 'rejects', 'rejects'], 'unknown', 3],
  [['rejects', 'is silent'], 'unknown', 2],
  [['rejects', 'takes'], 'name', 2],
  [['is silent', 'has it', 'rejects'], 'known', 2],
])('counts a transaction that the nodes in turn answer with %j as %s', async (says, result, queried) => {
  expect(await send(...says)).toEqual({ result, asked: queried })
})
