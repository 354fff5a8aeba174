const targets = [/\]\(\s*<?([^\s)>]+)/g, /^\s*\[[^\]]+\]:\s*<?([^\s>]+)/gm, /\b(?:href|src)\s*=\s*["']([^"']*)["']/gi]
const fence = /^(`{3,}|~{3,}).*\n[\s\S]*?^\1\s*$/gm
const codeSpan = /`[^`\n]*`/g

/**
 * Dead links and pictures in a package's README on npm: its page shows the file alone, so only absolute URLs and
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
