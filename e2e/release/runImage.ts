import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Machine } from './machines/createNetwork.ts'
import type { Image } from './unpackImage.ts'

export type Running = {
  /** Everything printed so far. */
  output(): string
  /** The user of its process, as the kernel says. */
  user(): string
  /** The environment of its process, likewise. */
  environment(): string
  ended: Promise<number | null>
  stop(): Promise<number | null>
}

type Options = {
  env?: Record<string, string>
  args?: string[]
  data?: string
  /** Files and folders that it sees, by their paths inside: read-only, unless they end in `:rw`. `/etc/hosts` replaces this machine's. */
  mounts?: Record<string, string>
  /** The machine whose network it has; by default this one's. */
  machine?: Machine
}

/**
 * Runs an image as a container engine does, with namespaces of its own: as its user, on a root that is mounted read-only, with `/tmp` in
 * memory and a folder for its data. Needs root.
 */
export function runImage(
  { root, config }: Image,
  { env = {}, args = config.Cmd, data, mounts = {}, machine }: Options = {},
): Running {
  const user = Number(config.User.split(':')[0])
  const places = Object.entries(mounts).map(([inside, path]) => ({
    inside: join(root, inside),
    outside: path.replace(/:rw$/, ''),
    isWritable: path.endsWith(':rw'),
  }))
  for (const { inside, outside } of places) {
    if (statSync(outside).isDirectory()) mkdirSync(inside, { recursive: true })
    else writeFileSync(inside, '')
  }
  if (data) {
    mkdirSync(data, { recursive: true })
    chmodSync(data, 0o700)
    chownSync(data, user, user)
  }
  const script = [
    'set -e',
    // As engines do, which put the container's names there.
    'for file in hosts resolv.conf; do touch "$ROOT/etc/$file"; mount --bind "/etc/$file" "$ROOT/etc/$file"; done',
    'mount --rbind "$ROOT" "$ROOT"',
    'mount -o remount,bind,ro "$ROOT"',
    'mount -t proc proc "$ROOT/proc"',
    'mount -t tmpfs -o mode=1777 tmpfs "$ROOT/tmp"',
    ...(data ? ['mount --bind "$DATA" "$ROOT/var/lib/billfold"'] : []),
    ...places.flatMap(({ inside, outside, isWritable }) => [
      `mount --bind ${quote(outside)} ${quote(inside)}`,
      ...(isWritable ? [] : [`mount -o remount,bind,ro ${quote(inside)}`]),
    ]),
    `exec env -i $SETTINGS "$(command -v chroot)" --userspec=${config.User} --groups= "$ROOT" "$@"`,
  ].join('\n')
  const settings = [...config.Env, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)]
  const quoted = settings.map(quote).join(' ')
  const [command = '', ...flags] = [...(machine?.enter ?? []), 'unshare']
  const child = spawn(
    command,
    [
      ...flags,
      '--mount',
      '--pid',
      '--fork',
      '--kill-child',
      'sh',
      '-c',
      script.replace('$SETTINGS', () => quoted),
      'sh',
      ...config.Entrypoint,
      ...args,
    ],
    { env: { PATH: process.env.PATH, ROOT: root, DATA: data ?? '' }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const ended = new Promise<number | null>((done) => child.once('exit', done))
  return {
    ended,
    output: () => output,
    user: () => /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${inner(child)}/status`, 'utf8'))?.[1] ?? '',
    environment: () => readFileSync(`/proc/${inner(child)}/environ`, 'utf8').replaceAll('\0', '\n'),
    async stop() {
      if (child.exitCode === null) process.kill(inner(child), 'SIGTERM')
      return ended
    },
  }
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The process behind unshare, the container's first. */
function inner({ pid }: ChildProcess): number {
  return Number(execFileSync('ps', ['--ppid', String(pid), '-o', 'pid='], { encoding: 'utf8' }).trim())
}
