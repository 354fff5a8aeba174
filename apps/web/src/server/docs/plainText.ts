import type { Token, Tokens } from 'marked'

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
}

/** The text of Markdown, without its markup. */
export const plainText = (tokens: readonly Token[]): string => tokens.map(wordsOf).join('')

function wordsOf(token: Token): string {
  if (token.type === 'html') return ''
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table
    return [header, ...rows].map((row) => row.map((cell) => plainText(cell.tokens)).join(' ')).join(' ')
  }
  if (token.type === 'list') return (token as Tokens.List).items.map((item) => plainText(item.tokens)).join(' ')
  if (token.type === 'br' || token.type === 'space') return ' '
  if ('tokens' in token && token.tokens) return plainText(token.tokens) + (isBlock(token) ? ' ' : '')
  if ('text' in token)
    return String(token.text).replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? '')
  return ''
}

const isBlock = ({ type }: Token): boolean => ['paragraph', 'heading', 'blockquote', 'list_item'].includes(type)
