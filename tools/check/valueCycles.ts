import type { Problem } from './problem.ts'
import { readModules } from './readModules.ts'

/**
 * No file reaches itself through value imports, `import()` included: the files of a cycle cannot be read, or loaded,
 * one at a time. In core, type imports count too.
 */
export async function checkValueCycles(root: string): Promise<Problem[]> {
  const modules = await readModules(root)
  const edges = new Map<string, string[]>()
  for (const { path, imports } of modules.values()) {
    const values = imports
      .filter(({ typeOnly, target }) => !typeOnly || (isCore(path) && target.kind === 'file' && isCore(target.path)))
      .map(({ target }) => target)
    edges.set(path, [...new Set(values.flatMap((target) => (target.kind === 'file' ? [target.path] : [])))])
  }
  return knots(edges).map((knot) => {
    const cycle = findShortestCycle(edges, new Set(knot))
    const path = cycle[0] ?? ''
    const line = modules
      .get(path)
      ?.imports.find(({ target }) => target.kind === 'file' && target.path === cycle[1])?.line
    const size = knot.length > cycle.length - 1 ? ` (in a knot of ${knot.length} files)` : ''
    const sentence = `is in a cycle of ${isCore(path) ? 'imports, types included' : 'value imports'}: ${cycle.join(' → ')}${size}`
    return line === undefined ? { path, sentence } : { path, line, sentence }
  })
}

const isCore = (path: string) => path.startsWith('packages/core/src/')

/** Tarjan's strongly connected components, without recursion; only those that hold a cycle. */
export function knots(edges: Map<string, string[]>): string[][] {
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const open: string[] = []
  const isOpen = new Set<string>()
  const components: string[][] = []

  const enter = (node: string) => {
    order.set(node, order.size)
    low.set(node, order.size - 1)
    open.push(node)
    isOpen.add(node)
    return { node, next: (edges.get(node) ?? []).values() }
  }
  const lower = (node: string, value: number) => low.set(node, Math.min(low.get(node)!, value))

  for (const start of edges.keys()) {
    if (order.has(start)) continue
    const path = [enter(start)]
    for (let frame = path.at(-1); frame; frame = path.at(-1)) {
      const { value: to, done } = frame.next.next()
      if (!done) {
        if (!order.has(to)) path.push(enter(to))
        else if (isOpen.has(to)) lower(frame.node, order.get(to)!)
        continue
      }
      path.pop()
      const parent = path.at(-1)
      if (parent) lower(parent.node, low.get(frame.node)!)
      if (low.get(frame.node) !== order.get(frame.node)) continue
      const knot = open.splice(open.indexOf(frame.node))
      for (const node of knot) isOpen.delete(node)
      if (knot.length > 1 || edges.get(frame.node)?.includes(frame.node)) components.push(knot.sort())
    }
  }
  return components.sort((a, b) => (a[0]! < b[0]! ? -1 : 1))
}

function findShortestCycle(edges: Map<string, string[]>, knot: Set<string>): string[] {
  let best: string[] | undefined
  for (const start of knot) {
    const cameFrom = new Map<string, string>()
    const queue = [start]
    for (let node = queue.shift(); node !== undefined && !cameFrom.has(start); node = queue.shift())
      for (const to of edges.get(node) ?? [])
        if (knot.has(to) && !cameFrom.has(to)) {
          cameFrom.set(to, node)
          queue.push(to)
        }
    const cycle = [start]
    for (let node = cameFrom.get(start); node !== undefined; node = cameFrom.get(node)) {
      cycle.unshift(node)
      if (node === start) break
    }
    if (!best || cycle.length < best.length) best = cycle
  }
  return best ?? [...knot]
}
