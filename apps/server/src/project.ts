import { runProjectCommand } from './runProjectCommand.ts'
import { exitWith } from './startupError.ts'

await runProjectCommand(process.argv.slice(2), process.env).then(console.log).catch(exitWith)
