import { runChain } from '../runChain.ts'
import { StartError } from '../startError.ts'
import { readMailConfig } from './mailConfig.ts'
import { startMail } from './startMail.ts'

await runChain(async () => {
  const config = readMailConfig(process.env)
  if (!config) throw new StartError('DEVNET_MAIL is off: there is nothing to start.')
  const { pageUrl, smtpUrl, close } = await startMail(config)
  return { says: `Mail sent to ${smtpUrl} is read at ${pageUrl}`, close }
})
