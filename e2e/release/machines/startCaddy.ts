import { execFileSync, spawn } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { waitFor } from '../waitFor.ts'
import type { Machine } from './createNetwork.ts'

type Options = {
  caddy: string
  machine: Machine
  caddyfile: string
  /** The variables that the Caddyfile reads. */
  env: Record<string, string>
  /** The folder with Caddy's own authority, which all proxies of a deployment share. */
  folder: string
  /** A host that it serves. */
  host: string
}

/** The certificates of Caddy's authority: its root, for clients to trust, and the one that signs. */
export const authorityIn = (folder: string) => {
  const read = (name: string) => join(folder, 'caddy/pki/authorities/local', name)
  return { rootFile: read('root.crt'), signer: () => new X509Certificate(readFileSync(read('intermediate.crt'))) }
}

/**
 * Runs Debian's Caddy on a machine with a Caddyfile of ours. One thing differs from production: certificates come from Caddy's own authority,
 * since no public one can reach this network.
 */
export async function startCaddy({ caddy, machine, caddyfile, env, folder, host }: Options) {
  mkdirSync(folder, { recursive: true })
  const adapted = execFileSync(caddy, ['adapt', '--adapter', 'caddyfile', '--config', caddyfile], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const config = JSON.parse(adapted)
  config.admin = { disabled: true }
  config.apps.tls = { automation: { policies: [{ issuers: [{ module: 'internal' }] }] } }
  // Never into the trust store of the machine that runs the test.
  config.apps.pki = { certificate_authorities: { local: { install_trust: false } } }
  const file = join(folder, `${machine.name}.json`)
  writeFileSync(file, JSON.stringify(config))
  const [command = '', ...args] = [...machine.enter, caddy, 'run', '--config', file]
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  let log = ''
  child.stderr.on('data', (chunk) => (log += chunk))
  const { rootFile } = authorityIn(folder)
  await waitFor(true, () => (existsSync(rootFile) ? handshake(machine.address, host, readFileSync(rootFile)) : log))
  return {
    log: () => log,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

function handshake(address: string, servername: string, ca: Buffer): Promise<boolean | string> {
  return new Promise((done) => {
    const socket = connect({ host: address, port: 443, servername, ca }, () => {
      socket.destroy()
      done(true)
    })
    socket.once('error', (error) => done(error.message))
  })
}
