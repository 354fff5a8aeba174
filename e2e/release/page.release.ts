import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFailed } from 'vitest'
import { readCommands } from '../../tools/release/readCommands.ts'
import { locateProgram, programs } from '../../tools/test/findProgram.ts'
import { createNetwork, type Machine, type Network } from './machines/createNetwork.ts'
import { createRoot, type Outcome, startRoot } from './machines/startRoot.ts'

// docs/deploy.md, word by word: the commands come from the page and run as they stand, in an empty Debian for each machine. The page's names
// lead to the machines, and its mail provider and node to nothing.

const run = promisify(execFile)
const page = await readFile(resolve(import.meta.dirname, '../../docs/deploy.md'), 'utf8')
const debootstrap = await locateProgram(programs.debootstrap)
const isRoot = process.getuid?.() === 0
/** Where an operator has put them, on each machine. */
const artifacts = '/srv/billfold'

// Packages are downloaded and installed in two roots.
// Behind `FOLLOW_PAGE=on` until it has passed whole.
describe.skipIf(!isRoot || !debootstrap || process.env.FOLLOW_PAGE !== 'on')(
  'docs/deploy.md',
  { timeout: 1_800_000 },
  () => {
    let folder = ''
    let network: Network
    let server: Awaited<ReturnType<typeof startRoot>>
    let guardian: Awaited<ReturnType<typeof startRoot>>
    let [one, other]: [Machine?, Machine?] = []
    const closers: (() => unknown)[] = []

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'billfold-page-'))
      closers.push(() => rm(folder, { recursive: true, force: true }))
      network = createNetwork()
      closers.push(() => network.close())
      one = network.addMachine('server')
      other = network.addMachine('guardian')
      const names = [
        ...['api', 'relay', 'wallet'].map((name) => `${one!.address} ${name}.example.com`),
        `${other.address} guardian.example.org`,
      ]
      const hosts = `${names.join('\n')}\n`
      const [release = ''] = inject('releases')
      const roots = { server: join(folder, 'server'), guardian: join(folder, 'guardian') }
      await createRoot(roots.server, debootstrap!)
      await run('cp', ['--archive', roots.server, roots.guardian])
      for (const [name, root] of Object.entries(roots))
        await cp(release, join(root, artifacts), {
          recursive: true,
          filter: (path) => !path.endsWith('.oci.tar') && (name === 'server' || !/billfold-(?:relay|frame)/.test(path)),
        })
      server = await startRoot(roots.server, one, hosts)
      closers.push(() => server.stop())
      guardian = await startRoot(roots.guardian, other, hosts)
      closers.push(() => guardian.stop())
    })
    afterAll(async () => {
      for (const close of closers.reverse()) await close()
    })

    /** Runs a block of the page. Its apt-get, and nothing else, leaves the machine's network, for packages. */
    const follow = async (machine: typeof server, block: string): Promise<Outcome> => {
      const lines = block.split('\n')
      const packages = lines.filter((line) => line.startsWith('apt-get ')).join('\n')
      const rest = lines.filter((line) => !line.startsWith('apt-get ')).join('\n')
      const installed = packages ? await machine.exec(packages, { folder: artifacts, isOnline: true }) : undefined
      return installed && installed.code !== 0 ? installed : machine.exec(rest, { folder: artifacts })
    }
    const succeed = async (machine: typeof server, blocks: readonly string[]): Promise<string> => {
      let output = ''
      for (const block of blocks) {
        const outcome = await follow(machine, block)
        expect(outcome, block).toMatchObject({ code: 0 })
        output += outcome.output
      }
      return output
    }
    /** Requests a path of a host from a machine’s proxy, over TLS. */
    const get = (machine: Machine, host: string, path: string): Promise<string> =>
      new Promise((done) => {
        // Its certificate is of its own authority, which Caddy made a moment ago.
        const options = { host: machine.address, servername: host, headers: { host }, path, rejectUnauthorized: false }
        const sent = request(options, (response) => {
          let body = ''
          response.on('data', (chunk) => (body += chunk))
          response.on('end', () => done(`${response.statusCode} ${body}`))
        })
        sent.once('error', (error) => done(error.message))
        sent.end()
      })

    /** The ends of the machine's logs. */
    const logs = async (machine: typeof server) =>
      (
        await machine.exec(
          'for file in /var/log/billfold-*.log /var/log/caddy.log; do echo "$file:"; tail -n 15 "$file" | cut -c 1-300; done',
        )
      ).output

    it('verifies the artifacts', async () => {
      const [verify = '', ...more] = readCommands(page, '## 1. Get and verify the artifacts')
      expect(more).toEqual([])
      expect(await succeed(server, [verify])).toContain('billfold-server')
    })

    it('leads from an empty machine to API, relay and frame behind TLS', async () => {
      onTestFailed(async () => console.log(await logs(server)))
      const blocks = readCommands(page, '## 2. One server')
      expect(blocks.length).toBe(5)
      const doctor = blocks.pop()!
      await succeed(server, blocks)
      await expect.poll(() => get(one!, 'api.example.com', '/ready')).toMatch(/^200 .*"status":"ok"/)
      await expect.poll(() => get(one!, 'relay.example.com', '/ready')).toMatch(/^200/)
      await expect.poll(() => get(one!, 'wallet.example.com', '/ready')).toMatch(/^200/)
      // This machine is well; the hosts of the page’s placeholders do not exist.
      const { code, output } = await follow(server, doctor)
      expect(code).toBe(1)
      const failed = output.split('\n').filter((line) => line.startsWith('FAIL'))
      expect(failed.filter((line) => !/TLS|node\.example|guardian/.test(line))).toEqual([])
      expect(output).toMatch(/^ok +database +PostgreSQL 15/m)
      expect(output).toMatch(/^ok +database: rights/m)
      const secrets = await server.exec('find /etc/billfold -type f -perm /077; find /etc/billfold ! -user billfold')
      expect(secrets.output).toBe('')
    })

    it('upgrades with requests that wait and do not fail', async () => {
      onTestFailed(async () => console.log(await logs(server)))
      const blocks = readCommands(page, '### Upgrade')
      expect(blocks.length).toBe(1)
      let isOver = false
      const responses = new Set<string>()
      const visitor = (async () => {
        while (!isOver)
          responses.add((await get(one!, 'api.example.com', '/getWallets?projectId=shop&page=1&entries=1')).slice(0, 3))
      })()
      await succeed(server, blocks)
      isOver = true
      await visitor
      expect([...responses]).toEqual(['200'])
    })

    it('leads to a guardian on a machine that cannot read the API’s database', async () => {
      onTestFailed(async () => console.log(await logs(guardian)))
      await succeed(guardian, readCommands(page, '### The guardian, elsewhere'))
      await expect.poll(() => get(other!, 'guardian.example.org', '/guardian/v1/live')).toMatch(/^200/)
      expect(guardian.read('var/log/billfold-guardian.log')).not.toMatch(/read-only|EROFS|EACCES/)
      const known = await guardian.exec('grep -rl postgres:// /etc/billfold || true')
      expect(known.output).toBe('')
      const port = await guardian.exec(`timeout 2 bash -c 'echo > /dev/tcp/${one!.address}/5432' || echo refused`)
      expect(port.output).toContain('refused')
    })
  },
)
