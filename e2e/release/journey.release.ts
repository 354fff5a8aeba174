import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { connectClient } from '@billfold/server/test/testClient'
import { oldestBinaries } from '@billfold/server/test/testDatabase'
import { launchChromium } from '@billfold/testkit/test/launchChromium'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFailed } from 'vitest'
import { locateProgram, programs } from '../../tools/test/findProgram.ts'
import { guardContext } from '../guardContext.ts'
import { keepPicture } from '../keepPicture.ts'
import { ownStackVariable } from '../ownStackVariable.ts'
import { createNetwork, type Machine, type Network } from './machines/createNetwork.ts'
import { startDeployment } from './startDeployment.ts'
import { startWorld } from './startWorld.ts'
import { unpackImage } from './unpackImage.ts'

// A visitor's journey through TLS, against the four containers of the release, each on a machine of its own.

const version = JSON.parse(await readFile(resolve(import.meta.dirname, '../../package.json'), 'utf8')).version
const caddy = await locateProgram(programs.caddy)
const redis = await locateProgram(programs.redis)
const isRoot = process.getuid?.() === 0
const site = 'https://app.shop.test'
const canRun = isRoot && caddy && redis && oldestBinaries

let folder = ''
let world: Awaited<ReturnType<typeof startWorld>>
let images: Parameters<typeof startDeployment>[0]['images']
let network: Network
const closers: (() => unknown)[] = []
beforeAll(async () => {
  if (!canRun) return
  folder = await mkdtemp(join(tmpdir(), 'billfold-journey-'))
  closers.push(() => rm(folder, { recursive: true, force: true }))
  const [release = ''] = inject('releases')
  const unpack = (name: string) =>
    unpackImage(join(release, `billfold-${name}-${version}-x64.oci.tar`), join(folder, name))
  images = {
    server: await unpack('server'),
    relay: await unpack('relay'),
    frame: await unpack('frame'),
    guardian: await unpack('guardian'),
  }
  network = createNetwork()
  closers.push(() => network.close())
  world = await startWorld(network.hostAddress)
  closers.push(world.close)
  process.env[ownStackVariable] = JSON.stringify({
    ...{ site, devnet: world.devnetUrl, api: 'https://api.shop.test', relay: 'wss://relay.shop.test' },
    ...{ mail: world.mail, ports: [] },
  })
})
afterAll(async () => {
  for (const close of closers.reverse()) await close()
})

