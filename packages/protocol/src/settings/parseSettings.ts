import { KitError } from '../error.ts'

/**
 * Parses a settings file: `NAME=value` per line, `#` before comments, quotes optional. The same file works as an `EnvironmentFile` of
 * systemd and as an `env_file` of containers, so nothing is expanded.
 */
export function parseSettings(text: string): Map<string, string> {
  const values = new Map<string, string>()
  for (const [at, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.trim()
    if (line === '' || line.startsWith('#')) continue
    const sign = line.indexOf('=')
    const name = line.slice(0, Math.max(0, sign)).trim()
    // Without the line itself: it may hold a secret.
    if (!/^[A-Za-z_][\w-]*$/.test(name)) throw malformed(at, 'must be NAME=value')
    if (values.has(name)) throw malformed(at, `sets ${name} again`)
    values.set(name, unquoted(line.slice(sign + 1).trim(), at))
  }
  return values
}

function unquoted(value: string, at: number): string {
  const quote = value[0]
  if (quote !== '"' && quote !== "'") return value
  if (value.length < 2 || !value.endsWith(quote)) throw malformed(at, 'lacks its closing quote')
  return value.slice(1, -1)
}

const malformed = (at: number, what: string) => new KitError('invalid_input', { message: `line ${at + 1} ${what}.` })
