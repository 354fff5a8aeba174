import { exitWith } from '../process/exitWith.ts'
import { runBillfold } from './runBillfold.ts'

await runBillfold(process.argv.slice(2), process.env).then((code) => {
  process.exitCode = code
}, exitWith)
