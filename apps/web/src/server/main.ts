import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { endOnFault } from '@billfold/protocol/endOnFault'
import { buildSite } from './buildSite.ts'
import { createSite } from './createSite.ts'
import { createDevnetLookup } from './lookUpDevnet.ts'
import { readConfig, type WebConfig } from './readConfig.ts'
import { loadSiteFiles } from './siteFiles.ts'

function stop(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

function configOrStop(): WebConfig {
  try {
    return readConfig(process.env)
  } catch (e) {
    return stop((e as Error).message)
  }
}

const config = configOrStop()
const started = performance.now()
// `npm start` shows a line with this prefix while it waits; a first build takes a while, a later start none.
const build = await buildSite(config.mode, { onStep: (step) => console.log(`… ${step}`) })
if (build.built) console.log(`Built the site in ${((performance.now() - started) / 1000).toFixed(1)} s.`)

const { manifestUrl } = config
const site = createSite({
  files: await loadSiteFiles(build.folder),
  config,
  build: build.id,
  devnet: manifestUrl ? createDevnetLookup({ manifestUrl }) : async () => undefined,
})

const server = createServer((request, response) => {
  site(request, response).catch((e: unknown) => {
    console.error('A request failed:', e)
    if (!response.headersSent) response.writeHead(500)
    response.end()
  })
})
server.requestTimeout = 10_000
server.headersTimeout = 10_000

server.once('error', (e: NodeJS.ErrnoException) => {
  if (e.code === 'EADDRINUSE')
    stop(`Port ${config.port} on ${config.host} is in use. Set PORT to a free one, or stop what’s using it.`)
  stop(`Can’t listen on ${config.host}:${config.port}: ${e.message}.`)
})

server.listen(config.port, config.host, () => {
  const { port } = server.address() as AddressInfo
  console.log(`Site at http://app.billfold.localhost:${port} (${config.mode})`)
})

endOnFault(process, {
  say: (error) => console.error(`uncaught error: ${error}`),
  close: () => new Promise((done) => server.close(done)),
})
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => {
    server.close(() => process.exit(0))
    server.closeAllConnections()
  })
