import { memo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import * as headless from '../../src/headless.ts'
import * as entry from '../../src/index.ts'
import { installWallets } from './installWallets.ts'
import { networks } from './networks.ts'
import { pageSetup } from './pageSetup.ts'

// A page with a component for each public hook, and a count of what each of them makes React do.
const wallet = installWallets(pageSetup())[0]
const appKit = entry.createAppKit({
  projectId: 'harness',
  networks: networks(location.origin, false),
  apiUrl: location.origin,
  walletUrl: location.origin,
  features: { socials: ['google'] },
})
window.harness = { appKit, wallet }

type Count = {
  renders: number
  /** Lists that the hook returned last, by their place. */
  lists: Record<string, unknown[]>
  /** How often each list became another one with the same content. */
  needless: Record<string, number>
}
const counts: Record<string, Count> = {}
const probes = { counts, renderAll: () => {} }
declare global {
  interface Window {
    probes: typeof probes
  }
}
window.probes = probes

const textOf = (value: unknown) =>
  JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}n` : typeof part === 'function' ? 'f' : part))

function listsIn(value: unknown, path: string, lists: Record<string, unknown[]>): Record<string, unknown[]> {
  if (Array.isArray(value)) lists[path] = value
  else if (typeof value === 'object' && value !== null && !path.includes('.', 1))
    for (const [key, part] of Object.entries(value)) listsIn(part, path ? `${path}.${key}` : key, lists)
  return lists
}

function note(name: string, value: unknown): void {
  const count = (counts[name] ??= { renders: 0, lists: {}, needless: {} })
  count.renders++
  const lists = listsIn(value, '', {})
  for (const [path, list] of Object.entries(lists)) {
    const before = count.lists[path]
    if (before && before !== list && textOf(before) === textOf(list))
      count.needless[path] = (count.needless[path] ?? 0) + 1
  }
  count.lists = lists
}

const hooks = Object.entries({ ...entry, ...headless }).filter(([name]) => /^use[A-Z]/.test(name)) as [
  string,
  (argument?: string) => unknown,
][]
/** One component for each hook: it renders again when its hook says so, or with `tick`. */
const Probes = hooks.map(([name, useHook]) => {
  const family = name === 'useAppKitProvider' ? 'eip155' : undefined
  return memo(function Probe(_: { tick: number }) {
    note(name, useHook(family))
    return null
  })
})

function All() {
  const [tick, setTick] = useState(0)
  probes.renderAll = () => setTick((before) => before + 1)
  return (
    <>
      <entry.AppKitButton />
      {Probes.map((Probe, index) => (
        <Probe key={hooks[index]?.[0]} tick={tick} />
      ))}
    </>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<All />)
