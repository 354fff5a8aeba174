import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { waitFor } from '../waitFor.ts'
import type { Machine } from './createNetwork.ts'

const run = promisify(execFile)

/** The mirror of this machine's own packages. */
function mirror(): string {
  const folder = '/etc/apt/sources.list.d'
  const files = [...readdirSync(folder).map((name) => join(folder, name)), '/etc/apt/sources.list']
  const text = files.filter((path) => existsSync(path)).map((path) => readFileSync(path, 'utf8'))
  const [, url] = /^(?:URIs: |deb (?:\[.*\] )?)(\S+debian\/?)(?:\s|$)/m.exec(text.join('\n')) ?? []
  if (!url) throw new Error('No mirror of Debian in this machine’s sources.')
  return url
}

/**
 * An empty Debian 12, as small as debootstrap makes it. `DEBIAN_ROOT` names one that it has made before, for work on these tests: that takes
 * most of their time.
 */
export async function createRoot(root: string, debootstrap: string): Promise<void> {
  const flags = ['--variant=minbase', 'bookworm', root, mirror()]
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  if (process.env.DEBIAN_ROOT) await run('cp', ['--archive', process.env.DEBIAN_ROOT, root])
  else await run(debootstrap, flags, { maxBuffer: 1 << 26, env })
  // As on any installed machine, packages come from where this one's do.
  for (const path of ['apt.conf.d', 'sources.list.d', 'preferences.d', 'trusted.gpg.d'])
    if (existsSync(`/etc/apt/${path}`)) cpSync(`/etc/apt/${path}`, join(root, 'etc/apt', path), { recursive: true })
  // dpkg starts no service: there is no systemd.
  writeFileSync(join(root, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  mkdirSync(join(root, 'usr/local/bin'), { recursive: true })
  cpSync(join(import.meta.dirname, 'systemctl'), join(root, 'usr/local/bin/systemctl'))
}

export type Outcome = { code: number; output: string }

/** A root directory as a machine: processes and mounts of its own, which all end with it. */
export async function startRoot(root: string, machine: Machine, hosts: string) {
  // This machine's own names too: one of them may be the packages' mirror.
  writeFileSync(join(root, 'etc/hosts'), `${readFileSync('/etc/hosts', 'utf8')}\n${hosts}`)
  const script = [
    'set -e',
    'mount --rbind "$ROOT" "$ROOT"',
    'mount -t proc proc "$ROOT/proc"',
    'mount --rbind /dev "$ROOT/dev"',
    'mount -t tmpfs tmpfs "$ROOT/run"',
    'echo ready',
    'while sleep 1; do :; done',
  ].join('\n')
  const [command = '', ...enter] = machine.enter
  const flags = ['unshare', '--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', script]
  const child = spawn(command, [...enter, ...flags], {
    env: { PATH: process.env.PATH, ROOT: root },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  await waitFor('ready\n', () => output)
  const first = firstProcess(child)
  return {
    /** Runs commands as root in a folder, as a shell that stops at the first failure; `isOnline` with this machine's way to the packages. */
    async exec(commands: string, { folder = '/root', isOnline = false } = {}): Promise<Outcome> {
      const own = isOnline ? [] : [`--net=/proc/${first}/ns/net`]
      const enterRoot = [`--mount=/proc/${first}/ns/mnt`, `--pid=/proc/${first}/ns/pid`, ...own]
      const shell = ['chroot', root, '/bin/bash', '-euo', 'pipefail', '-c', `cd ${folder}\n${commands} 2>&1`]
      const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root' }
      return new Promise((done) => {
        const shellProcess = spawn('nsenter', [...enterRoot, '--', ...shell], {
          env: { ...env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' },
          stdio: ['ignore', 'pipe', 'pipe'],
        })
        let text = ''
        for (const stream of [shellProcess.stdout, shellProcess.stderr]) stream.on('data', (chunk) => (text += chunk))
        // Its services hold the pipes open, so it is over when it exits.
        shellProcess.once('exit', (code) => setTimeout(() => done({ code: code ?? 1, output: text }), 50))
      })
    },
    read: (path: string) => readFileSync(join(root, path), 'utf8'),
    async stop() {
      const ended = new Promise((done) => child.once('exit', done))
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** The process behind unshare: the first of the namespace. */
function firstProcess({ pid }: ChildProcess): number {
  return Number(execFileSync('ps', ['--ppid', String(pid), '-o', 'pid='], { encoding: 'utf8' }).trim())
}
