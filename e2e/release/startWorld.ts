import { readManifest } from '../callNode.ts'
import { spawnProcess } from '../spawnProcess.ts'
import { spawnDevnet, spawnWeb } from '../spawnStack.ts'
import { forwardPort } from './machines/forwardPort.ts'

/** Starts the services around a deployment: chains, a mail provider, and a shop's own page, here from this checkout. */
export async function startWorld(host: string) {
  const closers: (() => Promise<void>)[] = []
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer()
  }
  try {
    const devnet = await spawnDevnet({ host })
    closers.push(devnet.stop)
    const devnetUrl = devnet.ready[1]!
    const mail = await spawnProcess(
      'apps/devnet/src/mail/main.ts',
      { DEVNET_MAIL_PORT: '0', DEVNET_SMTP_PORT: '0' },
      /Mail sent to smtp:\S+:(\d+) is read at (http:\S+)/,
    )
    closers.push(mail.stop)
    const smtp = await forwardPort(host, Number(mail.ready[1]))
    closers.push(smtp.close)
    const site = await spawnWeb({
      HOST: host,
      DEVNET_URL: devnetUrl,
      API_URL: 'https://api.shop.test',
      RELAY_URL: 'wss://relay.shop.test',
      WALLET_URL: 'https://wallet.shop.test',
      PROJECT_ID: 'shop',
    })
    closers.push(site.stop)
    const { chains } = await readManifest(devnetUrl)
    const contracts = chains.flatMap(({ id, contracts: of }) => [
      `uniswap:eip155:${id}:${of.uniswapV2Router}`,
      `uniswap-v3:eip155:${id}:${of.uniswapV3SwapRouter}`,
    ])
    return {
      devnetUrl,
      nodeOrigins: [devnetUrl, ...chains.map(({ rpcUrl }) => new URL(rpcUrl).origin)],
      smtpUrl: `smtp://${host}:${smtp.port}`,
      mail: `${mail.ready[2]}/messages`,
      siteUpstream: new URL(site.ready[1]!.replace('app.billfold.localhost', host)).host,
      contracts: contracts.join(','),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
