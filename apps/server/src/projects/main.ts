import { exitWith } from '../process/exitWith.ts'
import { runProjectCommand } from './runProjectCommand.ts'

await runProjectCommand(process.argv.slice(2), process.env).then(console.log).catch(exitWith)
