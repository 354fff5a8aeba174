export function runNpm(args: string[], options: { node: string; cwd: string; env?: NodeJS.ProcessEnv }): Promise<string>
