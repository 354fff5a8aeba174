import { exitWith } from '../process/exitWith.ts'
import { runAuthCommand } from './runAuthCommand.ts'

await runAuthCommand(process.argv.slice(2), process.env).then(console.log).catch(exitWith)
