export function prepare(options: {
  root: string
  say: (line: string) => void
  host?: { version: string; platform: string; arch: string; execPath: string }
  env?: NodeJS.ProcessEnv
}): Promise<string>
