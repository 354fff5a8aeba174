/** Input of a `billfold` command: its arguments, the environment, and where its lines go. */
export type CommandContext = { args: string[]; env: NodeJS.ProcessEnv; print: (line: string) => void }

/** Runs one command; resolves with the exit code. */
export type Command = (context: CommandContext) => Promise<number>
