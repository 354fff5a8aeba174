import { Lexer, type Token, type Tokens } from 'marked'
import type { DocEntry } from './docsTree.ts'
import { createHeadingIds } from './headingIds.ts'
import { plainText } from './plainText.ts'

export type Heading = { id: string; text: string; depth: number }
/** The text under one heading, as the search reads it. */
export type Section = { heading: Heading | undefined; text: string }

/** A parsed file, not yet rendered: the link targets are known only after all files are parsed. */
export type ParsedPage = DocEntry & {
  tokens: readonly Token[]
  heading: string
  description: string
  headings: readonly Heading[]
  ids: ReadonlyMap<Token, Heading>
  sections: readonly Section[]
}

/** Parses a page's Markdown. The first heading names the page; a second of its rank counts as a part of it. */
export function parsePage(entry: DocEntry, markdown: string): ParsedPage {
  const tokens = new Lexer({ gfm: true }).lex(markdown)
  const idOf = createHeadingIds()
  const ids = new Map<Token, Heading>()
  const sections: { heading: Heading | undefined; parts: string[] }[] = [{ heading: undefined, parts: [] }]
  let name: string | undefined
  for (const token of tokens) {
    if (token.type === 'heading') {
      const { depth, tokens: inline } = token as Tokens.Heading
      const text = plainText(inline)
      const heading = { id: idOf(text), text, depth: name === undefined ? 1 : Math.max(2, depth) }
      ids.set(token, heading)
      if (name === undefined) name = text
      else sections.push({ heading, parts: [] })
    } else sections.at(-1)?.parts.push(plainText([token]))
  }
  if (name === undefined) throw new Error(`${entry.source} has no heading that names the page`)
  const first = tokens.find((token) => token.type === 'paragraph') as Tokens.Paragraph | undefined
  return {
    ...entry,
    tokens,
    heading: name,
    description: first ? firstSentences(plainText(first.tokens)) : name,
    headings: [...ids.values()].filter(({ depth }) => depth > 1),
    ids,
    sections: sections.map(({ heading, parts }) => ({ heading, text: squeeze(parts.join(' ')) })),
  }
}

const squeeze = (text: string): string => text.split(/\s/).filter(Boolean).join(' ')

/** As many whole sentences as a search engine shows. */
function firstSentences(text: string): string {
  const squeezed = squeeze(text)
  if (squeezed.length <= 160) return squeezed
  const end = squeezed.lastIndexOf('. ', 160)
  return end > 40 ? squeezed.slice(0, end + 1) : `${squeezed.slice(0, squeezed.lastIndexOf(' ', 157))} …`
}
