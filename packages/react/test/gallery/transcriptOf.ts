import type { CDPSession, Page } from 'playwright-core'

type Value = { value?: unknown }
type Node = {
  nodeId: string
  ignored: boolean
  role?: Value
  name?: Value
  description?: Value
  properties?: { name: string; value: Value }[]
  childIds?: string[]
  backendDOMNodeId?: number
}

/** Roles that only group or repeat: screen readers skip them. */
const silent = new Set(['none', 'generic', 'InlineTextBox', 'RootWebArea', 'ListMarker', 'LineBreak'])
const states = ['disabled', 'checked', 'pressed', 'selected', 'expanded', 'focused', 'busy', 'hasPopup']

/** A screen reader's transcript of a dialog, from its accessibility tree, one item a line, indented as it is nested. */
export async function transcriptOf(page: Page, role: 'dialog' | 'region'): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as unknown as { nodes: Node[] }
  await markCurrent(session, nodes)
  await session.detach()
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const top = nodes.find((node) => !node.ignored && node.role?.value === role)
  if (!top) throw new Error(`There is no ${role} on the page`)
  const lines: string[] = []
  const speak = (node: Node, depth: number, lastText: string) => {
    const line = node.ignored ? undefined : lineOf(node, lastText)
    if (line !== undefined) lines.push(`${'  '.repeat(depth)}${line}`)
    const name = textOf(node.name)
    // A control's name is made of its text: once is enough.
    const nextText = node.role?.value === 'StaticText' || !name ? lastText : `${lastText} ${name}`
    for (const id of node.childIds ?? []) {
      const child = byId.get(id)
      if (child) speak(child, line === undefined ? depth : depth + 1, nextText)
    }
  }
  speak(top, 0, '')
  return `${lines.join('\n')}\n`
}

/** The tree does not tell which item is the current one; the element does. */
async function markCurrent(session: CDPSession, nodes: readonly Node[]): Promise<void> {
  for (const node of nodes) {
    if (node.role?.value !== 'button' || node.backendDOMNodeId === undefined) continue
    const described = await session.send('DOM.describeNode', { backendNodeId: node.backendDOMNodeId })
    const attributes = described.node.attributes ?? []
    if (attributes.includes('aria-current')) node.properties?.push({ name: 'current', value: { value: true } })
  }
}

const textOf = (value: Value | undefined): string => String(value?.value ?? '').trim()

function lineOf(node: Node, lastText: string): string | undefined {
  const role = textOf(node.role)
  const name = textOf(node.name)
  if (silent.has(role)) return undefined
  if (role === 'StaticText') return name === '' || lastText.includes(name) ? undefined : `"${name}"`
  const level = node.properties?.find((each) => each.name === 'level')?.value.value
  const held = (node.properties ?? [])
    .filter(
      (each) =>
        [...states, 'current'].includes(each.name) && each.value.value !== false && each.value.value !== 'false',
    )
    .map(({ name: state, value }) => (value.value === true ? state : `${state} ${value.value}`))
  const description = textOf(node.description)
  return [
    level === undefined || role === 'listitem' ? role : `${role} ${level}`,
    name ? `"${name}"` : '',
    held.length > 0 ? `(${held.join(', ')})` : '',
    description ? `– ${description}` : '',
  ]
    .filter(Boolean)
    .join(' ')
}
