const targets = [/\]\(\s*<?([^\s)>]+)/g, /^\s*\[[^\]]+\]:\s*<?([^\s>]+)/gm, /\b(?:href|src)\s*=\s*["']([^"']*)["']/gi]
const fence = /^(`{3,}|~{3,}).*\n[\s\S]*?^\1\s*$/gm
const codeSpan = /`[^`\n]*`/g

/**
 * The links and pictures of a package's README that lead nowhere on npm's page: it shows the file alone, so only whole addresses and
 * headings of the file itself work there.
 */
export function deadLinks(readme: string): string[] {
  const prose = readme.replaceAll(fence, '')
  const headings = new Set([...prose.matchAll(/^#{1,6} +(.+)$/gm)].map(([, text = '']) => `#${idOf(text)}`))
  const text = prose.replaceAll(codeSpan, '')
  const named = targets.flatMap((target) => [...text.matchAll(target)].map(([, to = '']) => to))
  return named.filter((to) => !/^(?:https?:\/\/|mailto:)/.test(to) && !headings.has(to))
}

const idOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
