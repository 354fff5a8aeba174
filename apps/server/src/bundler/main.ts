import { exitWith } from '../process/exitWith.ts'
import { runSponsorCommand } from './runSponsorCommand.ts'

await runSponsorCommand(process.argv.slice(2), process.env).then(console.log).catch(exitWith)
