import { execFileSync } from 'node:child_process'

/** A machine of a deployment, as far as the network goes: an address and a namespace of its own. */
export type Machine = {
  name: string
  address: string
  /** The command and its flags that run another command in the machine's network. */
  enter: readonly string[]
}

export type Network = {
  /** The address of this machine in the network, for what runs outside of the namespaces. */
  hostAddress: string
  addMachine(name: string): Machine
  close(): void
}

const ip = (...args: string[]): string =>
  execFileSync('ip', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

/**
 * A switch with machines on it: a bridge, and a network namespace for each machine, which reaches the machines of this
 * network alone. Needs root.
 */
export function createNetwork(): Network {
  sweep()
  const bridge = `bf${process.pid}`
  const prefix = addBridge(bridge)
  const namespaces: string[] = []
  return {
    hostAddress: `${prefix}.1`,
    addMachine(name) {
      const number = namespaces.length + 2
      const namespace = `${bridge}-${number}-${name}`
      const cable = `${bridge}v${number}`
      const address = `${prefix}.${number}`
      ip('netns', 'add', namespace)
      namespaces.push(namespace)
      ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace)
      ip('link', 'set', cable, 'master', bridge, 'up')
      ip('-netns', namespace, 'addr', 'add', `${address}/24`, 'dev', 'eth0')
      for (const device of ['lo', 'eth0']) ip('-netns', namespace, 'link', 'set', device, 'up')
      return { name, address, enter: ['nsenter', `--net=/run/netns/${namespace}`] }
    },
    close() {
      for (const namespace of namespaces) ip('netns', 'del', namespace)
      ip('link', 'del', bridge)
    },
  }
}

/** Adds a bridge with the first range of addresses that this machine does not use yet, and returns the range's first three bytes. */
function addBridge(name: string): string {
  const used = ip('-oneline', '-4', 'addr')
  const prefix = Array.from({ length: 250 }, (_, n) => `10.231.${n + 1}`).find((each) => !used.includes(` ${each}.`))
  if (!prefix) throw new Error('All of 10.231.0.0/16 is in use.')
  ip('link', 'add', name, 'type', 'bridge')
  ip('addr', 'add', `${prefix}.1/24`, 'dev', name)
  ip('link', 'set', name, 'up')
  return prefix
}

/** Removes what runs left that were killed. */
function sweep(): void {
  const isGone = (pid: string) => {
    try {
      process.kill(Number(pid), 0)
      return false
    } catch {
      return true
    }
  }
  for (const [, name = '', pid = ''] of ip('netns', 'list').matchAll(/^(bf(\d+)-\S+)/gm))
    if (isGone(pid)) ip('netns', 'del', name)
  for (const [, name = '', pid = ''] of ip('-oneline', 'link').matchAll(/: (bf(\d+)):/g))
    if (isGone(pid)) ip('link', 'del', name)
}
