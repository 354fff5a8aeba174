import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'
import type { Problem, Rule } from './problem.ts'

const deadline = 300_000

/** The compilers and the linter as rules: they pass silently, or their output becomes the findings. */
export const commandRules: Rule[] = [
  { name: 'types', check: (root) => compile(root, 'tsconfig.json') },
  { name: 'types in the browser', check: (root) => compile(root, 'tsconfig.browser.json') },
  {
    name: 'lint and format',
    check: (root) =>
      tool(root, '@biomejs/biome/bin/biome', ['check', '--reporter=github', '--max-diagnostics=none', '.']),
  },
]

/** Checks the types of a project; the next check reads only the files that changed since, and those that import them. */
function compile(root: string, project: string): Promise<Problem[]> {
  const memory = join(root, '.billfold', 'types', project.replace(/json$/, 'tsbuildinfo'))
  const incremental = ['--incremental', '--tsBuildInfoFile', memory]
  return tool(root, 'typescript/bin/tsc', ['-p', project, '--pretty', 'false', ...incremental])
}

/** Runs a tool of node_modules under this Node; if it fails, its output becomes the findings. */
async function tool(root: string, bin: string, args: string[]): Promise<Problem[]> {
  const path = join(root, 'node_modules', bin)
  if (!existsSync(path)) return [{ path: `node_modules/${bin}`, sentence: 'is not installed' }]
  const { code, output } = await run(process.execPath, [path, ...args], root)
  if (code === 0) return []
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const findings = lines.flatMap((line) => [...compilerProblem(line), ...linterProblem(line)])
  const problems = findings.map((p) => ({ ...p, path: isAbsolute(p.path) ? relative(root, p.path) : p.path }))
  const explained = problems.some((problem) => !problem.warning)
  return explained
    ? problems
    : [
        {
          path: bin.split('/').at(-1) ?? bin,
          sentence: `said:
${indent(lines)}`,
        },
      ]
}

/** `src/a.ts(3,7): error TS2322: …` in the form of all our findings. */
function compilerProblem(line: string): Problem[] {
  const match = /^(.+?)\((\d+),\d+\): error (.+)$/.exec(line)
  return match?.[1] && match[3] ? [{ path: match[1], line: Number(match[2]), sentence: match[3] }] : []
}

/** `::error title=lint/x,file=src/a.ts,line=3,…::…`, the linter's one-line form. */
function linterProblem(text: string): Problem[] {
  const match = /^::(error|warning|notice) title=([^,]*),file=([^,]*),line=(\d+),[^:]*::(.*)$/.exec(text.trim())
  const [, level, title, path, line, message] = match ?? []
  if (path === undefined || message === undefined || title === undefined) return []
  const sentence = title === 'format' ? 'is not formatted: npm run format' : `${message} (${title})`
  const problem = { path, line: Number(line), sentence }
  return [level === 'error' ? problem : { ...problem, warning: true }]
}

const indent = (lines: string[]) => lines.map((line) => `    ${line}`).join('\n')

function run(command: string, args: string[], cwd: string): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], timeout: deadline })
    let output = ''
    const collect = (chunk: Buffer) => (output += chunk)
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('error', (error) => resolve({ code: 1, output: error.message }))
    child.on('close', (code, signal) =>
      resolve({
        code: code ?? 1,
        output: signal ? `${output}\nended by ${signal} after ${deadline / 1000} s` : output,
      }),
    )
  })
}
