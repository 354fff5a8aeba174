import { spawn } from 'node:child_process'
import { accessSync, constants, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { SetupError } from './setupError.mjs'

const deadline = 15 * 60_000

/** Runs npm under the given Node and resolves with its output; a failure is npm's own last lines, as one sentence. */
export async function runNpm(args, { node, cwd, env = process.env }) {
  const npm = findNpm(env)
  const isScript = /\.c?js$/.test(npm)
  const [command, ...rest] = isScript ? [node, npm, ...args] : [npm, ...args]
  const path = `${dirname(node)}${delimiter}${env.PATH ?? ''}`
  const { code, stdout, stderr } = await collect(command, rest, { cwd, env: { ...env, PATH: path } })
  if (code === 0) return stdout
  throw new SetupError(`npm ${args[0]} failed: ${lastWords(stderr || stdout)}`)
}

/**
 * The npm that started us, otherwise the first on PATH, resolved to its script so that it can run under another Node.
 */
export function findNpm(env) {
  const started = env.npm_execpath
  if (started && /npm-cli\.c?js$/.test(started)) return started
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    if (folder === '') continue
    const candidate = join(folder, 'npm')
    try {
      accessSync(candidate, constants.X_OK)
      return realpathSync(candidate)
    } catch {
      // not in this folder
    }
  }
  throw new SetupError('npm isn’t on PATH. Install Node 24, which includes it, and try again.')
}

function collect(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], timeout: deadline })
    const end = () => child.kill()
    process.once('exit', end)
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk) => (stdout += chunk))
    child.stderr.on('data', (chunk) => (stderr += chunk))
    child.on('error', (error) => reject(new SetupError(`Couldn’t start npm: ${error.message}`)))
    child.on('close', (code, signal) => {
      process.off('exit', end)
      if (signal) stderr += `\nended by ${signal}`
      resolve({ code: code ?? 1, stdout, stderr })
    })
  })
}

function lastWords(output) {
  const lines = output
    .split('\n')
    .map((line) => line.replace(/^npm (?:error|ERR!)\s?/, '').trim())
    .filter((line) => line !== '' && !/^(?:A complete log|npm warn|Log files|code |errno |syscall )/.test(line))
  return lines.slice(0, 3).join(' ') || 'no reason given'
}
