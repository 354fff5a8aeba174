import type { Happening } from './keepRunning.ts'
import type { Service } from './services.ts'

type Output = { isTTY?: boolean; write: (text: string) => unknown }

/** The output of `npm start`: a line per service as it comes up, the addresses, and later events. */
export function createScreen(output: Output, env: NodeJS.ProcessEnv) {
  const colours = Boolean(output.isTTY) && !env.NO_COLOR && env.TERM !== 'dumb'
  const paint = (code: number, text: string) => (colours ? `\u001b[${code}m${text}\u001b[0m` : text)
  const [bold, dim, green, yellow, red] = [1, 2, 32, 33, 31].map((code) => (text: string) => paint(code, text))
  const print = (line = '') => output.write(`${line}\n`)
  let width = 8
  let pending = new Set<string>()
  const doing = new Map<string, string>()

  const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`
  const showPending = () => {
    const quiet = [...pending].filter((name) => !doing.has(name))
    if (quiet.length > 0) print(dim!(`  … ${quiet.join(', ')} still starting`))
    for (const [name, step] of doing) print(dim!(`  … ${name.padEnd(width)}  still ${step}`))
  }
  return {
    plan(services: Service[]) {
      width = Math.max(...services.map(({ name }) => name.length))
      pending = new Set(services.map(({ name }) => name))
      print()
      print(`  ${bold!('Billfold')} ${dim!(`starts ${services.map(({ name }) => name).join(', ')}`)}`)
      print()
    },
    waiting: showPending,
    happened(happening: Happening) {
      const name = happening.service.padEnd(width)
      if (happening.type === 'ready') {
        pending.delete(happening.service)
        doing.delete(happening.service)
        const note = `${happening.isBack ? 'back in' : 'ready in'} ${seconds(happening.milliseconds)}`
        return print(`  ${green!('✓')} ${name}  ${dim!(note)}`)
      }
      doing.delete(happening.service)
      const again = `restarting in ${seconds(happening.againInMs)}`
      return print(`  ${yellow!('↻')} ${name}  ${happening.reason}; ${dim!(again)}`)
    },
    addresses(urls: Record<string, string>, milliseconds: number) {
      const names: Record<string, string> = {
        site: 'Site',
        frame: 'Wallet',
        mail: 'Mail',
        api: 'API',
        relay: 'Relay',
        devnet: 'Devnet',
      }
      print()
      for (const [key, url] of orderedUrls(urls)) print(`  ${(names[key] ?? '').padEnd(8)}${bold!(url)}`)
      print()
      print(dim!('  Everything listens on this machine only (127.0.0.1).'))
      print(dim!(`  Ready in ${seconds(milliseconds)}. Press Ctrl-C to stop everything.`))
    },
    /** A line of a service that is not up yet: one that starts with `…` is progress, and prints at once. */
    showProgress(service: string, line: string) {
      const step = /^… (.+)/.exec(line)?.[1]
      if (step === undefined || !pending.has(service)) return
      doing.set(service, step)
      print(dim!(`  … ${service.padEnd(width)}  ${step}`))
    },
    line: (service: string, line: string) => print(`${dim!(`${service.padEnd(width)} │`)} ${line}`),
    say: (line: string) => print(line),
    failed: (sentence: string) => print(`\n  ${red!('✗')} ${sentence}`),
  }
}

/** The site first, with its other name under it; not the database, which no one opens in a browser. */
function orderedUrls(urls: Record<string, string>): [string, string][] {
  const order = ['site', 'also at', 'frame', 'mail', 'api', 'relay', 'devnet']
  return order.flatMap((key): [string, string][] => (urls[key] === undefined ? [] : [[key, urls[key]]]))
}
