import type { Token, Tokens } from 'marked'

export type Tab = { label: string; tokens: Token[] }
export type Block =
  | { kind: 'plain'; tokens: Token[] }
  | { kind: 'cards'; tokens: Token[] }
  | { kind: 'tabs'; group: string; tabs: Tab[] }

const opening = /^<!-- (tabs|cards)(?: ([a-z]+))? -->\s?$/

/**
 * Finds the blocks between `<!-- tabs framework -->` and `<!-- /tabs -->`: each paragraph in bold alone begins a tab.
 * In the repository the same file reads as one sample after the other. `<!-- cards -->` does the same for lists of
 * links.
 */
export function groupBlocks(tokens: readonly Token[], onFault: (fault: string) => void): Block[] {
  const blocks: Block[] = [{ kind: 'plain', tokens: [] }]
  let open: Exclude<Block, { kind: 'plain' }> | undefined
  for (const token of tokens) {
    const mark = token.type === 'html' ? token.raw.trim() : ''
    const [, kind, group = 'tabs'] = opening.exec(mark) ?? []
    if (kind) {
      if (open) onFault(`${mark} inside of another group`)
      open = kind === 'tabs' ? { kind, group, tabs: [] } : { kind: 'cards', tokens: [] }
      blocks.push(open)
    } else if (mark === '<!-- /tabs -->' || mark === '<!-- /cards -->') {
      if (mark !== `<!-- /${open?.kind} -->`) onFault(`${mark} closes nothing`)
      open = undefined
      blocks.push({ kind: 'plain', tokens: [] })
    } else if (open?.kind === 'tabs') addToTabs(open.tabs, token, onFault)
    else if (open) open.tokens.push(token)
    else (blocks.at(-1) as { tokens: Token[] }).tokens.push(token)
  }
  if (open) onFault(`<!-- ${open.kind} --> is never closed`)
  return blocks
}

function addToTabs(tabs: Tab[], token: Token, onFault: (fault: string) => void): void {
  const label = labelIn(token)
  const last = tabs.at(-1)
  if (label) tabs.push({ label, tokens: [] })
  else if (last) last.tokens.push(token)
  else if (token.type !== 'space') onFault('a group of tabs begins with something else than a bold label')
}

function labelIn(token: Token): string | undefined {
  if (token.type !== 'paragraph') return undefined
  const { tokens } = token as Tokens.Paragraph
  const [only] = tokens
  return tokens.length === 1 && only?.type === 'strong' ? (only as Tokens.Strong).text : undefined
}
