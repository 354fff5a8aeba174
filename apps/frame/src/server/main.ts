import { buildFrame } from './buildFrame.ts'
import { runFrame } from './runFrame.ts'

await runFrame(process.env, () => {
  console.log('… building the wallet’s page')
  return buildFrame()
})
