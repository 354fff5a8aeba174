import { parseSync } from 'vite'
import { listFiles } from './listFiles.ts'
import type { Problem } from './problem.ts'
import { readText } from './readText.ts'
import { isSource, isTest } from './sourceFile.ts'

/** Folders that read untrusted texts. */
const readers =
  /^(?:apps\/(?:server|guardian)\/src|apps\/(?:frame|web)\/src\/server|packages\/(?:protocol|server-auth)\/src)\//

/** Patterns that are linear though the rule cannot tell, with the reason: by file and pattern. */
export const linearAnyway: Readonly<Record<string, string>> = {
  'apps/frame/src/server/readConfig.ts \\/+$': 'a setting of the operator',
  'apps/server/src/cli/doctor/nodeChecks.ts \\/+$': 'a setting of the operator',
  'apps/server/src/config.ts \\/+$': 'a setting of the operator',
  'apps/server/src/db/postmaster.ts ^\\s*(\\d+)\\s+(\\S)\\S*\\s+(.*)': "a line of the machine's own list of processes",
  'apps/server/src/embedded/readSecrets.ts \\s*\\n\\s*': 'a file of the operator',
  'apps/server/src/onramp/decimalText.ts 0+$': 'at most 21 digits, or four',
  'apps/server/src/onramp/smallestUnits.ts 0+$': 'at most 60 digits, by the line before it',
  'apps/server/src/providers/hosted/bare.ts \\/+$': 'a setting of the operator',
  'apps/server/src/providers/solana/createMintNames.ts \\0+$': 'at most 200 bytes, by the line before it',
  'apps/server/src/registry/findSvgFault.ts url\\s*\\(\\s*["\']?([^)]*)':
    'nothing comes after its last repetition, so it never goes back',
  'apps/server/src/rpc/subscriptionWords.ts ^(?:(?:chain|state|grandpa|beefy)_unsubscribe\\w*|author_unwatchExtrinsic|transactionWatch_v1_unwatch|chainHead_\\w+_unfollow|archive_\\w+_stop\\w+)$':
    'a method of at most 60 letters, by refuseMethod',
  'packages/protocol/src/decimalOf.ts 0+$': 'the digits of an amount of 256 bits',
  'packages/protocol/src/embedded/farcasterSettings.ts \\/+$': 'a setting of the operator',
  'packages/protocol/src/embedded/socialSettings.ts \\/+$': 'a setting of the operator',
  'packages/protocol/src/settings/serverSettings.ts ^\\s*[\\w.-]+(?::\\d+)?(?:\\s*,\\s*[\\w.-]+(?::\\d+)?)*\\s*$':
    'a setting of the operator',
  'packages/protocol/src/settings/serverSettings.ts ^[^\\r\\n]+@[^\\r\\n]+$': 'a setting of the operator',
  'packages/protocol/src/settings/telemetrySettings.ts ^\\s*[\\w.-]+(?::\\d+)?(?:\\s*,\\s*[\\w.-]+(?::\\d+)?)*\\s*$':
    'a setting of the operator',
  'packages/protocol/src/wc/base64.ts =+$': 'our own base64, which ends with two at most and has none before',
}

/**
 * Finds patterns whose time may grow faster than the text: a search that begins with an unbounded repetition (`/ +$/`), one that can
 * begin again in the text that it repeats (`/from.*to/`), an unbounded repetition of another (`(a+)+`), and two in a row that can
 * match the same letters (`\d*\d+`).
 */
