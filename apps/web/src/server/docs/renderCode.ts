import { escapeHtml } from './escapeHtml.ts'
import { highlight } from './highlight.ts'

const names: Readonly<Record<string, string>> = {
  sh: 'Terminal',
  bash: 'Terminal',
  ts: 'TypeScript',
  tsx: 'TSX',
  js: 'JavaScript',
  vue: 'Vue',
  html: 'HTML',
  json: 'JSON',
  http: 'HTTP',
  css: 'CSS',
  diff: 'Changes',
  sql: 'SQL',
}

const copyIcon =
  '<svg class="icon" width="20" height="20" viewBox="0 0 20 20" aria-hidden="true"><path class="sheet" d="M7.5 7.5h8v9h-8zM12.5 4.5v-1h-8v9h1"/><path class="tick" d="M4.5 10.5l3.5 3.5l7.5-8"/></svg>'

/** A sample with its colors, its file's name (after the language on the fence) and a copy button. */
export function renderCode(code: string, info: string): string {
  const [language = '', ...rest] = info.split(' ')
  const caption = rest.join(' ') || names[language] || 'Text'
  const label = escapeHtml(caption)
  return `<figure class="code${language === 'sh' ? ' code-shell' : ''}"><figcaption><span>${label}</span><button type="button" class="copy-code" aria-label="Copy ${label}">${copyIcon}<span role="status"></span></button></figcaption><pre tabindex="0"><code>${highlight(code, language)}</code></pre></figure>`
}