describe.skipIf(!canRun).each([
  ['one server', 1],
  ['two servers and two relays', 2],
] as const)('a deployment of %s behind TLS', (name, count) => {
  let deployment: Awaited<ReturnType<typeof startDeployment>>
  let browser: Browser
  beforeAll(async () => {
    const own = join(folder, name)
    await mkdir(own)
    const programs = { caddy: caddy!, redis: redis!, postgres: oldestBinaries! }
    deployment = await startDeployment({ ...programs, folder: own, images, count, world, network })
    const { hosts, signer } = deployment
    const rules = Object.entries(hosts).map(([host, address]) => `MAP ${host} ${address}`)
    const key = createHash('sha256')
      .update(signer.publicKey.export({ type: 'spki', format: 'der' }))
      .digest('base64')
    browser = await launchChromium({
      args: [
        `--host-resolver-rules=${[...rules, 'MAP * ~NOTFOUND', `EXCLUDE ${network.hostAddress}`].join(', ')}`,
        // Only what Caddy's own authority has signed.
        `--ignore-certificate-errors-spki-list=${key}`,
        // The chains have no certificates, and are not what is tested.
        `--unsafely-treat-insecure-origin-as-secure=${world.nodeOrigins.join()}`,
      ],
    })
  })
  afterAll(async () => {
    await browser?.close()
    await deployment?.close()
  })

  it('gives the relay and the API no rights beyond their own, and the guardian none', async () => {
    const { machines, urlOf, guardianEtc, migrated } = deployment
    const [api, relay] = [machines.servers[0]!, machines.relays[0]!]
    expect(migrated).toContain('Role billfold_server may read and write all tables, and change none of them.')
    expect(migrated).toContain('Role billfold_relay may read and write the relay’s tables, and change none of them.')
    // With the credentials of each role, from each machine: what PostgreSQL says.
    const attempt = (machine: Machine, role: Parameters<typeof urlOf>[0], statement: string) => {
      const code = `const { Client } = require(process.env.PG); const client = new Client(process.env.URL)
        client.connect().then(() => client.query(process.env.SQL)).then(() => console.log('ok'), (e) => console.log(e.message)).finally(() => client.end())`
      const [command = '', ...enter] = machine.enter
      const env = { PG: createRequire(import.meta.url).resolve('pg'), URL: urlOf(role), SQL: statement }
      return execFileSync(command, [...enter, process.execPath, '-e', code], { env, encoding: 'utf8' }).trim()
    }
    expect(attempt(api, 'billfold_server', 'select from projects')).toBe('ok')
    expect(attempt(api, 'billfold_server', 'alter table projects add column x text')).toMatch(/must be owner/)
    expect(attempt(relay, 'billfold_relay', 'select from relay_messages')).toBe('ok')
    expect(attempt(relay, 'billfold_relay', 'select from embedded_wallets')).toMatch(/permission denied/)
    expect(attempt(relay, 'billfold_server', 'select from projects')).toMatch(/no pg_hba.conf entry/)
    for (const role of ['billfold_server', 'billfold_relay', 'billfold_owner'] as const)
      expect(attempt(machines.guardian, role, 'select from projects')).toMatch(/no pg_hba.conf entry/)
    // It has no credentials for the database.
    const known = readFileSync(join(guardianEtc, 'settings.env'), 'utf8')
    expect(known).not.toMatch(/postgres|DATABASE/)
    const environment = deployment.containers.guardian!.environment()
    expect(environment).toContain('GUARDIAN_KEY_FILE')
    expect(environment).not.toMatch(/postgres|DATABASE/)
  })

  // Behind `JOURNEY=on` until it has passed whole.
  it.skipIf(process.env.JOURNEY !== 'on')(
    'lets a visitor log in by email, send, swap, and return on a second device with the guardian’s link',
    async () => {
      const email = `ann.${randomBytes(6).toString('hex')}@site.example`
      const { mailTo } = await import('../caughtMail.ts')
      const { approve, enter, frameOf, logIn, requestCode } = await import('../visitEmbedded.ts')
      const { closed, shownAddress, soon } = await import('../visitKit.ts')
      const { ended, fill, held, rpc, swap, toReview } = await import('../visitSwap.ts')
      const ours = [...Object.keys(deployment.hosts), network.hostAddress]
      const context = await browser.newContext({ reducedMotion: 'reduce' })
      context.setDefaultTimeout(60_000)
      // The kit tells integrators that wallets of the registry use another relay.
      const allow = [/Invalid App Configuration: The QR code uses relay\.shop\.test/]
      const guard = await guardContext(context, { ports: [], hosts: ours, allow })
      const page = await context.newPage()
      onTestFailed(async () => {
        for (const [machine, container] of Object.entries(deployment.containers))
          console.log(machine, container.output())
        console.log(guard.problems, await keepPicture('journey through TLS', await page.screenshot()))
      })
      await page.goto(`${site}/playground`)
      await logIn(page, email)
      const address = (await shownAddress(page))!
      expect(await page.locator('#w3m-iframe').getAttribute('src')).toMatch(/^https:\/\/wallet\.shop\.test\//)

      const recipient = `0x${randomBytes(20).toString('hex')}`
      const rich = (await rpc<string[]>('eth_accounts', []))[7]
      await rpc('eth_sendTransaction', [{ from: rich, to: address, value: `0x${(10n ** 19n).toString(16)}` }])
      await page.getByTestId('account-button').click()
      await page.getByTestId('wallet-features-send-button').click()
      await page.getByTestId('send-amount-input').fill('1.25')
      await page.getByTestId('send-recipient-input').fill(recipient)
      await page.locator('[data-testid="send-action-button"][data-label="preview"]').click()
      await page.getByTestId('send-preview-send').click()
      await frameOf(page).getByText('1.25').first().waitFor(soon)
      await approve(page)
      await page.locator('[data-testid="send-transfer"][data-status="confirmed"]').waitFor(soon)
      expect(BigInt(await rpc<string>('eth_getBalance', [recipient, 'latest']))).toBe(1_250_000_000_000_000_000n)
      await page.keyboard.press('Escape')
      await closed(page)

      await fill(page, 'ETH', 'USDC', '0.5')
      await toReview(page)
      await swap(page)
      await approve(page)
      await ended(page, 'confirmed')
      expect(await held('USDC', address)).toBeGreaterThan(0n)

      const device = await browser.newContext({ reducedMotion: 'reduce' })
      device.setDefaultTimeout(60_000)
      const second = await device.newPage()
      await second.goto(`${site}/playground`)
      await requestCode(second, email)
      await enter(second, (await mailTo(email, /code for/, 1)).code!)
      const number = await frameOf(second).getByTestId('frame-number').innerText()
      const { link } = await mailTo(email, /new device/)
      expect(new URL(link!).origin).toBe('https://guardian.partner.test')
      const mailbox = await device.newPage()
      await mailbox.goto(link!)
      await mailbox.getByRole('button', { name: number, exact: true }).click()
      await mailbox.getByText('The device can continue').waitFor()
      await second.getByTestId('account-button').waitFor(soon)
      expect(await shownAddress(second)).toBe(address)
      await Promise.all([device.close(), context.close()])
      guard.check()
    },
  )

  it('brings a message from a client of one relay to a client of another, through the proxy', async () => {
    const relays = deployment.machines.relays
    const audience = 'wss://relay.shop.test'
    const direct = relays.map(({ address }) => connectClient(`ws://${address}:4103`, { audience }))
    const proxy = { address: deployment.machines.proxy.address, ca: readFileSync(deployment.rootFile) }
    const clients = await Promise.all([...direct, connectClient(audience, { proxy })])
    const topic = randomBytes(32).toString('hex')
    for (const client of clients) expect(await client.call('irn_subscribe', { topic })).toHaveProperty('result')
    for (const [number, client] of clients.entries()) {
      const message = `bWVzc2FnZS${number}`
      const sent = await client.call('irn_publish', { topic, message, ttl: 300, tag: 1000, prompt: false })
      expect(sent).toMatchObject({ result: true })
      for (const other of clients.filter((each) => each !== client))
        await expect.poll(() => other.received.map((each) => each.message)).toContain(message)
    }
    await Promise.all(clients.map((client) => client.close()))
  })
})