export function superlinear(pattern: string, flags = ''): string | undefined {
  const isAnchored = /^(?:\^|\(\?<?[=!])/.test(pattern)
  if (!isAnchored && /^(?:\\[^b]|\[(?:\\.|[^\]])*\]|[^\\[(|]|\((?:\?:)?[^()]*\))(?:[*+]|\{\d+,\})\??./.test(pattern))
    return 'begins with a repetition without end, and is tried from every place of a text'
  if (beginsAgain(pattern, flags)) return 'can begin again inside one of its own repetitions without end'
  const groups: Group[] = [newGroup()]
  let before: string | undefined
  for (const [token] of pattern.matchAll(tokens)) {
    const group = groups.at(-1)!
    const isEndless = /^(?:[*+]\??|\{\d+,\}\??)$/.test(token)
    if (token.startsWith('(')) groups.push(newGroup())
    else if (token === ')') {
      const ended = groups.pop()!
      const outer = groups.at(-1)
      if (!outer) return 'cannot be read'
      // Separated by a letter outside all of its own repetitions: there is one way through it.
      const border =
        !ended.hasChoice &&
        [ended.atoms[0], ended.atoms.at(-1)].some(
          (atom) => atom?.isSingle && ended.endless.every((one) => !overlap(one, atom.text)),
        )
      outer.atoms.push({ text: ')', isSingle: false, isOpen: ended.endless.length > 0 && !border })
      outer.endless.push(...ended.endless)
      before = undefined
    } else if (token === '|') {
      before = undefined
      group.hasChoice = true
    } else if (isEndless) {
      const last = group.atoms.at(-1)
      if (last?.isOpen) return 'repeats without end what itself has none'
      if (!last || last.text === ')') continue
      last.isSingle = false
      if (before !== undefined && overlap(before, last.text))
        return 'has two repetitions without end that can take the same letters, and nothing between them that keeps them apart'
      group.endless.push(last.text)
      before = last.text
    } else if (/^(?:\?\??|\{\d+,?\d*\}\??)$/.test(token)) {
      const last = group.atoms.at(-1)
      if (last) last.isSingle = false
    } else {
      const kept = group.atoms.at(-1)
      if (kept?.isSingle && before !== undefined && !overlap(before, kept.text)) before = undefined
      group.atoms.push({ text: token, isSingle: !/^[$^]$/.test(token), isOpen: false })
    }
  }
  return undefined
}

/**
 * Whether a search can start again inside a repetition without end: `/eyJ[\w-]+\./` starts at each `eyJ` of `eyJ-eyJ-eyJ`, and reads to the end of the text
 * each time. Of groups with a choice or a repetition it judges nothing.
 */
function beginsAgain(pattern: string, flags: string): boolean {
  const before: string[] = []
  let last: string | undefined
  let isAtWord = false
  const flat = pattern.replace(plainGroup, '$1')
  for (const { 0: token, index } of flat.matchAll(tokens)) {
    if (/^[(|)]/.test(token)) return false
    if (token === '^' && !flags.includes('m')) return false
    if (token === '\\b') isAtWord ||= before.length === 0 && last === undefined
    else if (/^(?:[*+]\??|\{\d+,\}\??)$/.test(token)) {
      const rest = flat.slice(index + token.length)
      const repeated = last ?? ''
      const isEnd = rest === '' || rest === '$' || rest.startsWith('|')
      const starts = isAtWord ? overlap(repeated, '\\w') && overlap(repeated, '\\W') : before.length > 0
      if (!isEnd && starts && before.every((atom) => overlap(atom, repeated))) return true
      if (token.startsWith('+') && last !== undefined) before.push(last)
      last = undefined
    } else if (/^(?:\?\??|\{\d+,?\d*\}\??)$/.test(token)) {
      if (token.startsWith('?')) last = undefined
    } else {
      if (last !== undefined) before.push(last)
      last = token === '^' ? '\\n' : token
    }
  }
  return false
}

/** A group that changes nothing but what is captured. */
const plainGroup = /(?<!\\)\((?:\?:|\?<\w{1,40}>)?((?:\\.|\[(?:\\.|[^\]])*\]|[^()|[\\])*)\)(?![*+?{])/g

type Atom = { text: string; isSingle: boolean; isOpen: boolean }
/** The atoms of a group in order, and those that repeat without bound. */
type Group = { atoms: Atom[]; endless: string[]; hasChoice: boolean }
const newGroup = (): Group => ({ atoms: [], endless: [], hasChoice: false })
const tokens =
  /\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\.|\[(?:\\.|[^\]])*\]|\(\?(?:[:=!]|<[=!]|<\w+>)|[()|^$]|[*+?]\??|\{\d+(?:,\d*)?\}\??|./gsu

const sample = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))
function overlap(a: string, b: string): boolean {
  if ([a, b].some((one) => one.startsWith(')') || /^[|^$]$/.test(one))) return false
  const flags = /\\[pP]/.test(a + b) ? 'su' : 's'
  const [x, y] = [a, b].map((one) => new RegExp(`^(?:${one})$`, flags))
  return sample.some((letter) => x!.test(letter) && y!.test(letter))
}

/** Reading an untrusted text takes time linear in its length. */
export async function checkLinearPatterns(root: string): Promise<Problem[]> {
  const isOurs = (path: string) => readers.test(path) && isSource(path) && !isTest(path)
  const problems = await Promise.all(
    (await listFiles(root)).filter(isOurs).map(async (path) => {
      const text = await readText(root, path)
      return patternsOf(path, text).flatMap(({ pattern, flags, line }): Problem[] => {
        const fault = superlinear(pattern, flags)
        if (!fault || Object.hasOwn(linearAnyway, `${path} ${pattern}`)) return []
        return [
          {
            path,
            line,
            sentence: `the pattern /${pattern}/ ${fault}: bound it, or say in linearPatterns.ts why it is linear`,
          },
        ]
      })
    }),
  )
  return problems.flat()
}

type Node = { type?: unknown; start?: unknown; regex?: { pattern: string; flags: string } | null }

function patternsOf(path: string, text: string): { pattern: string; flags: string; line: number }[] {
  const { program } = parseSync(path, text, { lang: path.endsWith('x') ? 'tsx' : 'ts', sourceType: 'module' })
  const patterns: { pattern: string; flags: string; line: number }[] = []
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) return void node.forEach(walk)
    if (typeof node !== 'object' || node === null) return
    const { type, start, regex } = node as Node
    if (type === 'Literal' && regex && typeof start === 'number')
      patterns.push({ ...regex, line: text.slice(0, start).split('\n').length })
    for (const [key, value] of Object.entries(node)) if (key !== 'regex') walk(value)
  }
  walk(program)
  return patterns
}
