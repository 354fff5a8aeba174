import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildFrame } from '../src/server/buildFrame.ts'
import { startFrame } from '../src/server/startFrame.ts'
import { pretendServers } from './pretendServers.ts'
import { servePretendApi } from './servePretendApi.ts'

export type FrameSite = Awaited<ReturnType<typeof serveFrameSite>>
export type FrameUrlOptions = {
  projectId?: string
  lang?: string
  /** The page as it is shipped, over pretended servers; otherwise one with a pretended wallet. */
  isReal?: boolean
}

export type FrameSiteOptions = {
  hasReal?: boolean
  /** Responses of the chain's nodes, beside those that every transaction needs. */
  nodeAnswers?: Record<string, (params: unknown[]) => unknown>
}

/** Serves the built frame and a site that embeds it, for any browser. */
export async function serveFrameSite({ hasReal = false, nodeAnswers = {} }: FrameSiteOptions = {}) {
  const dist = await mkdtemp(path.join(tmpdir(), 'billfold-frame-'))
  const site = createServer((_, response) => response.setHeader('content-type', 'text/html').end(hostDocument))
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const hostPort = (site.address() as AddressInfo).port
  const at = (name: string) => `http://${name}.billfold.localhost:${hostPort}`
  const api = await servePretendApi(
    () => [at('app')],
    {
      eth_getTransactionCount: () => '0x5',
      eth_estimateGas: () => '0x5208',
      eth_getBalance: () => '0xde0b6b3a7640000',
      eth_getBlockByNumber: () => ({ baseFeePerGas: '0x3b9aca00' }),
      eth_maxPriorityFeePerGas: () => '0x1',
      eth_sendRawTransaction: () => `0x${'1'.repeat(64)}`,
      eth_blockNumber: () => '0x10',
      ...nodeAnswers,
    },
    pretendServers(Date),
  )
  const [folder, whole] = await Promise.all([
    buildFrame({ entry: path.join(import.meta.dirname, './pretendMain.ts'), dist }),
    hasReal ? buildFrame({ dist }) : undefined,
  ])
  const policies = new Map([['', 'convenient' as const]])
  const config = { host: '127.0.0.1', port: 0, apiUrl: api.url, guardianUrl: api.url, policies }
  const [frame, real] = await Promise.all([
    startFrame(config, { folder }),
    whole === undefined ? undefined : startFrame(config, { folder: whole }),
  ])
  return {
    at,
    frameUrl: ({ projectId = 'known', lang = 'xx', isReal = false }: FrameUrlOptions = {}) =>
      `http://wallet.billfold.localhost:${new URL((isReal ? real! : frame).url).port}/frame?projectId=${projectId}&chainId=eip155:31337&version=4&lang=${lang}`,
    /** Calls to the nodes. */
    rpcCalls: api.calls,
    async close() {
      await Promise.all([frame.close(), real?.close(), api.close()])
      site.close().closeAllConnections()
      await rm(dist, { recursive: true, force: true })
    },
  }
}

/** A site with the frame in a modal dialog of its own, as the kit has it. */
const hostDocument = `<!doctype html><title>Site</title><style>dialog{padding:0;border:0;inline-size:380px;block-size:600px}iframe{inline-size:100%;block-size:100%;border:0;display:block}
#cover{position:fixed;inset:auto 0 0 0;block-size:50%;background:#fff8;z-index:9}</style>
<script>
const waiting = []
window.host = { told: [], ask(name, payload) {
  const id = Math.random().toString(36).slice(2)
  host.port.postMessage({ id, type: '@w3m-app/' + name, payload })
  return id
} }
window.open_ = (src) => {
  const dialog = document.body.appendChild(document.createElement('dialog'))
  const frame = dialog.appendChild(document.createElement('iframe'))
  frame.allow = 'publickey-credentials-get; publickey-credentials-create; clipboard-write'
  frame.src = src
  addEventListener('message', ({ source, data }) => {
    if (source !== frame.contentWindow || data.type !== '@w3m-frame/READY') return
    host.channel = data.payload.channel
    const { port1, port2 } = new MessageChannel()
    host.port = port1
    port1.onmessage = ({ data }) => {
      host.told.push(data)
      if (data.type === '@w3m-frame/SHOW' && !dialog.open) dialog.showModal()
      if (data.type === '@w3m-frame/HIDE') dialog.close()
      if (data.type === '@w3m-frame/SIZE') dialog.style.blockSize = data.payload.height + 'px'
    }
    if (!window.isSlow) host.take(port2)
    else host.late = port2
  })
  host.take = (port) => frame.contentWindow.postMessage({ type: '@w3m-app/PORT', payload: { channel: host.channel } }, '*', [port])
}
</script><body>`
