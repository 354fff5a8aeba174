import { lookup } from 'node:dns/promises'
import { connect } from 'node:tls'
import { StartupError } from '../../process/startupError.ts'
import type { Check } from './check.ts'

const minDays = 14

/** A public address of ours: the name, whether it must speak TLS, and the path that says it is up. */
export type PublicAddress = { setting: string; url: string; path: string; mustBeHttps: boolean }

/** DNS, TLS and the program behind a public address. */
export function addressChecks({ setting, url, path, mustBeHttps }: PublicAddress): Check[] {
  const { hostname, protocol } = new URL(url)
  const isTls = /^(?:https|wss):$/.test(protocol)
  return [
    {
      name: `${setting}: DNS`,
      run: async () => {
        const addresses = await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true }).catch(() => [])
        if (addresses.length === 0)
          throw new StartupError(`${hostname} has no address: create its DNS record, or correct ${setting}.`)
        return addresses.map(({ address }) => address).join(', ')
      },
    },
    {
      name: `${setting}: TLS`,
      run: async (signal) => {
        if (isTls) return certificateOf(url, signal)
        if (mustBeHttps)
          throw new StartupError(`${setting} must start with https or wss: others can reach this server.`)
        return 'not needed on this machine'
      },
    },
    {
      name: `${setting}: response`,
      run: async (signal) => {
        const target = new URL(path, url.replace(/^ws/, 'http'))
        const response = await fetch(target, { signal, redirect: 'manual' }).catch((e: unknown) => {
          throw unreachable(setting, hostname, e)
        })
        await response.body?.cancel()
        if (response.status !== 200)
          throw new StartupError(
            `${target.origin}${path} returned ${response.status}: start the program behind it, or correct the proxy.`,
          )
        return `${path} 200`
      },
    },
  ]
}

export function unreachable(setting: string, host: string, e: unknown): StartupError {
  const code = (e as { cause?: { code?: unknown } }).cause?.code
  const why = typeof code === 'string' && /^[A-Z0-9_]{3,40}$/.test(code) ? ` (${code})` : ''
  return new StartupError(`${setting}: cannot reach ${host}${why}.`)
}

function certificateOf(text: string, signal: AbortSignal): Promise<string> {
  const { hostname, port } = new URL(text)
  return new Promise((done, fail) => {
    const host = hostname.replace(/^\[|\]$/g, '')
    const socket = connect({
      host,
      port: Number(port || 443),
      servername: /[a-z]/i.test(host) && !host.includes(':') ? host : undefined,
    })
    signal.addEventListener('abort', () => socket.destroy())
    socket.once('error', (e: NodeJS.ErrnoException) =>
      fail(
        new StartupError(
          `The certificate of ${hostname} is not accepted, or nothing speaks TLS there (${e.code ?? 'no code'}).`,
        ),
      ),
    )
    socket.once('secureConnect', () => {
      const ends = new Date(socket.getPeerCertificate().valid_to)
      socket.end()
      const days = Math.floor((ends.getTime() - Date.now()) / 86_400_000)
      if (days >= minDays) return done(`valid until ${ends.toISOString().slice(0, 10)}`)
      fail(
        new StartupError(
          `The certificate of ${hostname} ends in ${days} day(s): renew it, and find out why that did not happen by itself.`,
        ),
      )
    })
  })
}
